import * as v from 'valibot';
import { takeMessage as store } from '../../intake/messages.ts';
import { requestIdPattern } from '../../record/ids.ts';
import { type Topic, topics } from '../../record/request.ts';
import type { Words } from '../../wording/index.ts';
import { choice, story, text } from '../arguments/arguments.ts';
import {
  customerPhone,
  language,
  ownName,
  reviewOf,
  saidDetails,
  saidPhone,
} from '../arguments/common-arguments.ts';
import { parts, person } from '../message.ts';
import { completed } from '../remembered.ts';
import type { TakeMessageResult } from '../results.ts';
import type { VoiceFunction } from '../voice-function.ts';
import { speakCallback, wantedFrom } from './person.ts';

const topicWords: readonly (readonly [RegExp, Topic])[] = [
  [/pric|quot|cost|estimat/, 'estimate'],
  [/bill|invoice|pay|refund|charge/, 'billing'],
  [/complain|unhappy/, 'complaint'],
  [/vendor|sales|solicit/, 'vendor'],
  [/call ?back/, 'callback'],
  [/job|visit|appointment|technician|arriv/, 'job'],
  [/^other$/, 'other'],
];

const topicOf = (said: string): Topic | undefined =>
  topicWords.find(([words]) => words.test(said.toLowerCase()))?.[1];

export const takeMessageArguments = v.object({
  about: story(),
  customerName: ownName,
  customerPhone,
  topic: choice(topics, topicOf),
  when: text({ kept: true }),
  dispatchRequestId: text(),
  language,
});

/** Stores a message for the office. A call leaves one message; later details are added to it. */
export const takeMessage: VoiceFunction<typeof takeMessageArguments, TakeMessageResult> = async (
  sent,
  context,
  deps,
) => {
  const { callbacks } = context.words;
  const isMissing = sent.customerPhone === undefined && context.caller === undefined;
  const args = isMissing ? await completed(sent, context) : sent;
  const { about, dispatchRequestId: id } = args;
  const phone = saidPhone(args.customerPhone, context);
  if (about === undefined || phone.kind === 'absent')
    return incomplete(about === undefined, phone.kind === 'absent', context.words);
  if (phone.kind === 'invalid')
    return { noted: false, reason: 'invalid_phone', message: parts(...callbacks.invalidNumber) };
  const entry = await store(
    {
      ...context,
      about: { kind: 'said', text: about },
      topic: args.topic ?? 'other',
      when: args.when,
      callFrom: args.when === undefined ? undefined : await wantedFrom(args.when, context),
      customer: { ...saidDetails({ customerName: args.customerName }), phone: phone.phone },
      regarding: id !== undefined && requestIdPattern.test(id) ? id : undefined,
      review: reviewOf(args, context),
      canonicalArguments: args.canonicalArguments,
    },
    deps,
    context.deadline,
  );
  const { dispatchRequestId, dueAt } = entry;
  const message = parts(callbacks.noted, person(speakCallback(entry, context)));
  return { result: { noted: true, dispatchRequestId, dueAt, message }, effect: 'noted', request: entry };
};

function incomplete(lacksAbout: boolean, lacksPhone: boolean, words: Words): TakeMessageResult {
  const { callbacks } = words;
  const missing = [...(lacksAbout ? ['about'] : []), ...(lacksPhone ? ['customerPhone'] : [])];
  const question = lacksAbout ? callbacks.askAbout : callbacks.askNumber;
  const message = parts(missing.length > 1 ? callbacks.askAboutAndNumber : question);
  return { noted: false, reason: 'missing_argument', missing, message };
}
