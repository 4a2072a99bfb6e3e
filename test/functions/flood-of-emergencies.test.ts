import { describe, expect, it } from '@jest/globals';
import { eventsOf } from '../../lib/aws/stream-events.ts';
import { acknowledge } from '../../lib/record/dispatcher-changes.ts';
import type { DispatchRequest } from '../../lib/record/request.ts';
import { MINUTE_MS } from '../../lib/scheduling/time.ts';
import { everyDay } from '../lib/accounts/on-call-document.ts';
import { openTestStream } from '../support/stream.ts';
import { runReminders } from './reminders-fixture.ts';
import { accountDocument } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const OWNER = '+12125550123';
const onCall = ['first', 'backup'].map((role, index) => ({
  ...{ name: role, phone: `+1212555010${index}`, role },
  hours: everyDay(['00:00', '24:00']),
}));
const service = servicePerTest(() => accountDocument({ onCall, emergency: { acknowledgeMinutes: 5 } }));

const lead = async (index: number, phone: string, notes = `Form ${index}`): Promise<string> => {
  const { status, body } = await service().send('crm', {
    type: 'WorkflowWebhook',
    locationId: 'loc_acme',
    contact: { id: `contact_${index}`, firstName: 'Dana', phone },
    customData: { serviceRequested: 'AC Repair', urgency: 'emergency', notes },
  });
  expect(status).toBe(202);
  return body.dispatchRequestId;
};
const report = async (args: object = {}, over: object = {}): Promise<string> => {
  const asked = { urgency: 'emergency', serviceType: 'AC Repair', ...args };
  return (await service().call('book_job', asked, { ...over })).dispatchRequestId;
};
/** A call with a withheld number, in which the owner's is spoken. */
const hidden = (args: object = {}, callId = 'hidden') =>
  report({ customerPhone: OWNER, ...args }, { call_id: callId, from_number: 'anonymous' });
const all = () => service().requests.list('acme-hvac');
const isAlert = ({ alertedAt }: Pick<DispatchRequest, 'alertedAt'>) => alertedAt !== undefined;
/** The time of the service's clock, as requests store it. */
const now = () => new Date(service().clock.now).toISOString();
const stored = async (id: string) => {
  const found = await service().requests.get(id);
  if (found === undefined) throw new Error('No such request');
  return found;
};
const end = (id: string) => service().change(id, { to: 'canceled', why: 'a false alarm' });
async function acknowledgeOne(id: string) {
  const { deps } = service().container();
  const { clock } = service();
  const found = await service().stored.get(id);
  if (found === undefined) throw new Error('No such request');
  await acknowledge(found, { by: 'dispatcher:Robin', now: clock.now }, deps, clock.now + 1000);
}
/** The ids of emergencies that people are told of. */
async function toldOf(act: () => Promise<unknown>) {
  const { client, records } = await openTestStream(service().table);
  await act();
  const told = (await records()).flatMap(eventsOf);
  client.destroy();
  return told.flatMap((event) =>
    event.type === 'dispatch-request.needs-review' || event.type === 'dispatch-request.escalated'
      ? [event.dispatchRequestId]
      : [],
  );
}

