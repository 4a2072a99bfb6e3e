import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { jobBody, noteBody, reasonBody } from '../../lib/board/bodies.ts';
import { customDataEntries } from '../../lib/platforms/crm/nested-body.ts';
import { crmSamples } from '../../lib/platforms/crm/samples.ts';
import { voicePlatforms } from '../../lib/platforms/index.ts';
import type { Sample } from '../../lib/platforms/samples/sample.ts';
import type { RouteId } from '../../lib/routes.ts';
import { catalog } from '../../lib/voice/catalog.ts';
import { boardOf } from '../functions/board-fixture.ts';
import { accountDocument, type Service } from '../functions/service.ts';
import { servicePerTest } from '../functions/service-per-test.ts';

// A marker in every text of every source, which is then looked for in every answer to everybody else.

const OWNER = '+12125550110';
const TELLER = '+12125550210';
const STRANGER = '+12125550330';
const HIDDEN = 'anonymous';
const called = { acme: '+12125550100', zenith: '+12125550101' } as const;
type AccountName = keyof typeof called;
type Args = Record<string, unknown>;

const technicians = ['ana', 'ben', 'cleo', 'dan'].map((id) => ({ id, name: id }));
const documentOf = (name: AccountName, over: Args = {}) =>
  accountDocument({
    technicians,
    origins: {
      crm: [`loc_${name}`],
      voiceone: [`agent_${name}`],
      voicetwo: [`asst_${name}`],
      numbers: [called[name]],
    },
    ...over,
  });
const service = servicePerTest(() => documentOf('acme'));

/** Where a marker was planted. */
interface Planted {
  readonly field: string;
}

/** Markers are words of letters with a control character behind, so that they are no reason to drop a text. */
function planter() {
  const planted = new Map<string, Planted>();
  const mark = (field: string): string => {
    const number = String(planted.size).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
    const marker = `Qzx${number}xzq`;
    planted.set(marker, { field });
    return `${marker}\u0007`;
  };
  return { planted, mark };
}
type Mark = ReturnType<typeof planter>['mark'];

/** A body with a marker for each text, except in fields that a program reads. */
function marked(value: unknown, mark: Mark, structural: ReadonlySet<string>, name = ''): unknown {
  if (structural.has(name)) return value;
  if (typeof value === 'string') return mark(name);
  if (Array.isArray(value)) return value.map((one) => marked(one, mark, structural, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, marked(one, mark, structural, key)]),
  );
}

const crmStructure = new Set(['type', 'locationId', 'location', 'phone']);
const reportStructure = new Set([
  ...['event', 'call_id', 'agent_id', 'call_type', 'direction', 'from_number', 'to_number', 'call_status'],
  ...['disconnection_reason', 'role'],
]);
const contextOf = (callId: string) => ({
  ...{ origin: 'loc_acme', caller: OWNER, called: called.acme, callId, invocationId: callId },
  ...{ date: '2026-06-10', time: '09:00', serviceType: 'AC Repair', now: new Date(0) },
});

async function plantLead(sample: Sample, mark: Mark): Promise<void> {
  const customData = Object.fromEntries(Object.keys(customDataEntries).map((name) => [name, 'text']));
  const body = marked(sample.body(contextOf('call_lead'), customData), mark, crmStructure);
  expect((await service().send('crm', body)).status).toBe(202);
}

/** Arguments that a function needs in order to store the others. */
const usable: Args = { date: '2026-06-10', time: '09:00', serviceType: 'AC Repair', customerPhone: OWNER };
const kept = new Set(['urgency', 'additionalVisit', 'dispatchRequestId', 'siteId', 'which', 'technician']);

/** Calls every function that stores anything: with a marker in each text of its arguments, then without structure. */
async function plantCall(number: string, mark: Mark): Promise<void> {
  for (const { voiceone: name, arguments: schema, writes } of catalog) {
    if (!writes) continue;
    const fields = Object.keys(schema.entries);
    const texts = fields.filter((field) => !(field in usable) && !kept.has(field));
    const args = (over: Args) => ({
      ...over,
      ...Object.fromEntries(texts.map((field) => [field, mark(field)])),
    });
    const call = { from_number: number, call_id: `call_of_${number}` };
    await service().call(name, args(usable), call);
    const all = Object.fromEntries(fields.map((field) => [field, mark(field)]));
    await service().call(name, { ...all, customerPhone: OWNER }, call);
  }
}

async function plantReport(mark: Mark): Promise<void> {
  const call = { call_id: 'call_report', agent_id: 'agent_acme', from_number: OWNER, to_number: called.acme };
  const texts = { transcript: 'text', recording_url: 'text', call_analysis: { call_summary: 'text' } };
  const body = marked({ event: 'call_ended', call: { ...call, ...texts } }, mark, reportStructure);
  expect((await service().send('voiceone-call-complete', body)).status).toBe(204);
}

