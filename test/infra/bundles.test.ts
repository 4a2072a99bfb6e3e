import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type PlatformRouteId, platformRoutes, routes } from '../../lib/routes.ts';
import { SYNTHESIS_MS } from '../support/assembly.ts';
import { type Cloud, startCloud } from '../support/deployed/cloud.ts';
import { baseUrl, send, type Told } from '../support/deployed/senders.ts';

let cloud: Cloud;
beforeAll(async () => {
  cloud = await startCloud();
}, SYNTHESIS_MS);
afterAll(() => cloud.stop());

interface Answered {
  readonly sample: string;
  readonly status: number;
  readonly body?: object;
}

const answered: Readonly<Record<PlatformRouteId, Answered>> = {
  crm: { sample: 'crm/lead', status: 202, body: { dispatchRequestId: expect.stringMatching(/^dr_/) } },
  'voiceone-function-call': {
    sample: 'voiceone/check-availability',
    status: 200,
    body: { availableSlots: expect.arrayContaining([expect.objectContaining({ time: '9:00 AM' })]) },
  },
  'voiceone-call-inbound': {
    sample: 'voiceone/call-inbound',
    status: 200,
    body: {
      call_inbound: { dynamic_variables: expect.objectContaining({ company_name: 'Acme Heating and Air' }) },
    },
  },
  'voiceone-call-complete': { sample: 'voiceone/call-ended', status: 204 },
  voicetwo: {
    sample: 'voicetwo/book-appointment',
    status: 200,
    body: { results: [{ result: expect.stringContaining('"confirmed":true') }] },
  },
};

describe.each(platformRoutes)('the bundle of $id', ({ id, path }) => {
  const { sample, status, body } = answered[id];
  let written: { stdout: string; stderr: string };
  let signed: Told;
  let unsigned: Told;
  beforeAll(async () => {
    signed = await send(cloud, sample, { call: `call_of_${id}` });
    const { status, body } = await cloud.ask(`${baseUrl(cloud)}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    unsigned = { status, body: JSON.parse(body) };
    written = await cloud.writtenBy(`${id}/Function`);
  });

  it(`answers ${sample} with ${status}`, () => {
    expect(signed.status).toBe(status);
    if (body === undefined) expect(signed.body).toBeUndefined();
    else expect(signed.body).toMatchObject(body);
  });

  it('refuses unsigned requests', () => {
    expect(unsigned).toMatchObject({ status: 401, body: { code: 'signature_missing' } });
  });

  it('writes one line of JSON per request and nothing else', () => {
    const lines = written.stdout.trimEnd().split('\n');
    const requestId = expect.stringMatching(/^[\w-]{36}$/);

    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ requestId, route: id, status, coldStart: true }),
      expect.objectContaining({ requestId, route: id, status: 401, coldStart: false }),
    ]);
    expect(written.stderr).toBe('');
  });
});

const texts = routes.filter(({ handles }) => handles.includes('texts'));

describe.each(texts)('the bundle of $id', ({ id, path }) => {
  it('refuses unsigned requests and writes one line of JSON', async () => {
    const answer = await cloud.ask(`${baseUrl(cloud)}${path}`, { method: 'POST', body: '{}' });
    const { stdout, stderr } = await cloud.writtenBy(`${id}/Function`);

    expect([answer.status, JSON.parse(answer.body)]).toMatchObject([401, { code: 'signature_missing' }]);
    expect(JSON.parse(stdout)).toMatchObject({ route: id, status: 401 });
    expect(stderr).toBe('');
  });
});
