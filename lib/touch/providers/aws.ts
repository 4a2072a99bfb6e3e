import type { OutboxMessage } from '../../record/outbox/message.ts';
import { htmlOf } from '../html.ts';
import { type HandoverResult, type Provider, shortReason } from './provider.ts';

interface Addressed {
  /** These come back with everything that AWS reports of the message. */
  readonly about: { readonly messageId: string; readonly accountId: string };
  /** E.164, or an address. */
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** A text, or a call in which a voice of its language reads it out; without one, of English. */
export interface NumberMessage extends Addressed {
  /** AWS drops it if it could not deliver it by then. */
  readonly seconds: number;
  readonly language?: OutboxMessage['language'];
}

export interface MailMessage extends Addressed {
  readonly subject: string;
  readonly html: string;
}

/** What AWS answered, in its own words. */
export type AwsAnswer =
  | { readonly kind: 'taken'; readonly providerId?: string | undefined }
  | {
      readonly kind: 'refused';
      /** Of HTTP. */
      readonly status: number;
      /** The name of the error, such as `ThrottlingException`. */
      readonly error: string;
      /** Such as `DESTINATION_PHONE_NUMBER_OPTED_OUT`. */
      readonly reason?: string | undefined;
    }
  /** Nothing was sent: there was no connection or no right to ask. */
  | { readonly kind: 'unsent' }
  /** No answer came in time, or the connection broke. */
  | { readonly kind: 'silent' };

/** Asks AWS once to send a message. Never fails. */
export interface AwsMessages {
  text(message: NumberMessage): Promise<AwsAnswer>;
  call(message: NumberMessage): Promise<AwsAnswer>;
  mail(message: MailMessage): Promise<AwsAnswer>;
}

export interface AwsProviderDependencies {
  /** Returns what sends; called when the first message leaves. */
  readonly messages: () => AwsMessages;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The shortest and the longest lifetime that AWS accepts, in seconds. */
const [SHORTEST_S, LONGEST_S] = [5, 259_200];

/** Hands texts and calls to End User Messaging, and e-mail to SES, which knows no lifetime. */
export const awsProvider = ({ messages, now }: AwsProviderDependencies): Provider => ({
  async send(message) {
    const { channel, from, to, text, subject = '', messageId, accountId, language } = message;
    const addressed = { about: { messageId, accountId }, from, to, text };
    const seconds = secondsOf(message, now());
    switch (channel) {
      case 'sms':
        return resultOf(await messages().text({ ...addressed, seconds }));
      case 'voice':
        return resultOf(await messages().call({ ...addressed, seconds, language }));
      case 'email':
        return resultOf(await messages().mail({ ...addressed, subject, html: htmlOf(text) }));
    }
  },
});

function secondsOf({ expiresAt }: OutboxMessage, now: number): number {
  const left = Math.floor((Date.parse(expiresAt) - now) / 1000);
  return Math.min(LONGEST_S, Math.max(SHORTEST_S, left));
}

/** AWS asks to come again later, and has taken nothing. */
const throttled: ReadonlySet<string> = new Set(['ThrottlingException', 'TooManyRequestsException']);

/** The reasons that this service acts on. */
const known: ReadonlyMap<string, string> = new Map([['DESTINATION_PHONE_NUMBER_OPTED_OUT', 'opted_out']]);

function resultOf(answer: AwsAnswer): HandoverResult {
  switch (answer.kind) {
    case 'taken':
      return { kind: 'sent', providerId: answer.providerId };
    case 'unsent':
      return { kind: 'later' };
    case 'silent':
      return { kind: 'unknown', reason: 'no_answer' };
    case 'refused': {
      const { status, error, reason } = answer;
      if (status === 429 || throttled.has(error)) return { kind: 'later' };
      if (status < 400 || status >= 500) return { kind: 'unknown', reason: `answered_${status}` };
      return { kind: 'failed', reason: known.get(reason ?? '') ?? wordOf(reason ?? error) };
    }
  }
}

/** Returns a word such as `message_rejected` for `MessageRejected`, or `resource_not_active` for `RESOURCE_NOT_ACTIVE`. */
function wordOf(name: string): string {
  const spaced = name.replace(/Exception$/, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_');
  return shortReason(spaced.toLowerCase());
}
