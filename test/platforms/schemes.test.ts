import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RouteId } from '../../lib/routes.ts';
import { accountDocument, type Service, START, startService } from '../functions/service.ts';
import { customWebhook } from '../support/platforms/crm.ts';
import { callEnded, functionCall as voiceoneCall } from '../support/platforms/voiceone.ts';
import { message } from '../support/platforms/voicetwo.ts';
import { toolCalls } from '../support/platforms/voicetwo-tool-calls.ts';
import {
  signEd25519,
  signHmac,
  signSharedSecret,
  signStandardWebhooks,
  signTimestamped,
  signWithTimestampHeader,
} from '../support/signers.ts';

const secret = 'an invented secret of the platform';
const standardSecret = `whsec_${Buffer.from(secret).toString('base64')}`;
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString();

interface Sender {
  readonly sender: string;
  /** The entry of the secret's `keys`: all that is needed to understand a platform. */
  readonly entry: object;
  readonly bodies: readonly (readonly [RouteId, object, number])[];
  /** Signs as the platform does. `at`: epoch milliseconds. */
  readonly sign: (body: string, at: number) => Record<string, string>;
  /** Whether the signature covers a time, and the body. */
  readonly proves: { readonly time: boolean; readonly body: boolean };
}

const lead = ['crm', customWebhook(), 202] as const;
const voiceone = [
  ['voiceone-function-call', voiceoneCall({ id: 't1', name: 'get_service_types', args: {} }), 200],
  ['voiceone-call-complete', callEnded(), 204],
] as const;
const voicetwo = [
  ['voicetwo', toolCalls({ toolCallList: [{ id: 't1', name: 'getServiceTypes' }] }), 200],
  ['voicetwo', message('status-update'), 200],
] as const;

const senders: readonly Sender[] = [
  {
    sender: 'x-retell-signature: v=…,d=…',
    entry: { scheme: 'hmac-sha256-timestamped', header: 'x-retell-signature', secret },
    bodies: voiceone,
    sign: (body, at) => signTimestamped(body, secret, at),
    proves: { time: true, body: true },
  },
  {
    sender: 'an HMAC credential, x-timestamp in milliseconds',
    entry: { scheme: 'hmac-sha256-timestamp-header', header: 'x-signature', secret },
    bodies: voicetwo,
    sign: (body, at) => signWithTimestampHeader(body, secret, String(at), { header: 'X-Signature' }),
    proves: { time: true, body: true },
  },
  {
    sender: 'an HMAC credential, own timestamp header, seconds, base64',
    entry: {
      scheme: 'hmac-sha256-timestamp-header',
      header: 'x-vapi-signature',
      timestampHeader: 'x-vapi-timestamp',
      secret,
    },
    bodies: voicetwo,
    sign: (body, at) =>
      signWithTimestampHeader(body, secret, String(at / 1000), {
        header: 'x-vapi-signature',
        timestampHeader: 'X-Vapi-Timestamp',
        encoding: 'base64',
      }),
    proves: { time: true, body: true },
  },
  {
    sender: 'a bearer token',
    entry: { scheme: 'shared-secret', header: 'authorization', secret },
    bodies: voicetwo,
    sign: () => signSharedSecret(secret, 'authorization'),
    proves: { time: false, body: false },
  },
  {
    sender: 'x-vapi-secret',
    entry: { scheme: 'shared-secret', header: 'x-vapi-secret', secret },
    bodies: voicetwo,
    sign: () => signSharedSecret(secret, 'X-Vapi-Secret'),
    proves: { time: false, body: false },
  },
  {
    sender: 'x-ghl-signature of a marketplace app',
    entry: { scheme: 'ed25519', header: 'x-ghl-signature', publicKey: pem },
    bodies: [lead],
    sign: (body) => signEd25519(body, privateKey, 'X-GHL-Signature'),
    proves: { time: false, body: true },
  },
  {
    sender: 'standard webhooks',
    entry: { scheme: 'standard-webhooks', secret: standardSecret },
    bodies: [lead, ...voiceone, ...voicetwo],
    sign: (body, at) => signStandardWebhooks(body, standardSecret, String(at / 1000)),
    proves: { time: true, body: true },
  },
  {
    sender: 'sha256=… of the body',
    entry: { scheme: 'hmac-sha256', header: 'x-hub-signature-256', secret },
    bodies: [lead, ...voiceone, ...voicetwo],
    sign: (body) => signHmac(body, secret, { header: 'X-Hub-Signature-256', prefix: 'sha256=' }),
    proves: { time: false, body: true },
  },
];

describe.each(senders)('a platform that sends $sender', ({ entry, bodies, sign, proves }) => {
  let service: Service;
  beforeAll(async () => {
    const keys = [{ id: 'platform', accounts: ['acme-hvac'], ...entry }];
    service = await startService(accountDocument(), { keys });
  });
  afterAll(() => service.stop());

  it.each(bodies)('is understood on %s by configuration alone', async (route, payload, status) => {
    const body = JSON.stringify(payload);
    expect((await service.send(route, body, sign(body, START))).status).toBe(status);
  });

  it.each(bodies)('is refused on %s without its header', async (route, payload) => {
    const { status, body } = await service.send(route, payload, {});
    expect([status, body.code]).toEqual([401, 'signature_missing']);
  });

  it(`is ${proves.body ? 'refused' : 'understood'} if the body was parsed and written again on the way`, async () => {
    const [[route, payload, status] = lead] = bodies;
    const body = JSON.stringify(payload);
    const answer = await service.send(route, JSON.stringify(payload, null, 1), sign(body, START));
    expect(answer.status).toBe(proves.body ? 401 : status);
  });

  it(`is ${proves.time ? 'refused' : 'understood'} more than five minutes later`, async () => {
    const [[route, payload, status] = lead] = bodies;
    const body = JSON.stringify(payload);
    const answer = await service.send(route, body, sign(body, START - 301_000));
    expect(answer.status).toBe(proves.time ? 401 : status);
    if (proves.time) expect(answer.body.code).toBe('timestamp_out_of_tolerance');
  });
});