async function plantDispatcher(mark: Mark): Promise<void> {
  const board = boardOf(service());
  const texts = (entries: object, structural: readonly string[]) =>
    Object.fromEntries(
      Object.keys(entries)
        .filter((name) => !structural.includes(name))
        .map((name) => [name, mark(name).slice(0, -1)]),
    );
  const job = texts(jobBody.entries, [
    'phone',
    'urgency',
    'preferredDate',
    'preferredTime',
    'serviceTypeId',
    'email',
  ]);
  const created = await board.post('/requests', { ...job, phone: OWNER }, undefined, {
    headers: { 'idempotency-key': 'key' },
  });
  expect(created.status).toBe(201);
  const path = `/requests/${created.body.dispatchRequestId}`;
  expect((await board.post(`${path}/notes`, texts(noteBody.entries, []), 1)).status).toBe(200);
  const start = { date: '2026-06-12', time: '09:00', serviceTypeId: 'ac-repair' };
  expect((await board.post(`${path}/schedule`, start, 2)).status).toBe(200);
  expect((await board.post(`${path}/hold`, texts(reasonBody.entries, []), 3)).status).toBe(200);
}

/** What may be heard of each source by whoever calls from the number that it is about. */
const heardByOwner = {
  /** A name and a street. */
  named: /^(?:name|first_?name|last_?name|full_?name|customerName|address1?|full_address|city)$/i,
  nothing: /^$/,
} as const;

const sources: readonly (readonly [string, keyof typeof heardByOwner, (mark: Mark) => Promise<void>])[] = [
  ...Object.entries(crmSamples).map(
    ([name, sample]) => [`a form (${name})`, 'named', (mark: Mark) => plantLead(sample, mark)] as const,
  ),
  ['a caller from the number', 'named', (mark) => plantCall(OWNER, mark)],
  ['a caller from another number', 'nothing', (mark) => plantCall(TELLER, mark)],
  ['a caller whose number is withheld', 'nothing', (mark) => plantCall(HIDDEN, mark)],
  ['a dispatcher', 'named', plantDispatcher],
  ['a report', 'nothing', plantReport],
];

/** Every answer and every variable that somebody can get who calls from a number. */
async function answersTo({ send }: Service, account: AccountName, number: string): Promise<string> {
  const answers: unknown[] = [];
  const ask = async (route: RouteId, body: unknown) => answers.push((await send(route, body)).body);
  const ringing = { agent_id: `agent_${account}`, from_number: number, to_number: called[account] };
  for (const event of ['call_inbound', 'chat_inbound'])
    await ask('voiceone-call-inbound', { event, [event]: ringing });
  const phone = { phoneNumber: { number: called[account] }, customer: { number } };
  await ask('voicetwo', { message: { type: 'assistant-request', ...phone, call: { id: 'call_ringing' } } });
  // Look-ups come first, so that they see what was planted.
  const ordered = [...catalog.filter(({ writes }) => !writes), ...catalog.filter(({ writes }) => writes)];
  const told: readonly Args[] = [{}, { ...usable, customerName: 'Kim Lee', about: 'a bill', notes: 'Ring.' }];
  for (const [index, args] of told.entries())
    for (const platform of voicePlatforms)
      for (const entry of ordered) {
        const callId = `ask_${platform}_${account}_${number}_${index}`;
        const name = entry[platform];
        const call = { id: callId, metadata: { assistantId: `asst_${account}` }, customer: { number } };
        const functionCall = { name, parameters: args };
        if (platform === 'voicetwo')
          await ask('voicetwo', { message: { type: 'function-call', functionCall, call } });
        else
          await ask('voiceone-function-call', {
            ...{ name, args },
            call: { call_id: callId, agent_id: `agent_${account}`, from_number: number },
          });
      }
  return JSON.stringify(answers);
}

describe.each(sources)('a text of %s', (_, rule, plant) => {
  const listeners: readonly (readonly [string, AccountName, string, RegExp])[] = [
    ['whoever calls from its number', 'acme', OWNER, heardByOwner[rule]],
    ['another number', 'acme', STRANGER, heardByOwner.nothing],
    ['a withheld number', 'acme', HIDDEN, heardByOwner.nothing],
    ['the same number at another company', 'zenith', OWNER, heardByOwner.nothing],
  ];

  it.each(listeners)('reaches %s only as the rules allow', async (_who, account, number, allowed) => {
    const { planted, mark } = planter();
    await service().accounts.put(documentOf('zenith', { accountId: 'zenith' }));
    await plant(mark);
    expect(planted.size).toBeGreaterThan(0);
    service().clock.now += 60_000;
    const answers = await answersTo(service(), account, number);
    const reached = [...planted].filter(([marker]) => answers.includes(marker));
    expect(reached.filter(([, { field }]) => !allowed.test(field))).toEqual([]);
    expect(answers).not.toContain('\\u0007');
    // The markers can be heard at all.
    if (allowed === heardByOwner.named) expect(reached).not.toEqual([]);
  });
});

it('a stored name or street is made heard in one place', () => {
  const users = globSync('lib/{voice,platforms,board}/**/*.ts', { cwd: process.cwd() }).filter((file) =>
    /import .*\b(?:streetOf|speakableName)\b/.test(readFileSync(file, 'utf8')),
  );
  expect(users).toEqual(['lib/voice/caller/stored-words.ts']);
});
