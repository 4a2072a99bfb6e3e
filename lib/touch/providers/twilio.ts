import type { OutboxMessage } from '../../record/outbox/message.ts';
import { twilioReason } from '../../record/outbox/refusals.ts';
import { afterRefusal, exchange } from './http.ts';
import type { HandoverResult, Provider } from './provider.ts';

export interface TwilioAccount {
  readonly accountSid: string;
  readonly authToken: string;
  /** Twilio's API, if it is not Twilio's own address. */
  readonly url?: string | undefined;
}

export interface TwilioProviderDependencies {
  readonly twilioKeyOf: (accountId: string) => Promise<TwilioAccount | undefined>;
  /** The address of the webhooks, where Twilio reports what became of a message. */
  readonly webhooksUrl: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const TWILIO = 'https://api.twilio.com';
/** Twilio keeps a text for these seconds at most. */
const LONGEST_SECONDS = 36_000;

/** Hands texts and calls to Twilio by its HTTP API. */
export const twilioProvider = ({ twilioKeyOf, webhooksUrl, now }: TwilioProviderDependencies): Provider => ({
  async send(message) {
    const key = await twilioKeyOf(message.accountId);
    if (key === undefined) return { kind: 'failed', reason: 'no_key' };
    const { accountSid, authToken, url = TWILIO } = key;
    const { resource, fields } = formOf(message, now());
    const callback = `${webhooksUrl}/api/webhooks/messaging/twilio?message=${message.messageId}`;
    const form = new URLSearchParams({ ...fields, StatusCallback: callback });
    const headers = {
      authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const path = `${url.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/${resource}.json`;
    const answer = await exchange(path, { headers, body: form.toString() });
    if (answer.kind !== 'answered') return afterRefusal(answer, now());
    const { status, body } = answer;
    if (status >= 200 && status < 300) return { kind: 'sent', ...idOf(body) };
    return asRefused(afterRefusal(answer, now()), body);
  },
});

function formOf({ channel, from, to, text, language, expiresAt }: OutboxMessage, now: number) {
  const shared = { From: from, To: to };
  if (channel === 'voice') return { resource: 'Calls', fields: { ...shared, Twiml: spoken(text, language) } };
  const seconds = Math.floor((Date.parse(expiresAt) - now) / 1000);
  const validity = String(Math.min(LONGEST_SECONDS, Math.max(1, seconds)));
  return { resource: 'Messages', fields: { ...shared, Body: text, ValidityPeriod: validity } };
}

/** Twilio's voice speaks English unless told otherwise. */
const spoken = (text: string, language: OutboxMessage['language']): string =>
  `<Response><Say${language === 'es' ? ' language="es-US"' : ''}>${text.replaceAll(/[<>&]/g, ' ')}</Say><Pause length="1"/></Response>`;

const fieldOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;

function idOf(body: unknown): { readonly providerId?: string } {
  const sid = fieldOf(body, 'sid');
  return typeof sid === 'string' && sid.length <= 200 ? { providerId: sid } : {};
}

/** Twilio says by a code why it refuses. */
function asRefused(result: HandoverResult, body: unknown): HandoverResult {
  const code = fieldOf(body, 'code');
  return result.kind === 'failed' && typeof code === 'number'
    ? { kind: 'failed', reason: twilioReason(String(code)) }
    : result;
}
