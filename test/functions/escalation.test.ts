import { describe, expect, it } from '@jest/globals';
import { eventsOf } from '../../lib/aws/stream-events.ts';
import { acknowledge } from '../../lib/record/dispatcher-changes.ts';
import { MINUTE_MS } from '../../lib/scheduling/time.ts';
import { everyDay } from '../lib/accounts/on-call-document.ts';
import { openTestStream } from '../support/stream.ts';
import { runReminders } from './reminders-fixture.ts';
import { accountDocument, booking, START } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const always = everyDay(['00:00', '24:00']);
const ana = { technicianId: 'ana', phone: '+12125550101', role: 'first', hours: always };
const ben = { name: 'Ben', phone: '+12125550102', role: 'backup', hours: always };
const eve = { name: 'Eve', phone: '+12125550104', role: 'backup', hours: everyDay(['20:00', '24:00']) };
const kim = { name: 'Kim', phone: '+12125550103', role: 'manager', hours: always };
const withPeople = (onCall: readonly object[] = [ana, ben, eve, kim], over: object = {}) =>
  accountDocument({ onCall, emergency: { acknowledgeMinutes: 5 }, ...over });

const service = servicePerTest(() => withPeople());
const report = (args: object = {}, over: object = {}) =>
  service().call('book_job', { urgency: 'emergency', serviceType: 'AC Repair', ...args }, { ...over });
const stored = async ({ dispatchRequestId }: { dispatchRequestId: string }) => {
  const found = await service().requests.get(dispatchRequestId);
  if (found === undefined) throw new Error('No such request');
  return found;
};
const later = async (minutes: number) => {
  service().clock.now += minutes * MINUTE_MS;
  return await runReminders(service());
};
const at = (minutes: number) => new Date(START + minutes * MINUTE_MS).toISOString();
const acknowledgeOne = async ({ dispatchRequestId: id }: { dispatchRequestId: string }) => {
  const { deps } = service().container();
  const { now } = service().clock;
  const found = await service().stored.get(id);
  if (found === undefined) throw new Error('No such request');
  return await acknowledge(found, { by: 'dispatcher:Robin', now }, deps, now + 1000);
};
/** The events of changes that are made after this. */
async function eventsOn(act: () => Promise<unknown>) {
  const before = new Date(service().clock.now).toISOString();
  const { client, records } = await openTestStream(service().table);
  await act();
  const told = (await records()).flatMap(eventsOf);
  client.destroy();
  return told.filter(({ occurredAt }) => occurredAt > before);
}

