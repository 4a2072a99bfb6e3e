import { describe, expect, it, jest } from '@jest/globals';
import { contactEntries, customDataEntries } from '../../lib/adapters/crm/payload.ts';
import { storedItems } from '../support/stored.ts';
import { boardOf } from './board-fixture.ts';
import { accountDocument, booking, type Service, startService } from './service.ts';

jest.setTimeout(600_000);

// Whatever is repeated stops growing: an item over 400 KB can never be written again. Each kind of change is made with the
// longest texts until every limit is reached, and then as often again.

/** After so many of most changes every limit is reached. Some more show by how much thousands would grow. */
const ENOUGH = 25;
const MORE = 10;
const THOUSANDS = 3_000;
/** An item has at most 400 KB, and a change adds to it. */
const MOST_BYTES = 320_000;
const PHONE = '+12125550123';
const always = [['00:00', '24:00']];
const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const ana = { technicianId: 'ana', phone: '+12125550101', role: 'first', hours: { monday: always } };
const document = () =>
  accountDocument({
    technicians: [
      { id: 'ana', name: 'Ana' },
      { id: 'ben', name: 'Ben' },
    ],
    hours: Object.fromEntries(week.map((day) => [day, always])),
    merge: { leadDays: 14, afterBookingHours: 24 },
    onCall: [ana],
  });

/** Three bytes per character: the largest that a text can get. */
const text = (index: number, length = 2_000) => `${index} `.padEnd(length, '\u6c34');
const textsOf = (names: readonly string[], index: number) =>
  Object.fromEntries(names.map((name) => [name, text(index, name === 'notes' ? 5_000 : 2_000)]));
const call = (index: number, over: object = {}) => ({
  call_id: `call_${index}`,
  from_number: PHONE,
  ...over,
});
const details = (index: number) =>
  textsOf(['notes', 'email', 'city', 'state', 'gateCode', 'siteLabel'], index);

const lead = (index: number) => ({
  type: 'WorkflowWebhook',
  locationId: 'loc_acme',
  contact: { ...textsOf(Object.keys(contactEntries), index), id: `c${index}`, phone: PHONE },
  customData: { ...textsOf(Object.keys(customDataEntries), index), serviceRequested: 'AC Repair' },
});
const report = (index: number, call: object = {}) => ({
  event: 'call_ended',
  call: {
    ...{ call_id: 'call', agent_id: 'agent_acme', from_number: PHONE, transcript: `${index}` },
    call_analysis: { call_summary: text(index) },
    transcript_with_tool_calls: Array.from({ length: 10 }, (_, asked) => ({
      ...{ role: 'tool_call_invocation', tool_call_id: `t${asked}`, name: 'check_availability' },
      arguments: JSON.stringify({ serviceType: text(index * 10 + asked), date: text(index * 10 + asked) }),
    })),
    ...call,
  },
});
const dateOf = (index: number) => `2026-06-${String(3 + (index % 26)).padStart(2, '0')}`;
const timeOf = (index: number) => `${String(index % 20).padStart(2, '0')}:00`;

/** Enough changes that add a line each to one history, which has 50. */
const ONE_LINE_EACH = 52;

