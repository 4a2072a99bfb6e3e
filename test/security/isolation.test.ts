import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RouteId } from '../../lib/routes.ts';
import { catalog } from '../../lib/voice/catalog.ts';
import {
  callCompleteBody,
  callFunction,
  createWorld,
  crmBody,
  functionCallBody,
  monday,
  outcome,
  voicetwoBody,
  type World,
} from './fixture.ts';

const phone = '+13105550142';
const nameOfZenith = 'Zachary Zimmerman';
const booking = { date: monday, time: '9:00 AM', serviceType: 'repair', customerName: nameOfZenith };
const platforms = ['voiceone', 'voicetwo'] as const;

let world: World;
let zenithIds: readonly string[];

/** Everything of zenith's that is stored: its account, customers, requests, claims, calls and their parts. */
const ofZenith = async () => (await world.items()).filter((item) => /zenith/i.test(JSON.stringify(item)));

beforeAll(async () => {
  world = await createWorld();
  const facts = { account: 'zenith', callId: 'call_shared', from: phone };
  const booked = await Promise.all(
    platforms.map((platform) =>
      callFunction(
        world,
        platform,
        'book_job',
        { ...booking, address: '1 Zenith Way', notes: 'zenith' },
        facts,
      ),
    ),
  );
  zenithIds = booked.map(({ dispatchRequestId = 'none' }) => dispatchRequestId);
  expect(booked).toEqual(platforms.map(() => expect.objectContaining({ confirmed: true })));
  await world.send('voiceone-call-complete', callCompleteBody(facts));
  await world.send('voicetwo', voicetwoBody('end-of-call-report', { transcript: 'Hello' }, facts));
});
afterAll(() => world.destroy());

/** All arguments that any function takes, made to hit what zenith has. */
const greedy = () => ({
  ...booking,
  customerName: 'Ann',
  customerPhone: phone,
  phone,
  dispatchRequestId: zenithIds[0],
  accountId: 'zenith',
  technician: 'zenith tech 0',
});

const functions = platforms.flatMap((platform) =>
  catalog.map((entry) => ({ platform, name: entry[platform] })),
);

describe('a call of acme with the call id, the caller and the arguments of zenith', () => {
  const facts = { account: 'acme', callId: 'call_shared', from: phone };
  let before: unknown;
  beforeEach(async () => {
    before = await ofZenith();
  });

  it.each(functions)(
    'neither sees nor changes anything of it in $name ($platform)',
    async ({ platform, name }) => {
      const result = await callFunction(world, platform, name, greedy(), facts);
      expect(JSON.stringify(result)).not.toMatch(/zenith|zimmerman|zachary|\+1310/i);
      for (const id of zenithIds) expect(JSON.stringify(result)).not.toContain(id);
      expect(await ofZenith()).toEqual(before);
    },
  );

  it.each(platforms)('books beside its appointment, which is in nobody’s way (%s)', async (platform) => {
    const result = await callFunction(
      world,
      platform,
      'book_job',
      { ...booking, customerName: 'Ann' },
      facts,
    );
    expect(result).toMatchObject({ confirmed: true, time: '9:00 AM' });
    expect(zenithIds).not.toContain(result.dispatchRequestId);
    expect(await ofZenith()).toEqual(before);
  });

  it.each(platforms)('reports an emergency of its own (%s)', async (platform) => {
    const callId = `emergency_${platform}`;
    const booked = { ...booking, time: '1:00 PM' };
    const theirs = { ...facts, account: 'zenith', callId };
    const zenith = await callFunction(world, platform, 'book_job', booked, theirs);
    const stored = await ofZenith();
    const own = { ...facts, callId };
    const result = await callFunction(world, platform, 'book_job', { urgency: 'emergency' }, own);
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
    const known = await callFunction(world, 'voiceone', 'lookup_customer', { customerPhone: phone }, facts);
    const unknown = await callFunction(
      world,
      'voiceone',
      'lookup_customer',
      { phone: '+13105550111' },
      facts,
    );
    expect(known).toEqual({ found: false, reason: 'number_not_verified', message: expect.any(String) });
    expect(unknown).toEqual(known);
  });

  it('the caller gets the record of their own number, without the address', async () => {
    const own = { account: 'zenith', callId: 'call_x', from: phone };
    const result = await callFunction(world, 'voiceone', 'lookup_customer', {}, own);
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
    'on %s with %s: foreign and unknown accounts in the same words',
    async (route, _what, body) => {
      const { writes } = world.storage;
      const foreign = await world.send(route, body({ account: 'zenith', callId: 'new' }), { key: 'acme' });
      const unknown = await world.send(route, body({ account: 'nowhere', callId: 'new' }), { key: 'acme' });
      expect(outcome(foreign)).toEqual([403, 'account_forbidden']);
      expect(unknown).toEqual(foreign);
      expect(world.storage.writes).toBe(writes);
      expect(
        (await world.send(route, body({ account: 'acme', callId: 'own' }), { key: 'acme' })).statusCode,
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
    const response = await world.send(route, body({ account: 'acme', callId: 'call_shared' }), { key });
    expect(response.statusCode).toBeLessThan(300);
    const own = (await world.items()).filter(({ pk }) => String(pk).startsWith('CALL#acme#'));
    expect(own).not.toEqual([]);
    expect(await ofZenith()).toEqual(before);
  });
});
