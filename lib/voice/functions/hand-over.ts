import * as v from 'valibot';
import type { Account } from '../../accounts/account.ts';
import { momentOf, within } from '../../scheduling/day.ts';
import { accountSpans } from '../../scheduling/work-time.ts';
import { text } from '../arguments.ts';
import { say } from '../speech.ts';
import type { VoiceFunction } from '../voice-function.ts';

/** Whether an instant (ms since the epoch) lies in the account's business hours. */
export function isOpenAt(account: Account, now: number): boolean {
  const { today } = momentOf(account, now);
  const minute = Math.floor(now / 60_000);
  return within(accountSpans(account, today), minute, minute + 1);
}

/** The number of the person who takes over now; null where the account has none. */
export function transferNumber(account: Account, now: number): string | null {
  const { phone, afterHoursPhone } = account.transfer;
  if (isOpenAt(account, now)) return phone ?? null;
  return afterHoursPhone ?? phone ?? null;
}

export const handOverArguments = v.object({
  reason: text('Why the caller needs a person, in one sentence.'),
});

/** Hands the call over to a person. */
export const handOver: VoiceFunction<typeof handOverArguments> = (_args, { account, now }) => {
  const transferTo = transferNumber(account, now);
  const message =
    transferTo === null
      ? say(
          'Nobody can take the call right now.',
          'I can have someone call you back. What is the best number?',
        )
      : say("I'm connecting you with a person now. Please stay on the line.");
  return { transferTo, message };
};
