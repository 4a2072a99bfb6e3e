import { describe, expect, it } from '@jest/globals';
import { hasActiveAppointment } from '../../lib/record/request.ts';
import { HOUR_MS } from '../../lib/scheduling/time.ts';
import { everyDay } from '../lib/accounts/on-call-document.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const OWNER = '+12125550123';
const always = everyDay(['00:00', '24:00']);
const onCall = ['ana', 'ben'].map((technicianId, index) => ({
  ...{ technicianId, phone: `+1212555010${index}`, role: 'first', hours: always },
}));
const rules = { ...accountDocument().booking, hold: { seconds: 180, perNumber: 2 }, minNoticeMinutes: 0 };
const technicians = [
  { id: 'ben', name: 'Ben' },
  { id: 'ana', name: 'Ana' },
];
const service = servicePerTest(() =>
  accountDocument({ onCall, technicians, emergency: { book: true }, booking: rules }),
);

const emergency = { urgency: 'emergency', serviceType: 'AC Repair', address: '12 Oak Street' };
/** A report of a call with a withheld number, in which a number is spoken. */
const hidden = (callId: string, customerPhone: string) =>
  service().call('book_job', { ...emergency, customerPhone }, { call_id: callId, from_number: 'anonymous' });
const spoken = (index: number) => `+12125552${100 + index}`;
const all = () => service().stored.list('acme-hvac');
const visits = async () => (await all()).filter(hasActiveAppointment);
const cancel = (id: string) => service().change(id, { to: 'canceled', why: 'nobody was there' });

describe('an emergency that a call with a withheld number reports', () => {
  it('has one visit per number that is said, however many calls say it', async () => {
    const answers = [];
    for (let index = 0; index < 8; index++) answers.push(await hidden(`call_${index}`, OWNER));
    const [first, ...later] = answers;
    expect(first).toMatchObject({ confirmed: true, time: '8:00 AM' });
    for (const answer of later)
      expect(answer).toMatchObject({ confirmed: false, reason: 'needs_human', transferTo: '+12125550100' });
    expect(await visits()).toHaveLength(1);
    const requests = await all();
    expect(requests).toHaveLength(8);
    expect(requests.every(({ urgency }) => urgency === 'emergency')).toBe(true);
    expect(requests.filter(({ alertedAt, alertedWith }) => !alertedAt && !alertedWith)).toEqual([]);
    expect(await service().call('book_job', emergency)).toMatchObject({ confirmed: true, time: '8:00 AM' });
  });

  it('has one of three visits at once, whatever numbers are said, and alerts people without one, too', async () => {
    const answers = [];
    for (let index = 0; index < 9; index++) answers.push(await hidden(`call_${index}`, spoken(index)));
    expect(answers.map(({ confirmed }) => confirmed)).toEqual([true, true, true, ...Array(6).fill(false)]);
    expect(await visits()).toHaveLength(3);
    expect((await all()).filter(({ alertedAt }) => alertedAt === undefined)).toEqual([]);
  });

  it('counts if the calls come at once, too', async () => {
    const { call } = service().container();
    const report = (index: number, customerPhone: string) =>
      call(
        'book_job',
        { ...emergency, customerPhone },
        { call_id: `call_${index}`, from_number: 'anonymous' },
      );
    await Promise.all(Array.from({ length: 6 }, (_, index) => report(index, OWNER)));
    expect(await visits()).toHaveLength(1);
    await Promise.all(Array.from({ length: 6 }, (_, index) => report(10 + index, spoken(index))));
    expect(await visits()).toHaveLength(3);
    expect(await all()).toHaveLength(12);
  });

  it('has a visit again once one of the three has ended or is over', async () => {
    for (let index = 0; index < 3; index++) await hidden(`call_${index}`, spoken(index));
    const [first] = await visits();
    await cancel(first?.dispatchRequestId ?? '');
    expect(await hidden('call_3', spoken(3))).toMatchObject({ confirmed: true });
    expect(await hidden('call_4', spoken(4))).toMatchObject({ confirmed: false });
    service().clock.now += 30 * HOUR_MS;
    expect(await hidden('call_5', spoken(5))).toMatchObject({ confirmed: true });
  });

  it('takes no time that another call holds, as one with a reported number does', async () => {
    const nine = { date: '2026-06-01', time: '09:00', serviceType: 'AC Repair' };
    const holders = ['Ana', 'Ben'].map((technician, index) => ({
      args: { ...nine, technician },
      over: { call_id: `holder_${index}`, from_number: `+1212555017${index}` },
    }));
    for (const { args, over } of holders)
      expect(await service().call('hold_time', args, over)).toMatchObject({ held: true });
    const answer = await hidden('call_1', OWNER);
    expect(answer).toMatchObject({ confirmed: true });
    expect(answer.time).not.toBe('8:00 AM');
    for (const { args, over } of holders)
      expect(
        await service().call('book_job', booking({ ...args, customerPhone: over.from_number }), over),
      ).toMatchObject({ confirmed: true, time: '9:00 AM' });
  });
});

describe('an emergency under a number that was said', () => {
  const needsReview = async ({ dispatchRequestId }: { dispatchRequestId: string }) =>
    (await service().requests.get(dispatchRequestId))?.needsReview;
  const report = (args: object, from_number: string) =>
    service().call('book_job', { urgency: 'emergency', serviceType: 'AC Repair', ...args }, { from_number });

  it.each(['anonymous', '+12125550199'])('is flagged if the call came from %s', async (from) => {
    expect(await needsReview(await report({ customerPhone: OWNER }, from))).toEqual([
      'customerPhone',
      'address',
    ]);
  });

  it('is flagged if the number is said later in the call', async () => {
    const first = await report({ address: '12 Oak Street' }, '+12125550199');
    expect(await needsReview(first)).toEqual([]);
    const corrected = await report({ customerPhone: OWNER }, '+12125550199');
    expect(corrected.dispatchRequestId).toBe(first.dispatchRequestId);
    expect(await needsReview(corrected)).toEqual(['customerPhone']);
  });

  it('is not flagged if the call came from it, or no number is known', async () => {
    expect(await needsReview(await report({ customerPhone: OWNER }, OWNER))).toEqual(['address']);
    expect(await needsReview(await report({}, 'anonymous'))).toEqual(['address']);
  });
});
