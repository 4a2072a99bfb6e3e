import * as v from 'valibot';
import type { Account } from '../../accounts/account.ts';
import { takeMessage } from '../../dispatch/messages/message.ts';
import { canonicalText } from '../../dispatch/requests/delivery-digest.ts';
import { isOpenAt } from '../../scheduling/opening.ts';
import { text } from '../arguments.ts';
import { callbacks } from '../phrases/en/callbacks.ts';
import { office } from '../phrases/en/office.ts';
import type { HandOverResult } from '../results/company.ts';
import { reviewOf } from '../review.ts';
import { say } from '../speech.ts';
import type { VoiceFunction } from '../voice-function.ts';
import { speakCallback } from './callbacks.ts';

/** The number of the person who takes over now; null if the account has none. */
export function transferNumber(account: Account, now: number): string | null {
  const { phone, afterHoursPhone } = account.transfer;
  if (isOpenAt(account, now)) return phone ?? null;
  return afterHoursPhone ?? phone ?? null;
}

export const handOverArguments = v.object({
  reason: text({ ownWords: true }),
});

/** Hands the call over to a person. If nobody can take it, stores a message before it promises a call back. */
export const handOver: VoiceFunction<typeof handOverArguments, HandOverResult> = async (
  args,
  context,
  deps,
) => {
  const { account, caller, now, deadline } = context;
  const transferTo = transferNumber(account, now);
  if (transferTo !== null) return { transferTo, message: say(callbacks.stayOnTheLine) };
  const { nobodyFree, askNumber } = callbacks;
  if (caller === undefined)
    return { transferTo, missing: ['customerPhone'], message: say(nobodyFree, askNumber) };
  const entry = await takeMessage(
    {
      ...context,
      about: office.wantsPerson(args.reason),
      topic: 'callback',
      customer: { phone: caller },
      review: reviewOf(args, context),
      canonicalArguments: canonicalText(args.sent),
    },
    deps,
    deadline,
  );
  const { dispatchRequestId, dueAt } = entry;
  const message = say(nobodyFree, speakCallback(entry, context));
  return { result: { transferTo, dispatchRequestId, dueAt, message }, effect: 'noted', request: entry };
};
