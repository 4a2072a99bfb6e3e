import * as v from 'valibot';
import { twilioReason } from '../../record/outbox/refusals.ts';

const textUpTo = (most: number, least = 1) => {
  const expected = `a text of ${least} to ${most} characters`;
  // With the default, a missing field is refused with the same message as a wrong one.
  return v.pipe(
    v.optional(v.unknown(), null),
    v.string(expected),
    v.minLength(least, expected),
    v.maxLength(most, expected),
  );
};

const id = () => textUpTo(200);
const MAX_TEXT = 10_000;

/** What became of a message, by its id. */
const Status = v.object({ messageId: id(), reason: v.optional(textUpTo(200)) });

/** What a provider sends by the webhook of this service. Fields that it adds are ignored. */
export const MessagingEvent = v.variant(
  'type',
  [
    v.object({ type: v.literal('message.delivered'), data: Status }),
    v.object({ type: v.literal('message.failed'), data: Status }),
    v.object({
      type: v.literal('message.received'),
      data: v.object({ id: id(), from: textUpTo(40), to: textUpTo(40), text: textUpTo(MAX_TEXT, 0) }),
    }),
  ],
  'message.delivered, message.failed or message.received',
);

const field = (most: number) => v.optional(textUpTo(most, 0), '');

/** What Twilio sends as a form: what somebody texts, or what became of a message. */
export const TwilioForm = v.pipe(
  v.object({
    MessageSid: id(),
    From: field(40),
    To: field(40),
    Body: field(MAX_TEXT),
    MessageStatus: v.optional(textUpTo(40)),
    ErrorCode: v.optional(textUpTo(40)),
  }),
  v.transform(({ MessageSid, From, To, Body, MessageStatus, ErrorCode }) => ({
    status: MessageStatus,
    errorCode: ErrorCode,
    received: { id: MessageSid, from: From, to: To, text: Body },
  })),
);

/** Reads a form. Of a repeated field, the last value counts. */
export function parseForm(bytes: Uint8Array): object {
  const form = new URLSearchParams(Buffer.from(bytes).toString());
  return Object.assign(Object.create(null), Object.fromEntries(form));
}

/** Returns what became of a message on Twilio; undefined while it is on its way. */
export function outcomeOf(
  status: string,
  errorCode: string | undefined,
): { readonly outcome: 'delivered' | 'failed'; readonly reason?: string | undefined } | undefined {
  if (status === 'delivered' || status === 'read') return { outcome: 'delivered' };
  if (status !== 'failed' && status !== 'undelivered') return undefined;
  return { outcome: 'failed', reason: errorCode && twilioReason(errorCode) };
}