describe('an emergency with people on call', () => {
  it('notifies the first of them once, with the time by which it must be acknowledged', async () => {
    const answer = await report();
    expect(answer).toMatchObject({ transferTo: ana.phone, onCall: 'Ana' });
    expect(await stored(answer)).toMatchObject({
      ...{ alertedAt: at(0), dueAt: at(5), escalatesAt: at(5) },
      notified: [{ at: at(0), role: 'first', people: ['Ana'] }],
      needsReview: ['address'],
    });
  });

  it('includes later reports, also from another call of the number', async () => {
    const first = await report();
    const told = await eventsOn(async () => {
      service().clock.now += MINUTE_MS;
      const again = await report({ notes: 'It is getting hotter', serviceType: 'the cooling thing' });
      const recalled = await report({ serviceType: undefined }, { call_id: 'call_2' });
      expect([again, recalled].map((one) => one.dispatchRequestId)).toEqual(
        Array(2).fill(first.dispatchRequestId),
      );
    });
    expect(told.map(({ type }) => type)).toEqual(['dispatch-request.requested']);
    expect(await stored(first)).toMatchObject({
      ...{ alertedAt: at(0), dueAt: at(5), notes: expect.stringContaining('It is getting hotter') },
      history: [
        { why: 'emergency', callId: 'voiceone:call_1' },
        { why: 'more about the emergency', callId: 'voiceone:call_1' },
        { why: 'more about the emergency', callId: 'voiceone:call_2' },
      ],
    });
    const ended = { event: 'call_ended', call: { call_id: 'call_2', agent_id: 'agent_acme' } };
    await service().send('voiceone-call-complete', ended);
    expect(await service().calls.get('acme-hvac', 'voiceone', 'call_2')).toMatchObject({
      outcome: 'emergency',
    });
  });

  it.each([
    ['of another number', {}, { call_id: 'call_2', from_number: '+12125550177' }],
    ['of a hidden number', {}, { call_id: 'call_2', from_number: 'anonymous' }],
    ['about another service', { serviceType: 'Heating Repair' }, { call_id: 'call_2' }],
    ['at another address', { address: '8 Oak Avenue' }, { call_id: 'call_2' }],
  ])('is not the one %s', async (_, args, over) => {
    const first = await report({ address: '7 Elm Street' });
    expect((await report(args, over)).dispatchRequestId).not.toBe(first.dispatchRequestId);
  });

  it("from two days ago is not today's", async () => {
    const first = await report();
    service().clock.now += 25 * 60 * MINUTE_MS;
    expect((await report({}, { call_id: 'call_2' })).dispatchRequestId).not.toBe(first.dispatchRequestId);
  });

  it('is escalated to the next role, to the one after, and once to everybody', async () => {
    const answer = await report();
    expect(await later(4.99)).toEqual([]);
    const told = await eventsOn(async () => {
      for (const minutes of [0.01, 5, 5, 5, 60]) await later(minutes);
    });
    expect(told).toMatchObject(
      ['backup', 'manager', 'everybody'].map((escalatedTo) => ({
        ...{ type: 'dispatch-request.escalated', escalatedTo, urgency: 'emergency' },
        dispatchRequestId: answer.dispatchRequestId,
      })),
    );
    const request = await stored(answer);
    expect(request.notified).toEqual([
      { at: at(0), role: 'first', people: ['Ana'] },
      { at: at(5), role: 'backup', people: ['Ben'] },
      { at: at(10), role: 'manager', people: ['Kim'] },
      { at: at(15), role: 'everybody', people: ['Ana', 'Ben', 'Eve', 'Kim'] },
    ]);
    expect(request).toMatchObject({ dueAt: at(15), alertedAt: at(0) });
    expect(request.escalatesAt).toBeUndefined();
    expect(request.history.at(-1)).toMatchObject({
      by: 'service',
      why: 'nobody has acknowledged it: everybody on call is notified',
    });
  });

  it('is not escalated once it is acknowledged, canceled or made routine', async () => {
    const [noted, canceled, lowered] = [
      await report(),
      await report({}, { call_id: 'call_2', from_number: '+12125550177' }),
      await report({}, { call_id: 'call_3', from_number: '+12125550188' }),
    ];
    expect(await acknowledgeOne(noted)).toMatchObject({ kind: 'changed' });
    expect(await acknowledgeOne(noted)).toMatchObject({ kind: 'stands' });
    await service().change(canceled.dispatchRequestId, { to: 'canceled', why: 'a false alarm' });
    await service().lower(lowered.dispatchRequestId);
    expect(await later(60)).toEqual([]);
    const request = await stored(noted);
    expect(request).toMatchObject({ acknowledgedAt: at(0) });
    expect([request.dueAt, request.escalatesAt]).toEqual([undefined, undefined]);
  });

  it('starts again if it is raised after a dispatcher has lowered it', async () => {
    const told = await report();
    await acknowledgeOne(told);
    await service().call('book_job', booking());
    await service().review(told.dispatchRequestId);
    service().clock.now += 10 * MINUTE_MS;
    await report();
    expect(await stored(told)).toMatchObject({
      ...{ status: 'scheduled', alertedAt: at(10), escalatesAt: at(15) },
      notified: [{ at: at(10), role: 'first', people: ['Ana'] }],
    });
    expect((await stored(told)).acknowledgedAt).toBeUndefined();
  });

  it('is escalated once if two runs overlap, and not at all if an acknowledgement comes between', async () => {
    const answer = await report();
    service().clock.now += 5 * MINUTE_MS;
    await Promise.all([runReminders(service()), runReminders(service())]);
    expect((await stored(answer)).notified).toHaveLength(2);
    service().clock.now += 5 * MINUTE_MS;
    await Promise.all([runReminders(service()), acknowledgeOne(answer), runReminders(service())]);
    const request = await stored(answer);
    expect(request.acknowledgedAt).toBe(at(10));
    expect([2, 3]).toContain(request.notified?.length);
    expect(await later(60)).toEqual([]);
    expect((await stored(answer)).notified).toEqual(request.notified);
  });

  it('is acknowledged even if an escalation is under way, whose write then fails', async () => {
    const answer = await report();
    service().clock.now += 5 * MINUTE_MS;
    const { commit } = service().container().deps.requests;
    let isFirst = true;
    const raced: typeof commit = async (change, deadline) => {
      if (isFirst) await acknowledgeOne(answer);
      isFirst = false;
      return await commit(change, deadline);
    };
    expect(await runReminders(service(), raced)).toEqual([]);
    expect((await stored(answer)).notified).toHaveLength(1);
  });
});

describe('an emergency', () => {
  it('with nobody on call now goes to the first role with somebody on call, and is still due for a callback', async () => {
    await service().accounts.put(
      withPeople([{ ...ben, hours: everyDay(['08:05', '09:00']) }], { transfer: {} }),
    );
    const answer = await service().container().call('book_job', { urgency: 'emergency' });
    expect(answer).toMatchObject({ transferTo: null, dueAt: at(60) });
    expect((await stored(answer)).notified).toBeUndefined();
    await later(5);
    expect(await stored(answer)).toMatchObject({
      dueAt: at(60),
      notified: [{ role: 'backup', people: ['Ben'] }],
    });
    const told = await eventsOn(async () => {
      for (const minutes of [5, 50, 1]) await later(minutes);
    });
    expect(told.map(({ type }) => type)).toEqual(['dispatch-request.escalated', 'message.overdue']);
  });

  it('from a form is escalated in the same way', async () => {
    const { body } = await service().send('crm', {
      type: 'WorkflowWebhook',
      locationId: 'loc_acme',
      contact: { id: 'c1', firstName: 'Dana', phone: '+12125550123' },
      customData: { serviceRequested: 'AC Repair', urgency: 'emergency' },
    });
    expect(await stored(body)).toMatchObject({
      alertedAt: at(0),
      dueAt: at(5),
      notified: [{ people: ['Ana'] }],
    });
    await later(5);
    expect(await stored(body)).toMatchObject({ notified: [{}, { role: 'backup' }] });
  });

  it('of an account without people on call is never escalated', async () => {
    await service().accounts.put(accountDocument());
    const answer = await service().container().call('book_job', { urgency: 'emergency' });
    expect(await later(24 * 60)).toEqual([]);
    const request = await stored(answer);
    expect(request).toMatchObject({ alertedAt: at(0), version: 1 });
    expect([request.dueAt, request.escalatesAt, request.notified]).toEqual([undefined, undefined, undefined]);
  });
});