describe('emergencies of one number', () => {
  it('alert people once: what follows is stored, and the open alert stands for it', async () => {
    const told = await toldOf(async () => {
      for (let index = 0; index < 12; index++) await lead(index, OWNER);
    });
    const requests = await all();
    expect(requests).toHaveLength(12);
    const [alert, ...others] = requests.filter(isAlert);
    expect(others).toEqual([]);
    expect(told).toEqual([alert?.dispatchRequestId]);
    const joined = requests.filter((one) => !isAlert(one));
    expect(new Set(joined.map((one) => one.alertedWith))).toEqual(new Set([alert?.dispatchRequestId]));
    expect(joined.every((one) => one.urgency === 'emergency' && one.notified === undefined)).toBe(true);
  });

  it('that arrive at once alert people once', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, index) => lead(index, OWNER)));
    expect((await all()).filter(isAlert)).toHaveLength(1);
    expect(await all()).toHaveLength(8);
  });

  it('are escalated once', async () => {
    for (let index = 0; index < 3; index++) await lead(index, OWNER);
    service().clock.now += 5 * MINUTE_MS;
    expect(await runReminders(service())).toEqual([{ outcome: 'reminded', requests: 1 }]);
  });

  it.each([
    ['a call, then a hidden call', () => report(), () => hidden()],
    ['a hidden call, then a form', () => hidden(), () => lead(0, OWNER)],
    ['a call, then a form', () => report(), () => lead(0, OWNER)],
    [
      'two calls about two services',
      () => report(),
      () => report({ serviceType: 'Heating Repair' }, { call_id: 'b' }),
    ],
    [
      'two calls about two addresses',
      () => report({ address: '1 Oak Ave' }),
      () => report({ address: '9 Elm St' }, { call_id: 'b' }),
    ],
  ])('share one alert: %s', async (_, first, second) => {
    const ids = [await first(), await second()];
    expect(new Set(ids).size).toBe(2);
    const [alert, joined] = await Promise.all(ids.map(stored));
    expect(alert?.alertedAt).toBe(now());
    expect(joined).toMatchObject({ urgency: 'emergency', alertedWith: ids[0] });
    expect(joined?.alertedAt).toBeUndefined();
  });

  it.each([
    ['acknowledged', acknowledgeOne],
    ['canceled', end],
    ['made routine', (id: string) => service().lower(id)],
  ])('alert people again once the alert was %s', async (_, close) => {
    const first = await lead(0, OWNER);
    await close(first);
    const second = await lead(1, OWNER);
    expect((await stored(second)).alertedAt).toBe(now());
    await close(second);
    expect((await stored(await report())).alertedAt).toBe(now());
  });

  const DANGER = { notes: 'Carbon monoxide alarm going off, family dizzy' };
  it.each([
    ['a form, then a call', () => lead(0, OWNER), () => report()],
    ['a form, then a call about a danger', () => lead(0, OWNER), () => report(DANGER)],
    ['a form about a danger, then a call', () => lead(0, OWNER, DANGER.notes), () => report(DANGER)],
    ['a form, then a hidden call', () => lead(0, OWNER), () => hidden()],
    ['a hidden call about a danger, then a call', () => hidden(DANGER), () => report()],
    [
      'a call, then another about a danger',
      () => report({ address: '1 Oak Ave' }),
      () => report({ address: '9 Elm St', ...DANGER }, { call_id: 'b' }),
    ],
    [
      'two calls about two dangers',
      () => report({ address: '1 Oak Ave', notes: 'It smells of gas' }),
      () => report({ address: '9 Elm St', ...DANGER }, { call_id: 'b' }),
    ],
    ['a form, then one about a danger', () => lead(0, OWNER), () => lead(1, OWNER, DANGER.notes)],
  ])('each alert people: %s', async (_, first, second) => {
    const ids: string[] = [];
    const told = await toldOf(async () => {
      ids.push(await first());
      ids.push(await second());
    });
    expect(new Set(ids).size).toBe(2);
    expect(new Set(told)).toEqual(new Set(ids));
    const requests = await Promise.all(ids.map(stored));
    expect(requests.map((one) => one.alertedWith)).toEqual([undefined, undefined]);
  });

  it('alert people of a caller whatever becomes of the form before it', async () => {
    const form = await lead(0, OWNER, 'The toilet handle is loose');
    const call = await report(DANGER);
    await service().change(form, { to: 'declined', why: 'spam' });
    expect(await stored(call)).toMatchObject({
      alertedAt: expect.any(String),
      escalatesAt: expect.any(String),
    });
  });

  it('tell people of a danger that the caller adds to an emergency they know of', async () => {
    let id = '';
    const told = await toldOf(async () => {
      id = await report();
      expect(await report(DANGER, { call_id: 'b' })).toBe(id);
    });
    expect(told).toEqual([id, id]);
  });

  const WORDS = { gas: 'I smell gas', co: 'Carbon monoxide alarm is sounding', fire: 'There is a fire' };
  const another = { call_id: 'b' };
  const ask = (says: string, over: Record<string, unknown>) =>
    service().call('check_availability', { serviceType: `AC Repair. ${says}` }, over);
  const add = (says: string, over: Record<string, unknown>) =>
    service().call('update_job', { notes: says }, over);
  const hide = (says: string) => report({ notes: says }, another);
  const reported = (says: string) => report({ notes: says });
  describe.each(Object.entries(WORDS))('that a person acknowledged, then %s', (_, words) => {
    it.each([
      ['in another call', 'water is pouring', () => hide(words)],
      ['in another call, after gas', WORDS.gas, () => hide(words)],
      ['in the same call', WORDS.gas, () => reported(words)],
      ['asking for times', WORDS.gas, () => ask(words, another)],
      ['asking for times in the same call', WORDS.gas, () => ask(words, {})],
      ['adding to the visit', WORDS.gas, () => add(words, {})],
      ['without a danger before', 'It rattles', () => hide(words)],
    ])('alert people again: %s', async (__, before, act) => {
      const first = await report({ notes: before });
      await acknowledgeOne(first);
      service().clock.now += MINUTE_MS;
      const told = await toldOf(async () => {
        await act();
      });
      const requests = (await all()).filter(({ acknowledgedAt }) => acknowledgedAt === undefined);
      expect(told).toEqual([first, first]);
      expect(requests).toMatchObject([
        { dispatchRequestId: first, notified: [{ role: 'first' }], escalatesAt: expect.any(String) },
      ]);
      expect(requests[0]?.alertedAt).toBe(now());
      service().clock.now += 5 * MINUTE_MS;
      expect(await runReminders(service())).toEqual([{ outcome: 'reminded', requests: 1 }]);
      expect((await stored(first)).notified?.map(({ role }) => role)).toEqual(['first', 'backup']);
    });
  });

  it('tell people of another danger at once, and delay nobody who is notified next', async () => {
    const first = await reported(WORDS.gas);
    const { escalatesAt } = await stored(first);
    service().clock.now += MINUTE_MS;
    const told = await toldOf(async () => {
      expect(await hide(WORDS.fire)).toBe(first);
      service().clock.now += MINUTE_MS;
      expect(await hide(`${WORDS.fire}, hurry`)).toBe(first);
    });
    expect(told).toEqual([first, first]);
    expect((await stored(first)).escalatesAt).toBe(escalatesAt);
  });

  it.each([
    ['booking', (over: Record<string, unknown>) => report({ notes: WORDS.gas }, over)],
    ['asking for times', (over: Record<string, unknown>) => ask(WORDS.gas, over)],
    ['adding to the visit', (over: Record<string, unknown>) => add(WORDS.gas, over)],
  ])('are not reported again by a late retry after the acknowledgment: %s', async (_, act) => {
    const retried = { transcript_with_tool_calls: [{ tool_call_id: 'tool_1' }] };
    const id = await report();
    service().clock.now += MINUTE_MS;
    await act(retried);
    await acknowledgeOne(id);
    const before = await all();
    service().clock.now += MINUTE_MS;
    await act(retried);
    expect(await all()).toEqual(before);
  });

  it('alert people of a joined report that is repeated after its alert ended', async () => {
    const alert = await report({ address: '1 Oak Ave' });
    const joined = await report({ address: '9 Elm St' }, { call_id: 'b' });
    expect((await stored(joined)).alertedWith).toBe(alert);
    const told = await toldOf(async () => {
      await end(alert);
      expect(await report({ address: '9 Elm St', notes: 'It is worse' }, { call_id: 'b' })).toBe(joined);
    });
    expect(told).toContain(joined);
    expect((await stored(joined)).alertedAt).toBe(now());
  });

  it('of alternating tellers and dangers alert people once each', async () => {
    for (let index = 0; index < 4; index++) {
      await lead(index, OWNER, DANGER.notes);
      await hidden({}, `hidden_${index}`);
      await lead(10 + index, OWNER);
      await report({}, { call_id: `call_${index}` });
    }
    expect((await all()).filter(isAlert).length).toBeLessThanOrEqual(3);
  });

  it('alert people again a day later', async () => {
    await lead(0, OWNER);
    service().clock.now += 25 * 60 * MINUTE_MS;
    expect((await stored(await lead(1, OWNER))).alertedAt).toBe(now());
  });
});

