import type { Account, ServiceType } from '../../accounts/account.ts';
import {
  anywhere,
  areaFlags,
  type Coverage,
  type Covered,
  coverageOf,
} from '../../accounts/areas/coverage.ts';
import type { CompletedCustomer } from '../booking/booking-customer.ts';
import type { BookingRequest } from '../booking/booking-request.ts';
import type { DispatchRequest } from '../requests/request.ts';

/** A booking held to the areas of its account, and whether the company comes to its place. */
export interface PlacedBooking {
  readonly booking: BookingRequest;
  readonly coverage: Coverage;
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
  const coverage = coverageOf(account, service.id, zip);
  const review = [...booking.review, ...areaFlags(account, service.id, zip)];
  return {
    booking: { ...booking, coverage: coverage.kind === 'comes' ? coverage : undefined, review },
    coverage,
  };
}

/** Who comes to the place of a request that was accepted: where nobody would, its move is not held to areas. */
export function acceptedCoverage(
  { customer }: DispatchRequest,
  service: ServiceType,
  account: Account,
): Covered {
  const coverage = coverageOf(account, service.id, customer.zip);
  return coverage.kind === 'comes' ? coverage : anywhere;
}
