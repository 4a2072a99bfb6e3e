import type { Account, ServiceType } from '../accounts/account.ts';
import {
  anywhere,
  areaFlags,
  type Coverage,
  type Covered,
  coverageOf,
  dependsOnZip,
} from '../accounts/areas/coverage.ts';
import type { Customer, DispatchRequest } from '../record/request.ts';
import type { BookingRequest } from './booking-request.ts';

/** Returns a booking at a postal code with the review flags of the place, and says if the company covers it. */
export function placeBooking(booking: BookingRequest, zip: string | undefined) {
  const { account, service } = booking;
  const coverage = coverageOf(account, service.id, zip);
  const review = [...booking.review, ...areaFlags(account, service.id, zip)];
  return {
    booking: { ...booking, coverage: coverage.kind === 'comes' ? coverage : undefined, review },
    coverage,
  };
}

/** Returns the coverage of an accepted request. If its place is not covered, areas don't limit its moves. */
export function acceptedCoverage(
  { customer }: DispatchRequest,
  service: ServiceType,
  account: Account,
): Covered {
  const coverage = coverageOf(account, service.id, customer.zip);
  return coverage.kind === 'comes' ? coverage : anywhere;
}

/** True if free times depend on the place and the caller didn't name the place: then the caller's record may. */
export const isRecordNeeded = (account: Account, serviceTypeId: string, zip: string | undefined): boolean =>
  dependsOnZip(account) && coverageOf(account, serviceTypeId, zip).kind === 'zip_needed';

/**
 * Returns the coverage of a postal code or, without one, of the caller's only site. An unknown place is covered if
 * nothing depends on the place.
 */
export function coverageForCaller(
  account: Account,
  serviceTypeId: string,
  zip: string | undefined,
  record: Customer | undefined,
): Coverage {
  const [only, ...others] = new Set(record?.sites.map((site) => site.zip));
  const coverage = coverageOf(account, serviceTypeId, zip ?? (others.length === 0 ? only : undefined));
  return coverage.kind === 'zip_needed' && !dependsOnZip(account) ? anywhere : coverage;
}