describe('emergencies of one account', () => {
  const numberOf = (index: number) => `+1212555${String(2_000 + index)}`;

  it('alert people sixty times a minute; beyond that, one summary stands for all others', async () => {
    const told = await toldOf(async () => {
      for (let index = 0; index < 70; index++) await lead(index, numberOf(index));
    });
    const requests = await all();
    const alerts = requests.filter(isAlert);
    const [summary, ...more] = alerts.filter(
      ({ source, history }) => source === 'crm' && history[0]?.by === 'service',
    );
    expect(more).toEqual([]);
    expect(alerts).toHaveLength(61);
    expect(requests).toHaveLength(71);
    expect(new Set(told)).toEqual(new Set(alerts.map((one) => one.dispatchRequestId)));
    const joined = requests.filter((one) => !isAlert(one));
    expect(joined).toHaveLength(10);
    expect(new Set(joined.map((one) => one.alertedWith))).toEqual(new Set([summary?.dispatchRequestId]));
    expect(summary).toMatchObject({ status: 'requested', urgency: 'emergency', customer: {} });
    expect(summary?.notes).toContain('More than 60 emergencies');
    service().clock.now += MINUTE_MS;
    expect((await stored(await lead(100, numberOf(100)))).alertedAt).toBe(now());
  });

  it('counts alerts, not reports: a flood of one number leaves the alerts of the others', async () => {
    for (let index = 0; index < 70; index++) await lead(index, OWNER);
    expect((await stored(await lead(100, numberOf(1)))).alertedAt).toBe(now());
  });

  it('counts a report once, however often its write is tried', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => lead(index, OWNER)));
    const call = (index: number) => report({ address: `${index} Oak Ave` }, { call_id: `call_${index}` });
    for (let index = 0; index < 20; index++) await call(index);
    await Promise.all(Array.from({ length: 6 }, (_, index) => call(30 + index)));
    for (let index = 0; index < 58; index++) await lead(100 + index, numberOf(index));
    expect((await all()).filter(({ history }) => history[0]?.by === 'service')).toEqual([]);
    expect((await all()).filter(isAlert)).toHaveLength(60);
  });

  it('includes calls, and reports without a number', async () => {
    for (let index = 0; index < 60; index++)
      await lead(index, index % 2 === 0 ? 'the number of my sister' : numberOf(index));
    const called = await stored(await report());
    expect(called.alertedAt).toBeUndefined();
    expect((await stored(called.alertedWith ?? '')).alertedAt).toBe(now());
  });
});
