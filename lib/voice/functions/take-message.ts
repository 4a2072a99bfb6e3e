import { promisedAt, takeMessage as store } from '../../intake/messages.ts';
import { type DueRequest, isDue } from '../../record/attention.ts';
import { ifAvailable, StorageUnavailable } from '../../record/faults.ts';
import { requestIdPattern } from '../../record/ids.ts';
import { isOpenMessage, type Topic } from '../../record/request.ts';
import type { Words } from '../../wording/index.ts';
import { speakCallback } from '../answers/callback.ts';
import { invalidPhone, reviewOf, saidDetails, saidPhone } from '../arguments/common-arguments.ts';
import type { TakeMessageArguments } from '../arguments/function-arguments.ts';
import { wantedFrom } from '../arguments/wanted-call.ts';
import { parts, person } from '../message.ts';
import { completed } from '../remembered.ts';
import type { TakeMessageResult } from '../results.ts';
import { isOnlyStop } from '../text-consent.ts';
import type { CallContext, VoiceDependencies, VoiceFunction } from '../voice-function.ts';

/** Stores a message for the office. A call leaves one message; later details are added to it. */
export const takeMessage: VoiceFunction<TakeMessageArguments, TakeMessageResult> = async (
  sent,
  context,
  deps,
) => {
  const { callbacks, texts } = context.words;
  const isMissing = sent.customerPhone === undefined && context.caller === undefined;
  const args = isMissing ? await completed(sent, context) : sent;
  const { about, dispatchRequestId: id } = args;
  if (about !== undefined && context.caller !== undefined && isOnlyStop(about, args.textConsent)) {
    const decided = await context.decided;
    if (decided === 'failed')
      throw new StorageUnavailable({ cause: new Error('The decision was not stored.') });
    return { result: { noted: false, textsEnded: true, message: parts(texts.ended) }, effect: 'updated' };
  }
  const phone = saidPhone(args.customerPhone, context);
  if (about === undefined || phone.kind === 'absent')
    return incomplete(about === undefined, phone.kind === 'absent', context.words);
  if (phone.kind === 'invalid')
    return {
      ...invalidPhone(args.customerPhone, context),
      noted: false,
      message: parts(...callbacks.invalidNumber),
    };
  const callFrom = await wantedFrom(args, context);
  const entry = await store(
    {
      ...context,
      about: { kind: 'said', text: about },
      topic: args.topic ?? 'other',
      when: args.when ?? typedWish(args),
      callFrom,
      promised: callFrom === undefined ? await promisedBefore(args.topic, context, deps) : undefined,
      noCall: args.callBack === false,
      customer: {
        ...saidDetails({ customerName: args.customerName, email: args.email }),
        phone: phone.phone,
      },
      regarding: id !== undefined && requestIdPattern.test(id) ? id : undefined,
      review: reviewOf(args, context),
      canonicalArguments: args.canonicalArguments,
    },
    deps,
    context.deadline,
  );
  const { dispatchRequestId, dueAt } = entry;
  if (args.callBack === false)
    return {
      result: { noted: true, dispatchRequestId, message: parts(callbacks.notedForOffice) },
      effect: 'noted',
      request: entry,
    };
  // What was promised before in this call still stands, if the caller names no other number for it.
  const isSame = callFrom === undefined && sent.customerPhone === undefined;
  const isAdded = isSame && entry.history.at(-1)?.kind === 'more_in_message';
  const message = isAdded
    ? parts(callbacks.added)
    : parts(callbacks.noted, person(speakCallback(entry, context)));
  return { result: { noted: true, dispatchRequestId, dueAt, message }, effect: 'noted', request: entry };
};

/** Writes a typed wish for the office: `2026-11-24 from 16:00`. */
function typedWish({ date, notBefore }: { date?: string | undefined; notBefore?: string | undefined }) {
  const said = [date, notBefore && `from ${notBefore}`].filter(Boolean).join(' ');
  return said === '' ? undefined : said;
}

/** Returns the promise that another call of the number got about the same topic, if its time is ahead. */
async function promisedBefore(
  topic: Topic | undefined,
  context: CallContext,
  { requests }: VoiceDependencies,
): Promise<DueRequest | undefined> {
  const { account, caller, now, deadline } = context;
  const isVague = topic === undefined || topic === 'other' || topic === 'callback';
  if (isVague || caller === undefined) return undefined;
  const since = new Date(now).toISOString();
  const recent = (await ifAvailable(requests.ofNumber(account.accountId, caller, since, deadline))) ?? [];
  return recent
    .filter(isDue)
    .find(
      (one) =>
        isOpenMessage(one) &&
        one.caller === caller &&
        one.topic === topic &&
        promisedAt(one, now) !== undefined,
    );
}

function incomplete(lacksAbout: boolean, lacksPhone: boolean, words: Words): TakeMessageResult {
  const { callbacks } = words;
  const missing = [...(lacksAbout ? ['about'] : []), ...(lacksPhone ? ['customerPhone'] : [])];
  const question = lacksAbout ? callbacks.askAbout : callbacks.askNumber;
  const message = parts(missing.length > 1 ? callbacks.askAboutAndNumber : question);
  return { noted: false, reason: 'missing_argument', missing, message };
}
