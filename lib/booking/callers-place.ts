import type { Account } from '../accounts/account.ts';
import { anywhere, type Coverage, coverageOf, dependsOnZip } from '../accounts/areas/coverage.ts';
import type { Customer } from '../record/request.ts';

/** Whether free times depend on the place, and the caller's words don't name it: then their record may. */
export const isRecordNeeded = (account: Account, serviceTypeId: string, zip: string | undefined): boolean =>
  dependsOnZip(account) && coverageOf(account, serviceTypeId, zip).kind === 'zip_needed';

/**
 * The coverage of a postal code or, without one, of the caller's only site. An unknown place is covered if nothing
 * depends on it.
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
