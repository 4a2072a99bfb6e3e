import type { Account } from '../../accounts/account.ts';
import type { Words } from '../../wording/index.ts';
import { type Message, parts } from '../message.ts';
import type { ErrorCode } from '../results.ts';

interface Speaking {
  readonly words: Words;
  /** Absent if the account is unknown. */
  readonly account?: Account | undefined;
}

/** What the catalog says of a function. */
interface Failed {
  readonly writes: boolean;
  readonly informsOffice?: boolean;
}

/** Says what happened. If the failed function is known, the message is about that function. */
export function faultMessage(
  code: ErrorCode,
  failed: Failed | undefined,
  { words, account }: Speaking,
): Message {
  const { faults, unavailable } = words;
  if (code !== 'temporarily_unavailable' || failed === undefined) return parts(...faults[code]);
  if (!failed.writes) return parts(...unavailable.notLookedUp);
  return failed.informsOffice && account !== undefined ? notNoted(account, words) : parts(...faults[code]);
}

/** Says that a message was not stored, and how to reach the office. */
function notNoted({ transfer }: Account, words: Words): Message {
  const { unavailable } = words;
  const number = transfer.phone ?? transfer.afterHoursPhone;
  return parts(
    unavailable.notNoted,
    number === undefined ? unavailable.tryLater : unavailable.reachOffice(speakNumber(number)),
  );
}

/** Formats a North American number as people write it. Other E.164 numbers stay unchanged. */
function speakNumber(number: string): string {
  return number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3');
}
