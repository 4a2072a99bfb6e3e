import { afterEach, describe, expect, it } from '@jest/globals';
import { eventsOf } from '../../lib/aws/stream-events.ts';
import { acknowledge } from '../../lib/record/dispatcher-changes.ts';
import type { DispatchEvent } from '../../lib/record/events.ts';
import type { DispatchRequest } from '../../lib/record/request.ts';
import { MINUTE_MS } from '../../lib/scheduling/time.ts';
import { everyDay } from '../lib/accounts/on-call-document.ts';
import { pick, randomFrom } from '../support/random.ts';
import { openTestStream } from '../support/stream.ts';
import { runReminders } from './reminders-fixture.ts';
import { accountDocument } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const OWNER = '+12125550123';
const onCall = ['first', 'backup'].map((role, index) => ({
  ...{ name: role, phone: `+1212555010${index}`, role },
  hours: everyDay(['00:00', '24:00']),
}));
const document = (over: object = {}) =>
  accountDocument({ onCall, emergency: { acknowledgeMinutes: 5 }, ...over });
const service = servicePerTest(document);

let forms = 0;
const lead = async (phone = OWNER, notes?: string): Promise<string> => {
  forms += 1;
  const { status, body } = await service().send('crm', {
    type: 'WorkflowWebhook',
    locationId: 'loc_acme',
    contact: { id: `contact_${forms}`, firstName: 'Dana', phone },
    customData: { serviceRequested: 'AC Repair', urgency: 'emergency', notes: notes ?? `Form ${forms}` },
  });
  expect(status).toBe(202);
  return body.dispatchRequestId;
};
const stored = async (id: string | undefined) => {
  const found = await service().requests.get(id ?? '');
  if (found === undefined) throw new Error('No such request');
  return found;
};
const all = () => service().requests.list('acme-hvac');
const isAlert = ({ alertedAt }: Pick<DispatchRequest, 'alertedAt'>) => alertedAt !== undefined;
async function acknowledgeOne(id: string) {
  const { deps } = service().container();
  const { now } = service().clock;
  const found = await service().stored.get(id);
  if (found === undefined) throw new Error('No such request');
  await acknowledge(found, { by: 'dispatcher:Robin', now }, deps, now + 1000);
}
const decline = (id: string) => service().change(id, { to: 'declined', why: 'spam' });
const cancel = (id: string) => service().change(id, { to: 'canceled', why: 'a false alarm' });
const later = async (minutes: number) => {
  service().clock.now += minutes * MINUTE_MS;
  return await runReminders(service());
};
/** Returns the ids of emergencies that people were told of since the last time. */
async function listen(): Promise<() => Promise<string[]>> {
  const { client, records } = await openTestStream(service().table);
  streams.push(client);
  // Each read returns a page.
  const drain = async () => {
    const read: DispatchEvent[] = [];
    for (let page = await records(); page.length > 0; page = await records())
      read.push(...page.flatMap(eventsOf));
    return read;
  };
  await drain();
  return async () =>
    (await drain()).flatMap((event) =>
      event.type === 'dispatch-request.needs-review' || event.type === 'dispatch-request.escalated'
        ? [event.dispatchRequestId]
        : [],
    );
}
const streams: { destroy(): void }[] = [];
afterEach(() => {
  for (const stream of streams.splice(0)) stream.destroy();
});
async function toldOf(act: () => Promise<unknown>): Promise<string[]> {
  const told = await listen();
  await act();
  return await told();
}

