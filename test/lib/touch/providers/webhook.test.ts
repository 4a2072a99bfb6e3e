import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { OutboxMessage } from '../../../../lib/record/outbox/message.ts';
import { twilioProvider } from '../../../../lib/touch/providers/twilio.ts';
import { webhookProvider } from '../../../../lib/touch/providers/webhook.ts';

const NOW = Date.now();
const secret = `whsec_${Buffer.from('a secret of a provider').toString('base64')}`;
const message: OutboxMessage = {
  ...{ messageId: 'ms_0123456789abcdefghjk', accountId: 'acme', channel: 'sms', template: 'booked' },
  ...{ audience: 'customer', dispatchRequestId: 'dr_0123456789abcdefghjk', version: 3, provider: 'webhook' },
  ...{ from: '+12125550100', to: '+12125550143', text: 'Booked: https://pages.example/v/x', segments: 1 },
  ...{
    status: 'sending',
    attempts: 1,
    createdAt: '2026-06-01T12:00:00.000Z',
    dueAt: '2026-06-01T12:00:00.000Z',
  },
  expiresAt: new Date(NOW + 600_000).toISOString(),
};

interface Seen {
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
let seen: Seen[] = [];
let answer: { status: number; headers?: Record<string, string>; body?: string } = { status: 200 };
const server = createServer(async (request, response) => {
  seen.push({ url: request.url, headers: request.headers, body: await text(request) });
  if (answer.status === 0) return void request.socket.destroy();
  response.writeHead(answer.status, answer.headers).end(answer.body ?? '');
});
let url = '';

function portOf(listening: Server): number {
  const address = listening.address();
  if (typeof address !== 'object' || address === null) throw new Error('It listens on a port');
  return address.port;
}
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${portOf(server)}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  seen = [];
  answer = { status: 200 };
});

const webhook = (to = `${url}/messages`) =>
  webhookProvider({ keyOf: async () => ({ url: to, secret }), now: () => NOW });

describe('the provider webhook', () => {
  it('posts a message that is signed by Standard Webhooks', async () => {
    answer = { status: 202, body: '{"providerId":"p1"}' };
    const result = await webhook().send(message);
    const [only] = seen;
    if (only === undefined) throw new Error('It was posted');
    const { headers, body } = only;
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;
    const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));

    expect(result).toEqual({ kind: 'sent', providerId: 'p1' });
    expect(headers['webhook-id']).toBe(message.messageId);
    expect(new Webhook(secret).verify(body, signed)).toEqual({
      type: 'message.send',
      timestamp: new Date(NOW).toISOString(),
      data: {
        ...{ messageId: message.messageId, accountId: 'acme', channel: 'sms', template: 'booked' },
        ...{ dispatchRequestId: message.dispatchRequestId, version: 3, from: message.from, to: message.to },
        ...{ text: message.text, segments: 1, expiresAt: message.expiresAt },
      },
    });
  });

  it('posts an e-mail with its subject and HTML', async () => {
    const mail = {
      ...message,
      channel: 'email',
      subject: 'Your visit',
      text: 'A & <b>: https://x.example/v/1',
    } as const;
    await webhook().send({ ...mail, segments: undefined, dispatchRequestId: undefined, version: undefined });
    const { data } = JSON.parse(seen[0]?.body ?? '');

    expect(data).not.toHaveProperty('segments');
    expect(data).not.toHaveProperty('version');
    expect(data).toMatchObject({ subject: 'Your visit', text: mail.text });
    expect(data.html).toContain(
      'A &amp; &lt;b&gt;: <a href="https://x.example/v/1">https://x.example/v/1</a>',
    );
  });

  it.each<[string, typeof answer, object]>([
    ['429 with seconds', { status: 429, headers: { 'retry-after': '7' } }, { kind: 'later', afterMs: 7_000 }],
    ['503 without a time', { status: 503 }, { kind: 'later' }],
    [
      '400 with a reason',
      { status: 400, body: '{"reason":"landline"}' },
      { kind: 'failed', reason: 'landline' },
    ],
    ['422 without one', { status: 422, body: 'no' }, { kind: 'failed', reason: 'refused_422' }],
    [
      '404 with a sentence',
      { status: 404, body: '{"reason":"no such +12125550143"}' },
      { kind: 'failed', reason: 'refused_404' },
    ],
    ['500', { status: 500 }, { kind: 'unknown', reason: 'answered_500' }],
    ['502', { status: 502 }, { kind: 'unknown', reason: 'answered_502' }],
    [
      'a redirect',
      { status: 307, headers: { location: 'http://127.0.0.1:9/' } },
      { kind: 'unknown', reason: 'answered_307' },
    ],
    ['a broken connection', { status: 0 }, { kind: 'unknown', reason: 'connection_lost' }],
  ])('takes %s for what it is', async (_, given, result) => {
    answer = given;
    expect(await webhook().send(message)).toEqual(result);
    expect(seen).toHaveLength(1);
  });

  it('knows that nothing was sent where nobody listens', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => {
      closed.listen(0, '127.0.0.1', resolve);
    });
    const nobody = `http://127.0.0.1:${portOf(closed)}/`;
    await new Promise((resolve) => closed.close(resolve));

    expect(await webhook(nobody).send(message)).toEqual({ kind: 'later' });
  });

  it('needs a key', async () => {
    const bare = webhookProvider({ keyOf: async () => undefined, now: () => NOW });
    expect(await bare.send(message)).toEqual({ kind: 'failed', reason: 'no_key' });
  });
});

