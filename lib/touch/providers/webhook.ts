import type { OutboxMessage } from '../../record/outbox/message.ts';
import { hmacSha256, standardWebhooksSecret } from '../../signatures/hmac.ts';
import { htmlOf } from '../html.ts';
import { afterRefusal, type Exchange, exchange } from './http.ts';
import type { HandoverResult, Provider } from './provider.ts';

/** Where messages of an account go, and what signs them. */
export interface WebhookKey {
  readonly url: string;
  /** `whsec_<base64>` */
  readonly secret: string;
}

export interface WebhookProviderDependencies {
  readonly keyOf: (accountId: string) => Promise<WebhookKey | undefined>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Posts messages to a URL of the company's own, signed by Standard Webhooks. */
export const webhookProvider = ({ keyOf, now }: WebhookProviderDependencies): Provider => ({
  async send(message) {
    const key = await keyOf(message.accountId);
    const secret = key && standardWebhooksSecret(key.secret);
    if (key === undefined || secret === undefined) return { kind: 'failed', reason: 'no_key' };
    const body = JSON.stringify(bodyOf(message, now()));
    const timestamp = String(Math.floor(now() / 1000));
    const signature = hmacSha256(secret, `${message.messageId}.${timestamp}.${body}`).toString('base64');
    const headers = {
      'content-type': 'application/json',
      'webhook-id': message.messageId,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    };
    return resultOf(await exchange(key.url, { headers, body }), now());
  },
});

/** What is posted. Fields that are undefined are left out. */
function bodyOf(message: OutboxMessage, now: number): object {
  const { messageId, accountId, channel, template, dispatchRequestId, version, from, to } = message;
  const { text, segments, subject, hoursBefore, expiresAt } = message;
  const mail = channel === 'email' ? { subject, html: htmlOf(text) } : { segments };
  const data = { messageId, accountId, channel, template, dispatchRequestId, version, from, to, text };
  return {
    type: 'message.send',
    timestamp: new Date(now).toISOString(),
    data: { ...data, ...mail, hoursBefore, expiresAt },
  };
}

function resultOf(answer: Exchange, now: number): HandoverResult {
  if (answer.kind !== 'answered' || answer.status < 200 || answer.status >= 300)
    return afterRefusal(answer, now);
  const providerId = textField(answer.body, 'providerId');
  return { kind: 'sent', ...(providerId !== undefined && { providerId }) };
}

function textField(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' && value.length <= 200 ? value : undefined;
}
