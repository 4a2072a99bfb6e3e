import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { voicePlatforms } from '../../lib/platforms/index.ts';
import type { RouteId } from '../../lib/routes.ts';
import { catalog } from '../../lib/voice/catalog.ts';
import {
  callCompleteBody,
  callFunction,
  crmBody,
  functionCallBody,
  monday,
  outcome,
  type Service,
  startService,
  voicetwoBody,
} from './fixture.ts';

const phone = '+13105550142';
const nameOfZenith = 'Zachary Zimmerman';
const booking = { date: monday, time: '9:00 AM', serviceType: 'repair', customerName: nameOfZenith };

let service: Service;
let zenithIds: readonly string[];

const technicianOfZenith = 'zenith tech 0';
/** A caller's own words, which the notes of a booking keep. */
const saidToAcme = `"text":"${technicianOfZenith}"`;

/** Everything stored for zenith: its account, customers, requests, claims, calls and their parts. */
const ofZenith = async () =>
  // What acme's own calls were told is acme's.
  (await service.items()).filter(
    (item) =>
      !String(item.pk).startsWith('MEMORY#acme#') &&
      /zenith/i.test(JSON.stringify(item).replace(saidToAcme, '')),
  );

beforeAll(async () => {
  service = await startService();
  const facts = { account: 'zenith', callId: 'call_shared', from: phone };
  const booked = await Promise.all(
    voicePlatforms.map((platform) =>
      callFunction(
        service,
        platform,
        'book_job',
        { ...booking, address: '1 Zenith Way', notes: 'zenith' },
        facts,
      ),
    ),
  );
  zenithIds = booked.map(({ dispatchRequestId = 'none' }) => dispatchRequestId);
  expect(booked).toEqual(voicePlatforms.map(() => expect.objectContaining({ confirmed: true })));
  await service.send('voiceone-call-complete', callCompleteBody(facts));
  await service.send('voicetwo', voicetwoBody('end-of-call-report', { transcript: 'Hello' }, facts));
});
afterAll(() => service.destroy());

/** All arguments that any function takes, with values that would match zenith's data. */
const greedy = () => ({
  ...booking,
  customerName: 'Ann',
  customerPhone: phone,
  phone,
  dispatchRequestId: zenithIds[0],
  accountId: 'zenith',
  technician: technicianOfZenith,
});

const functions = voicePlatforms.flatMap((platform) =>
  catalog.map((entry) => ({ platform, name: entry[platform] })),
);

describe('a call of acme with the call id, the caller and the arguments of zenith', () => {
  const facts = { account: 'acme', callId: 'call_shared', from: phone };
  let before: unknown;
  beforeEach(async () => {
    before = await ofZenith();
  });

  it.each(functions)(
    'neither reads nor changes any of it in $name ($platform)',
    async ({ platform, name }) => {
      const sent = greedy();
      const result = await callFunction(service, platform, name, sent, facts);
      const isOwn = (field: string, value: unknown) =>
        field === 'sent' && Object.values<unknown>(sent).includes(value);
      const told = JSON.stringify(result, (field, value) => (isOwn(field, value) ? undefined : value));
      expect(told).not.toMatch(/zenith|zimmerman|zachary|\+1310/i);
      for (const id of zenithIds) expect(told).not.toContain(id);
      expect(await ofZenith()).toEqual(before);
    },
  );

  it.each(voicePlatforms)('books at the same time as its appointment (%s)', async (platform) => {
    const result = await callFunction(
      service,
      platform,
      'book_job',
      { ...booking, customerName: 'Ann' },
      facts,
    );
    expect(result).toMatchObject({ confirmed: true, time: '9:00 AM' });
    expect(zenithIds).not.toContain(result.dispatchRequestId);
    expect(await ofZenith()).toEqual(before);
  });

  it.each(voicePlatforms)('reports its own emergency (%s)', async (platform) => {
    const callId = `emergency_${platform}`;
    const booked = { ...booking, time: '1:00 PM', additionalVisit: true };
    const theirs = { ...facts, account: 'zenith', callId };
    const zenith = await callFunction(service, platform, 'book_job', booked, theirs);
    const stored = await ofZenith();
    const own = { ...facts, callId };
    const result = await callFunction(service, platform, 'book_job', { urgency: 'emergency' }, own);
    expect(zenith).toMatchObject({ confirmed: true });
    expect(result).toMatchObject({ reason: 'needs_human', dispatchRequestId: expect.any(String) });
    expect(result.dispatchRequestId).not.toBe(zenith.dispatchRequestId);
    expect(await ofZenith()).toEqual(stored);
  });
});