describe('the provider twilio', () => {
  const twilio = () =>
    twilioProvider({
      twilioKeyOf: async () => ({ accountSid: 'AC1', authToken: 'a token of enough length', url }),
      webhooksUrl: 'https://hooks.example',
      now: () => NOW,
    });

  it('posts a text with its lifetime and where to report', async () => {
    answer = { status: 201, body: '{"sid":"SM1"}' };
    expect(await twilio().send(message)).toEqual({ kind: 'sent', providerId: 'SM1' });
    expect(seen[0]?.url).toBe('/2010-04-01/Accounts/AC1/Messages.json');
    expect(seen[0]?.headers.authorization).toBe(`Basic ${btoa('AC1:a token of enough length')}`);
    expect(Object.fromEntries(new URLSearchParams(seen[0]?.body))).toEqual({
      ...{ From: message.from, To: message.to, Body: message.text, ValidityPeriod: '600' },
      StatusCallback: `https://hooks.example/api/webhooks/messaging/twilio?message=${message.messageId}`,
    });
  });

  it('reads a call in Spanish out with a Spanish voice', async () => {
    answer = { status: 201, body: '{}' };
    await twilio().send({ ...message, channel: 'voice', language: 'es', text: 'Olor a gas' });
    expect(new URLSearchParams(seen[0]?.body).get('Twiml')).toBe(
      '<Response><Say language="es-US">Olor a gas</Say><Pause length="1"/></Response>',
    );
  });

  it('reads a call out, without markup of others', async () => {
    answer = { status: 201, body: '{}' };
    await twilio().send({ ...message, channel: 'voice', text: 'Gas <Play> & more' });
    expect(seen[0]?.url).toBe('/2010-04-01/Accounts/AC1/Calls.json');
    expect(new URLSearchParams(seen[0]?.body).get('Twiml')).toBe(
      '<Response><Say>Gas  Play    more</Say><Pause length="1"/></Response>',
    );
  });

  it.each([
    [21610, 'opted_out'],
    [21614, 'landline'],
    [12345, 'twilio_12345'],
  ])('reads its code %d as %s', async (code, reason) => {
    answer = { status: 400, body: JSON.stringify({ code }) };
    expect(await twilio().send(message)).toEqual({ kind: 'failed', reason });
  });
});
