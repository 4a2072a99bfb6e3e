import type { Account } from '../../accounts/account.ts';
import { faults, unavailable } from '../../wording/en/faults.ts';
import type { CatalogEntry } from '../catalog.ts';
import { type Message, parts } from '../message.ts';
import type { ErrorCode } from '../results.ts';

/** What the caller hears about a fault: what is true for the function that failed, if it is known. */
export function faultMessage(
  code: ErrorCode,
  failed?: Pick<CatalogEntry, 'writes' | 'informsOffice'>,
  account?: Account,
): Message {
  if (code !== 'temporarily_unavailable' || failed === undefined) return parts(...faults[code]);
  if (!failed.writes) return parts(...unavailable.notLookedUp);
  return failed.informsOffice && account !== undefined ? notNoted(account) : parts(...faults[code]);
}

/** That a message was not stored, and how to reach the office. */
function notNoted({ transfer }: Account): Message {
  const number = transfer.phone ?? transfer.afterHoursPhone;
  return parts(
    unavailable.notNoted,
    number === undefined ? unavailable.tryLater : unavailable.reachOffice(speakNumber(number)),
  );
}

/** A North American number in its usual format; other E.164 numbers unchanged. */
function speakNumber(number: string): string {
  return number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
}