describe('looking up a customer', () => {
  const anonymous = { account: 'zenith', callId: 'call_x', from: 'anonymous' };

  it.each([
    ['another caller', { ...anonymous, from: '+12125550177' }],
    ['a caller without a number', anonymous],
  ])('%s gets the same answer for a known and an unknown number', async (_who, facts) => {
    const known = await callFunction(service, 'voiceone', 'lookup_customer', { customerPhone: phone }, facts);
    const unknown = await callFunction(
      service,
      'voiceone',
      'lookup_customer',
      { phone: '+13105550111' },
      facts,
    );
    expect(known).toMatchObject({ found: false, reason: 'number_not_verified', message: expect.any(String) });
    expect(known).not.toHaveProperty('customer');
    expect(unknown).toEqual(known);
  });

  it('the caller gets the record of their own number, without the address', async () => {
    const own = { account: 'zenith', callId: 'call_x', from: phone };
    const result = await callFunction(service, 'voiceone', 'lookup_customer', {}, own);
    expect(result).toMatchObject({ found: true, customer: { name: nameOfZenith, addressOnFile: true } });
    expect(JSON.stringify(result)).not.toContain('1 Zenith Way');
  });
});

type Facts = { readonly account: string; readonly callId: string };
const requests: readonly (readonly [RouteId, string, (facts: Facts) => object])[] = [
  ['crm', 'a lead', crmBody],
  ['voiceone-function-call', 'a booking', (facts) => functionCallBody('book_job', booking, facts)],
  ['voiceone-call-complete', 'a call', callCompleteBody],
  [
    'voicetwo',
    'a function call',
    (facts) =>
      voicetwoBody(
        'function-call',
        { functionCall: { name: 'bookAppointment', parameters: booking } },
        facts,
      ),
  ],
  [
    'voicetwo',
    'tool calls',
    (facts) =>
      voicetwoBody(
        'tool-calls',
        { toolCallList: [{ id: 't', name: 'book_job', arguments: booking }] },
        facts,
      ),
  ],
  ['voicetwo', 'a transfer', (facts) => voicetwoBody('transfer-destination-request', {}, facts)],
  ['voicetwo', 'a report', (facts) => voicetwoBody('end-of-call-report', { transcript: 'Hello' }, facts)],
];

describe('a key for acme alone', () => {
  it.each(requests)(
    'on %s with %s: foreign and unknown accounts are answered alike',
    async (route, _what, body) => {
      const { writes } = service.storage;
      const foreign = await service.send(route, body({ account: 'zenith', callId: 'new' }), { key: 'acme' });
      const unknown = await service.send(route, body({ account: 'nowhere', callId: 'new' }), { key: 'acme' });
      expect(outcome(foreign)).toEqual([403, 'account_forbidden']);
      expect(unknown).toEqual(foreign);
      expect(service.storage.writes).toBe(writes);
      expect(
        (await service.send(route, body({ account: 'acme', callId: 'own' }), { key: 'acme' })).statusCode,
      ).toBeLessThan(300);
    },
  );
});

describe('the id of a call of zenith', () => {
  it.each([
    ['acme', 'voiceone-call-complete', callCompleteBody],
    ['all', 'voiceone-call-complete', callCompleteBody],
    ['acme', 'voicetwo', (facts: Facts) => voicetwoBody('end-of-call-report', { transcript: 'No' }, facts)],
  ] as const)('is another call for acme under the key for %s on %s', async (key, route, body) => {
    const before = await ofZenith();
    const response = await service.send(route, body({ account: 'acme', callId: 'call_shared' }), { key });
    expect(response.statusCode).toBeLessThan(300);
    const own = (await service.items()).filter(({ pk }) => String(pk).startsWith('CALL#acme#'));
    expect(own).not.toEqual([]);
    expect(await ofZenith()).toEqual(before);
  });
});

describe('a call that rings, under a key for acme alone', () => {
  const inbound = (agent_id: string) => ({
    event: 'call_inbound',
    call_inbound: { agent_id, from_number: phone, to_number: '+12125550100' },
  });
  const variablesOf = ({ body = '' }: { body?: string | undefined }) =>
    v.parse(
      v.object({ call_inbound: v.object({ dynamic_variables: v.record(v.string(), v.string()) }) }),
      JSON.parse(body),
    );

  it('reveals nothing of zenith, even by its number', async () => {
    const foreign = await service.send('voiceone-call-inbound', inbound('agent_zenith'), { key: 'acme' });
    expect(outcome(foreign)).toEqual([403, 'account_forbidden']);
    const own = await service.send('voiceone-call-inbound', inbound('agent_acme'), { key: 'acme' });
    expect(variablesOf(own).call_inbound.dynamic_variables.company_name).toMatch(/acme/i);
    expect(own.body).not.toMatch(/zenith|zimmerman|zachary/i);
  });

  it('is answered like an agent without an account', async () => {
    const unknown = await service.send('voiceone-call-inbound', inbound('agent_nowhere'), { key: 'acme' });
    expect([unknown.statusCode, unknown.body]).toEqual([200, '{"call_inbound":{}}']);
  });
});
