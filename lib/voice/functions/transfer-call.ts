import { addDetails, type JobDetails } from '../../booking/added-details.ts';
import { emergencyOf } from '../../intake/emergencies/earlier-reports.ts';
import { promisedAt, takeMessage } from '../../intake/messages.ts';
import { lazily } from '../../lazily.ts';
import { type DueRequest, isDue } from '../../record/attention.ts';
import { changedByCaller } from '../../record/calls.ts';
import { type DispatchRequest, officeTopics, type Topic } from '../../record/request.ts';
import { speakCallback } from '../answers/callback.ts';
import { connecting, transferFacts, transferOfCall } from '../answers/transfer.ts';
import { reviewOf, saidPhone } from '../arguments/common-arguments.ts';
import type { TransferCallArguments } from '../arguments/function-arguments.ts';
import { parts, person } from '../message.ts';
import type { TransferCallResult } from '../results.ts';
import type { CallContext, VoiceDependencies, VoiceFunction } from '../voice-function.ts';

const OFFICE_WORDS =
  /\b(?:bill|billing|invoices?|refund|overcharged|complaint|complain|sales call|job application)\b/i;

/** True if the matter can wait for the office, so that nobody on call is rung at night. */
const isForOffice = ({
  topic,
  reason = '',
}: {
  topic?: Topic | undefined;
  reason?: string | undefined;
}): boolean => (topic === undefined ? OFFICE_WORDS.test(reason) : officeTopics.includes(topic));

/** Transfers the call to a person. If nobody can take it, stores a message before it promises a callback. */
export const transferCall: VoiceFunction<TransferCallArguments, TransferCallResult> = async (
  args,
  context,
  deps,
) => {
  const { callbacks } = context.words;
  const { deadline } = context;
  const readEmergency = lazily(() => emergencyOf(context, deps, deadline));
  const transfer = await transferOfCall(context, readEmergency, isForOffice(args));
  const facts = transferFacts(transfer);
  if (transfer.phone !== null)
    return {
      ...facts,
      message: parts(person(connecting(transfer, context.words)), person(callbacks.stayOnTheLine)),
    };
  const { nobodyFree, askNumber } = callbacks;
  const about = { kind: 'asked_person', text: args.reason } as const;
  const review = reviewOf(args, context);
  const promised = await addedToEmergency(await readEmergency(), { notes: [about], review }, context, deps);
  const { caller = (await context.remembered()).customerPhone } = context;
  const phone = saidPhone(caller, context);
  if (phone.kind !== 'phone' && promised === undefined)
    return { ...facts, missing: ['customerPhone'], message: parts(nobodyFree, askNumber) };
  const entry =
    promised ??
    (await takeMessage(
      {
        ...context,
        about,
        topic: args.topic ?? 'callback',
        customer: { phone: phone.kind === 'phone' ? phone.phone : undefined },
        review,
        canonicalArguments: args.canonicalArguments,
      },
      deps,
      deadline,
    ));
  const { dispatchRequestId, dueAt } = entry;
  const message = parts(nobodyFree, person(speakCallback(entry, context)));
  return { result: { ...facts, dispatchRequestId, dueAt, message }, effect: 'noted', request: entry };
};

/**
 * Adds the notes to the emergency that the call is about, if the emergency already promises a call: one entry is
 * enough for a person to call back.
 */
async function addedToEmergency(
  request: DispatchRequest | undefined,
  added: Pick<JobDetails, 'notes' | 'review'>,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<DueRequest | undefined> {
  const { account, now, deadline } = context;
  if (request?.customer.phone === undefined || promisedAt(request, now) === undefined) return undefined;
  const details = { ...added, account, request, told: {}, isOfCall: true, who: changedByCaller(context) };
  const result = await addDetails(details, deps, deadline);
  return result.kind !== 'gone' && isDue(result.request) ? result.request : undefined;
}
