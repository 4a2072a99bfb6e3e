import type { Account, ServiceType } from '../../accounts/account.ts';
import { anywhere, areaFlags, type Reach, type Reached, reachOf } from '../../accounts/areas/reach.ts';
import type { CompletedCustomer } from '../booking/booking-customer.ts';
import type { BookingRequest } from '../booking/booking-request.ts';
import type { DispatchRequest } from '../requests/request.ts';

/** A booking held to the areas of its account, and whether the company comes to its place. */
export interface PlacedBooking {
  readonly booking: BookingRequest;
  readonly reach: Reach;
}

/** Finds out where a booking is: as it was said, at the customer's site, or where the call's own request already is. */
export function placeBooking(
  booking: BookingRequest,
  completed: CompletedCustomer,
  known: DispatchRequest | undefined,
): PlacedBooking {
  const { account, service } = booking;
  const said = completed.kind === 'complete' ? completed.customer.zip : booking.customer.zip;
  const zip = said ?? known?.customer.zip;
  const reach = reachOf(account, service.id, zip);
  const review = [...booking.review, ...areaFlags(account, service.id, zip)];
  return { booking: { ...booking, reach: reach.kind === 'comes' ? reach : undefined, review }, reach };
}

/** Who comes to the place of a request that was accepted: where nobody would, its move is not held to areas. */
export function standingReach(
  { customer }: DispatchRequest,
  service: ServiceType,
  account: Account,
): Reached {
  const reach = reachOf(account, service.id, customer.zip);
  return reach.kind === 'comes' ? reach : anywhere;
}
