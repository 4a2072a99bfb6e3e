import type { Account } from '../accounts/account.ts';
import type { DispatchRequest } from '../record/request.ts';
import { addDays, boundaryOf, MINUTE_MS, wallClockOf } from '../scheduling/time.ts';
import { zoneOfZip } from './zone-of-zip.ts';

/** Customers get no texts from 21:00 to 8:00 at the site. */
const QUIET_FROM = 21 * 60;
const QUIET_TO = 8 * 60;

/** Returns the time zone of a request's site: that of its zip code, or otherwise the account's. */
export function siteZone(account: Account, request: DispatchRequest | undefined): string {
  const zip = request?.customer.zip;
  return (account.region === 'US' && zip !== undefined ? zoneOfZip(zip) : undefined) ?? account.timezone;
}

/** Returns an instant (epoch milliseconds) if it isn't quiet then in a zone, or when the quiet ends. */
export function afterQuiet(at: number, zone: string): number {
  const { date, minute } = wallClockOf(zone, Math.floor(at / MINUTE_MS));
  if (minute >= QUIET_TO && minute < QUIET_FROM) return at;
  const day = minute < QUIET_TO ? date : addDays(date, 1);
  return boundaryOf(zone, day, QUIET_TO) * MINUTE_MS;
}
