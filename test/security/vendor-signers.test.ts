import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { sign } from 'retell-sdk';
import { Webhook } from 'standardwebhooks';
import type { RouteId } from '../../lib/routes.ts';
import { retellSecret, secrets, standardSecret } from './accounts.ts';
import {
  callCompleteBody,
  crmBody,
  functionCallBody,
  outcome,
  type Service,
  startedAt,
  startService,
  voicetwoBody,
} from './fixture.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  jest.restoreAllMocks();
  await service.destroy();
});
beforeEach(() => {
  service.clock.time = startedAt;
  // Retell's signer takes the time from the machine.
  jest.spyOn(Date, 'now').mockReturnValue(startedAt);
});

const standardHeaders = (body: string, at: number, secret = standardSecret) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at / 1000)),
  'webhook-signature': new Webhook(secret).sign('msg_1', new Date(at), body),
});

const vendors = [
  {
    vendor: 'retell-sdk',
    headersFor: async (body: string) => ({ 'x-retell-signature': await sign(body, retellSecret) }),
    strangersFor: async (body: string) => ({ 'x-retell-signature': await sign(body, secrets.nobody) }),
  },
  {
    vendor: 'standardwebhooks',
    headersFor: async (body: string) => standardHeaders(body, startedAt),
    strangersFor: async (body: string) => standardHeaders(body, startedAt, `whsec_${btoa(secrets.nobody)}`),
  },
];

const bodies: readonly (readonly [RouteId, object, number])[] = [
  ['crm', crmBody({}, { firstName: 'Zoë 🛠' }), 202],
  ['voiceone-function-call', functionCallBody('get_service_types', { note: 'Zoë 🛠' }), 200],
  ['voiceone-call-complete', callCompleteBody({}, { transcript: 'Zoë 🛠' }), 204],
  ['voicetwo', voicetwoBody('status-update', { note: 'Zoë 🛠' }), 200],
];

describe.each(vendors)('what $vendor signs', ({ headersFor, strangersFor }) => {
  it.each(bodies)('is accepted on %s', async (route, payload, status) => {
    const body = JSON.stringify(payload);
    expect((await service.send(route, body, { headers: await headersFor(body) })).statusCode).toBe(status);
  });

  it.each(bodies)('is refused on %s when it was altered by one byte', async (route, payload) => {
    const body = JSON.stringify(payload);
    const headers = await headersFor(body);
    expect(outcome(await service.send(route, `${body} `, { headers }))).toEqual([401, 'signature_invalid']);
  });

  it('is refused under a secret that we do not have', async () => {
    const body = JSON.stringify(crmBody());
    const headers = await strangersFor(body);
    expect(outcome(await service.send('crm', body, { headers }))).toEqual([401, 'signature_invalid']);
  });

  it.each([-302_000, 302_000])('is refused %d ms away from its time', async (away) => {
    const body = JSON.stringify(crmBody());
    const headers = await headersFor(body);
    service.clock.time = startedAt + away;
    expect(outcome(await service.send('crm', body, { headers }))).toEqual([
      401,
      'timestamp_out_of_tolerance',
    ]);
  });
});
