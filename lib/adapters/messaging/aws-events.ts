import * as v from 'valibot';
import { messageIdPattern } from '../../record/outbox/message.ts';

/** What AWS publishes about messages: what became of one of ours, or what somebody texted. */
export type AwsEvent =
  | {
      readonly kind: 'report';
      readonly messageId: string;
      readonly outcome: 'sent' | 'delivered' | 'failed';
      readonly reason?: string | undefined;
      /** AWS's id of the message. */
      readonly providerId?: string | undefined;
    }
  | {
      readonly kind: 'received';
      readonly to: string;
      readonly text: { readonly id: string; readonly from: string; readonly text: string };
    }
  /** Says nothing that the service acts on, such as AWS's test of a topic. */
  | { readonly kind: 'other' };

const Received = v.object({
  inboundMessageId: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  originationNumber: v.pipe(v.string(), v.maxLength(40)),
  destinationNumber: v.pipe(v.string(), v.maxLength(40)),
  messageBody: v.pipe(v.string(), v.maxLength(10_000)),
});

const ownId = v.pipe(v.string(), v.regex(messageIdPattern));
const providerId = v.optional(v.pipe(v.string(), v.maxLength(200)));

const OfNumber = v.object({
  eventType: v.string(),
  context: v.object({ messageId: ownId }),
  messageId: providerId,
});

const OfMail = v.object({
  eventType: v.string(),
  mail: v.object({ messageId: providerId, tags: v.object({ messageId: v.tuple([ownId]) }) }),
});

type Became = Pick<Extract<AwsEvent, { kind: 'report' }>, 'outcome' | 'reason'>;

const failed = (reason: string): Became => ({ outcome: 'failed', reason });

/**
 * What became of a message by the type of an event; the others say nothing new. A carrier that has accepted a text has not
 * delivered it yet, although it may be the last that is heard of it. An answering machine answers a call, too.
 */
const became: ReadonlyMap<string, Became> = new Map<string, Became>([
  ['TEXT_DELIVERED', { outcome: 'delivered' }],
  ...['TEXT_QUEUED', 'TEXT_PENDING', 'TEXT_SENT', 'TEXT_SUCCESSFUL'].map(
    (type) => [type, { outcome: 'sent' }] as const,
  ),
  ['TEXT_BLOCKED', failed('blocked')],
  ['TEXT_CARRIER_BLOCKED', failed('carrier_blocked')],
  ['TEXT_PROTECT_BLOCKED', failed('protect_blocked')],
  ['TEXT_SPAM', failed('spam')],
  ['TEXT_INVALID', failed('invalid_number')],
  ['TEXT_INVALID_MESSAGE', failed('invalid_message')],
  ['TEXT_UNREACHABLE', failed('unreachable')],
  ['TEXT_CARRIER_UNREACHABLE', failed('unreachable')],
  ['TEXT_TTL_EXPIRED', failed('expired')],
  ...['VOICE_INITIATED', 'VOICE_RINGING'].map((type) => [type, { outcome: 'sent' }] as const),
  ...['VOICE_ANSWERED', 'VOICE_COMPLETED'].map((type) => [type, { outcome: 'delivered' }] as const),
  ['VOICE_BUSY', failed('busy')],
  ['VOICE_NO_ANSWER', failed('not_answered')],
  ['VOICE_FAILED', failed('unreachable')],
  ['VOICE_TTL_EXPIRED', failed('expired')],
  ['Send', { outcome: 'sent' }],
  ['Delivery', { outcome: 'delivered' }],
  ['Bounce', failed('bounced')],
  ['Reject', failed('rejected')],
]);

/**
 * Reads what AWS published to the topic of messages.
 * @throws {ValiError} if it is a text of somebody that can't be read
 */
export function awsEventOf(message: string): AwsEvent {
  const body = jsonOf(message);
  if (typeof body !== 'object' || body === null) return { kind: 'other' };
  if ('inboundMessageId' in body) {
    const {
      inboundMessageId: id,
      originationNumber: from,
      destinationNumber: to,
      messageBody: text,
    } = v.parse(Received, body);
    return { kind: 'received', to, text: { id, from, text } };
  }
  const number = v.safeParse(OfNumber, body);
  if (number.success) {
    const { eventType, context, messageId } = number.output;
    return reportOf(eventType, context.messageId, messageId);
  }
  const mail = v.safeParse(OfMail, body);
  if (!mail.success) return { kind: 'other' };
  const { eventType, mail: about } = mail.output;
  return reportOf(eventType, about.tags.messageId[0], about.messageId);
}

function reportOf(eventType: string, messageId: string, id: string | undefined): AwsEvent {
  const what = became.get(eventType);
  return what === undefined ? { kind: 'other' } : { kind: 'report', messageId, providerId: id, ...what };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
