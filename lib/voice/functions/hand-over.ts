import * as v from 'valibot';
import { takeMessage } from '../../dispatch/messages/message.ts';
import { canonicalText } from '../../dispatch/requests/delivery-digest.ts';
import { text } from '../arguments.ts';
import { callbacks } from '../phrases/en/callbacks.ts';
import { office } from '../phrases/en/office.ts';
import type { HandOverResult } from '../results/company.ts';
import { reviewOf } from '../review.ts';
import { say } from '../speech.ts';
import type { VoiceFunction } from '../voice-function.ts';
import { speakCallback } from './callbacks.ts';
import { connecting, transferFacts, transferOfCall } from './transfers.ts';

export const handOverArguments = v.object({
  reason: text({ ownWords: true }),
});

/** Transfers the call to a person. If nobody can take it, stores a message before it promises a callback. */
export const handOver: VoiceFunction<typeof handOverArguments, HandOverResult> = async (
  args,
  context,
  deps,
) => {
  const { caller, deadline } = context;
  const transfer = await transferOfCall(context, deps);
  const facts = transferFacts(transfer);
  if (transfer.phone !== null)
    return { ...facts, message: say(`${connecting(transfer)} ${callbacks.stayOnTheLine}`) };
  const { nobodyFree, askNumber } = callbacks;
  if (caller === undefined)
    return { ...facts, missing: ['customerPhone'], message: say(nobodyFree, askNumber) };
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
  return { result: { ...facts, dispatchRequestId, dueAt, message }, effect: 'noted', request: entry };
};