describe('an emergency that joined an open alert', () => {
  it.each([
    ['declined', decline],
    ['canceled', cancel],
    ['made routine', (id: string) => service().lower(id)],
  ])('alerts people once that alert was %s without an acknowledgment', async (_, close) => {
    const [alert, joined] = [await lead(), await lead()];
    expect((await stored(joined)).alertedWith).toBe(alert);
    await close(alert);
    const told = await toldOf(() => later(5));
    expect(told).toEqual([joined]);
    const now = new Date(service().clock.now).toISOString();
    expect(await stored(joined)).toMatchObject({ alertedAt: now, notified: [{ role: 'first' }] });
    expect((await stored(joined)).alertedWith).toBeUndefined();
    expect(await toldOf(() => later(5))).toEqual([joined]);
    expect((await stored(joined)).notified?.map(({ role }) => role)).toEqual(['first', 'backup']);
  });

  it('is acknowledged with that alert, whatever becomes of it afterwards', async () => {
    const [alert, joined] = [await lead(), await lead()];
    await acknowledgeOne(alert);
    const { acknowledgedAt } = await stored(alert);
    await decline(alert);
    expect(await toldOf(() => later(5))).toEqual([]);
    expect(await stored(joined)).toMatchObject({ acknowledgedAt, alertedWith: alert });
    expect(await later(60)).toEqual([]);
  });

  it('waits as long as that alert is open, and alerts people when it ends late', async () => {
    const [alert, joined] = [await lead(), await lead()];
    for (let round = 0; round < 8; round++) await later(5);
    expect((await stored(joined)).alertedWith).toBe(alert);
    expect((await stored(joined)).history).toHaveLength(1);
    await cancel(alert);
    expect(await toldOf(() => later(5))).toEqual([joined]);
  });

  it('alerts people a day later if nobody has acknowledged that alert', async () => {
    const joined = [await lead(), await lead(), await lead()].slice(1);
    const told = await toldOf(async () => {
      await later(5);
      await later(24 * 60);
    });
    expect(joined.filter((id) => told.includes(id))).toHaveLength(1);
  });

  it('stands for the others that joined: they are alerted one after the other', async () => {
    const [alert, ...joined] = [await lead(), await lead(), await lead(), await lead()];
    await decline(alert ?? '');
    const [first, ...none] = await toldOf(() => later(5));
    expect(none).toEqual([]);
    const waiting = joined.filter((id) => id !== first);
    const others = await Promise.all(waiting.map(stored));
    expect(others.map(({ alertedWith }) => alertedWith)).toEqual([first, first]);
    await acknowledgeOne(first ?? '');
    expect(await toldOf(() => later(5))).toEqual([]);
    const handled = await Promise.all(waiting.map(stored));
    expect(handled.every(({ acknowledgedAt }) => acknowledgedAt !== undefined)).toBe(true);
  });

  it('alerts people of an account without anybody on call, too', async () => {
    await service().accounts.put(document({ onCall: [] }));
    const [alert, joined] = [await lead(), await lead()];
    await later(1);
    expect((await stored(joined)).alertedWith).toBe(alert);
    await decline(alert);
    expect(await toldOf(() => later(10))).toEqual([joined]);
  });

  it('of a summary alerts people by itself once the summary was declined', async () => {
    const numberOf = (index: number) => `+1212555${2_000 + index}`;
    for (let index = 0; index < 63; index++) await lead(numberOf(index));
    const joined = (await all()).filter((one) => !isAlert(one)).map((one) => one.dispatchRequestId);
    expect(joined).toHaveLength(3);
    const { alertedWith } = await stored(joined[0]);
    await decline(alertedWith ?? '');
    const after = await lead(numberOf(100));
    const next = await stored((await stored(after)).alertedWith);
    expect(next).toMatchObject({ status: 'requested', customer: {} });
    const told = await toldOf(() => later(5));
    expect(joined.filter((id) => told.includes(id))).toEqual(joined);
  });
});

const DANGERS = ['It smells of gas', 'Carbon monoxide alarm going off, family dizzy', '', ''];

describe.each([1, 2, 3])('twenty numbers with 110 parallel reports in a minute (seed %i)', (seed) => {
  const random = randomFrom(seed);
  const chance = (share: number) => random() < share;

  async function report(index: number): Promise<string> {
    const phone = `+12125552${pick(random, [...Array(20).keys()]) + 100}`;
    const notes = pick(random, DANGERS);
    const kind = pick(random, ['form', 'call', 'hidden call'] as const);
    if (kind === 'form') return await lead(phone, `${notes} ${index}`);
    const asked = { urgency: 'emergency', serviceType: 'AC Repair', address: `${index} Oak Ave`, notes };
    const isHidden = kind === 'hidden call';
    const over = { call_id: `call_${index}`, from_number: isHidden ? 'anonymous' : phone };
    const { dispatchRequestId } = await service().call(
      'book_job',
      { ...asked, ...(isHidden ? { customerPhone: phone } : {}) },
      over,
    );
    return dispatchRequestId;
  }
  const isWaiting = ({ status, urgency, acknowledgedAt }: Awaited<ReturnType<typeof stored>>) =>
    status === 'requested' && urgency === 'emergency' && acknowledgedAt === undefined;
  const close = (id: string) =>
    pick(random, [decline, cancel, (one: string) => service().lower(one), acknowledgeOne])(id);

  it('tell a person of each, or of one that a person acknowledges for it', async () => {
    const told = await listen();
    const sent = Array.from({ length: 110 }, (_, index) => report(index));
    const reports = new Set(await Promise.all(sent));
    const heard = new Set(await told());
    for (
      let open = (await all()).filter(isWaiting);
      open.length > 0;
      open = (await all()).filter(isWaiting)
    ) {
      for (const one of open) if (isAlert(one) && chance(0.6)) await close(one.dispatchRequestId);
      await later(5);
      for (const id of await told()) heard.add(id);
    }
    const unheard = [...reports].filter((id) => !heard.has(id));
    expect(unheard.length).toBeGreaterThan(0);
    for (const id of unheard) {
      const { alertedWith, acknowledgedAt } = await stored(id);
      expect(heard).toContain(alertedWith);
      expect(acknowledgedAt).toEqual(expect.any(String));
      expect(await stored(alertedWith)).toMatchObject({ acknowledgedAt });
    }
  });
});