/** What is repeated, and what comes first. */
interface Scenario {
  readonly first?: (service: Service) => Promise<unknown>;
  readonly change: (service: Service, index: number) => Promise<unknown>;
  /** How many changes reach every limit, if `ENOUGH` don't. */
  readonly enough?: number;
}
const scenarios: Readonly<Record<string, Scenario>> = {
  'leads of a number': {
    // The first 20 are stored separately.
    enough: 20 + ONE_LINE_EACH,
    change: (service, index) => service.send('crm', lead(index)),
  },
  'leads, details and times of a visit': {
    first: async (service) => {
      await service.send('crm', lead(0));
      await service.call('book_job', booking(), call(0));
    },
    async change(service, index) {
      await service.send('crm', lead(index));
      await service.call('update_job', { ...details(index), address: `${index} Oak Street` }, call(index));
      await service.call('reschedule_job', { date: dateOf(index), time: timeOf(index) }, call(index));
    },
  },
  'bookings that take up a lead': {
    enough: ONE_LINE_EACH,
    async change(service, index) {
      await service.send('crm', lead(index));
      const said = { ...details(index), date: dateOf(index), time: timeOf(index), customerPhone: PHONE };
      await service.call('book_job', booking(said), call(index));
    },
  },
  'visits that a call books and cancels': {
    async change(service, index) {
      const said = { ...details(index), date: dateOf(index), time: timeOf(index), additionalVisit: true };
      await service.call('book_job', booking(said), call(0));
      await service.call('cancel_job', { reason: text(index) }, call(0));
    },
  },
  'addresses of a customer': {
    change: (service, index) =>
      service.call(
        'create_customer',
        { ...details(index), customerName: 'Dana Miller', address: `${index} ${text(index)}` },
        call(index),
      ),
  },
  'times that calls hold': {
    async change(service, index) {
      const hold = { date: dateOf(index), time: timeOf(index), serviceType: 'AC Repair' };
      await service.call('hold_time', hold, call(index));
      await service.call('hold_time', hold, call(0));
    },
  },
  'messages of a call and of others': {
    enough: ONE_LINE_EACH,
    async change(service, index) {
      const message = { ...details(index), about: text(index), when: text(index), topic: 'billing' };
      await service.call('take_message', message, call(0));
      await service.call('take_message', message, call(index));
    },
  },
  emergencies: {
    async change(service, index) {
      const emergency = { ...details(index), urgency: 'emergency', serviceType: 'AC Repair' };
      await service.call('book_job', emergency, call(index));
      await service.call('transfer_call', { reason: `I smell gas. ${text(index)}` }, call(index));
    },
  },
  'reports of a call': {
    change: (service, index) => service.send('voiceone-call-complete', report(index)),
  },
  'refused leads': {
    change: (service) => service.send('crm', { ...lead(0), customData: {} }),
  },
  'changes by dispatchers': {
    first: (service) => service.call('book_job', booking(), call(0)),
    async change(service, index) {
      const [found] = (await storedItems(service.table)).filter(({ sk }) => sk === 'REQUEST');
      const board = boards.get(service) ?? boardOf(service);
      boards.set(service, board);
      const path = `/requests/${found?.dispatchRequestId}`;
      const version = Number(found?.version);
      await board.post(`${path}/notes`, { note: text(index).slice(0, 2_000) }, version);
      await board.post(`${path}/hold`, { reason: text(index).slice(0, 500) }, version + 1);
      await board.post(`${path}/schedule`, { date: dateOf(index), time: timeOf(index) }, version + 2);
    },
  },
  'blocks of a day': {
    async change(service) {
      const board = boards.get(service) ?? boardOf(service);
      boards.set(service, board);
      const times = { technicianId: 'ben', from: '2026-06-15T08:00', to: '2026-06-15T10:00' };
      const { body } = await board.post('/blocks', { ...times, reason: text(0).slice(0, 500) });
      await board.send(`/accounts/acme-hvac/blocks/${body.blockId}`, { method: 'DELETE' });
    },
  },
};
const boards = new WeakMap<Service, ReturnType<typeof boardOf>>();

/** The bytes of each item, and the number of items of each call, which are read together. */
async function sizesOf(service: Service) {
  const items = await storedItems(service.table);
  const plain = (_: string, value: unknown) => (value instanceof Set ? [...value] : value);
  const bytesOf = (item: object) => Buffer.byteLength(JSON.stringify(item, plain));
  const together = items.filter(({ pk }) => /^(?:CALL|HOLD)#/.test(`${pk}`));
  return {
    bytes: new Map(items.map((item) => [`${item.pk} ${item.sk}`, bytesOf(item)])),
    counts: new Map([...Map.groupBy(together, ({ pk }) => `${pk}`)].map(([pk, all]) => [pk, all.length])),
  };
}

describe('what is stored stops growing', () => {
  it.each(Object.entries(scenarios))('with %s', async (_, { first, change, enough = ENOUGH }) => {
    const service = await startService(document());
    await first?.(service);
    const repeat = async (from: number, times: number) => {
      for (let index = from; index < from + times; index++) {
        await change(service, index);
        service.clock.now += 61_000;
      }
      return await sizesOf(service);
    };
    const before = await repeat(1, enough);
    const after = await repeat(1 + enough, MORE);
    const projected = [...before.bytes].map(([key, size]) => {
      const added = (after.bytes.get(key) ?? 0) - size;
      return { key, bytes: size + (added / MORE) * THOUSANDS };
    });
    expect(projected.filter(({ bytes }) => bytes > MOST_BYTES)).toEqual([]);
    expect([...after.bytes].filter(([, bytes]) => bytes > MOST_BYTES)).toEqual([]);
    expect([...before.counts].filter(([pk, count]) => (after.counts.get(pk) ?? 0) > count)).toEqual([]);
    expect(service.lines.filter(({ outcome }) => outcome === 'fault')).toEqual([]);
    await service.stop();
  });
});
