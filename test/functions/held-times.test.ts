import { describe, expect, it } from '@jest/globals';
import { MINUTE_MS } from '../../lib/scheduling/time.ts';
import { violations } from '../support/invariants.ts';
import { accountDocument, booking, START } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const HOLD = { seconds: 180, perNumber: 2 };
const rules = accountDocument().booking;
const holding = (over: Record<string, unknown> = {}) =>
  accountDocument({ booking: { ...rules, hold: HOLD, ...over } });
const nine = { date: '2026-06-10', time: '09:00', serviceType: 'AC Repair' };
const other = { call_id: 'call_2', from_number: '+12125550177' };
const third = { call_id: 'call_3', from_number: '+12125550188' };

const service = servicePerTest(() => holding());
const hold = (args = {}, over = {}) => service().call('hold_time', { ...nine, ...args }, over);
const book = (args = {}, over = {}) => service().call('book_job', booking(args), over);
const free = async (over = {}) => {
  const { availableSlots } = await service().call('check_availability', { ...nine, time: '' }, over);
  return availableSlots.map(({ start }: { start: string }) => start);
};
const endCall = (call_id = 'call_1') =>
  service().send('voiceone-call-complete', {
    event: 'call_ended',
    call: { call_id, agent_id: 'agent_acme' },
  });

describe('a time that is held for a call', () => {
  it('is confirmed with its end, and taken only for others', async () => {
    expect(await hold({ time: 'nine' })).toMatchObject({
      held: true,
      heldUntil: new Date(START + 180_000).toISOString(),
      date: '2026-06-10',
      time: '9:00 AM',
      start: '09:00',
      technician: 'Ana',
      message: "I'm holding Wednesday, June 10 at 9 AM for you for a few minutes.",
    });
    expect(await free()).toContain('09:00');
    expect(await free(other)).toEqual(['13:00', '13:30', '14:00', '14:30', '15:00']);
    expect(await book({}, other)).toMatchObject({
      confirmed: false,
      reason: 'slot_taken',
      heldUntil: new Date(START + 180_000).toISOString(),
      message: 'Someone is about to take 9 AM on Wednesday, June 10. I can offer 1 PM, 1:30 PM or 2 PM.',
    });
    expect(await hold({}, other)).toMatchObject({
      held: false,
      reason: 'slot_taken',
      heldUntil: new Date(START + 180_000).toISOString(),
      alternatives: [{ start: '13:00' }, { start: '13:30' }, { start: '14:00' }],
    });
  });

  it('becomes the job, with the technician who was named', async () => {
    const { technician } = await hold();
    expect(await book()).toMatchObject({ confirmed: true, time: '9:00 AM', technician });
    expect(await free(other)).not.toContain('09:00');
    service().clock.now += 4 * MINUTE_MS;
    expect(await free(other)).not.toContain('09:00');
  });

  it('is released by booking another time', async () => {
    await hold();
    expect(await book({ time: '13:00' })).toMatchObject({ confirmed: true, time: '1:00 PM' });
    expect(await free(other)).toEqual(['08:00', '08:30', '09:00', '09:30', '10:00']);
  });

  it('is released by holding another time', async () => {
    await hold();
    expect(await hold({ time: '13:00' })).toMatchObject({ held: true, start: '13:00' });
    expect(await free(other)).toEqual(['08:00', '08:30', '09:00', '09:30', '10:00']);
    expect(await hold({ time: '13:30' })).toMatchObject({ held: true, start: '13:30' });
  });

  it('is released by a cancellation if there is no appointment, also by a repeat', async () => {
    await hold();
    const turn = { transcript_with_tool_calls: [{ tool_call_id: 'turn_2' }] };
    const released = {
      canceled: false,
      reason: 'released',
      message: "That time wasn't booked, and I'm no longer holding it. Is there anything else?",
    };
    expect(await service().call('cancel_job', {}, turn)).toEqual(released);
    expect(await free(other)).toContain('09:00');
    expect(await service().call('cancel_job', {}, turn)).toEqual(released);
    expect(await service().call('cancel_job')).toMatchObject({ reason: 'no_appointment' });
    expect(await hold()).toMatchObject({ held: true });
  });

  it('is released if none of the appointments has its service, and stays if one is canceled', async () => {
    await book({ serviceType: 'Heating Repair' }, { call_id: 'call_0' });
    await hold({ date: '2026-06-11' });
    const asked = { serviceType: 'AC Repair' };
    expect(await service().call('cancel_job', asked)).toMatchObject({ reason: 'released' });
    expect(await service().call('cancel_job', asked)).toMatchObject({ reason: 'confirm_appointment' });
    await hold({ time: '13:00' });
    const heating = { serviceType: 'Heating Repair' };
    expect(await service().call('cancel_job', heating)).toMatchObject({ canceled: true });
    expect(await free(other)).not.toContain('13:00');
  });

  it('stays if another one is refused', async () => {
    await book({ time: '13:00' }, other);
    await hold();
    expect(await hold({ time: '13:00' })).toMatchObject({ held: false, reason: 'slot_taken' });
    expect(await free(third)).not.toContain('09:00');
  });

  it('is free for others when it expires, and can still be booked if nobody took it', async () => {
    await hold();
    service().clock.now = START + 180_000 - 1;
    expect(await free(other)).not.toContain('09:00');
    service().clock.now = START + 180_000;
    expect(await free(other)).toContain('09:00');
    expect(await book()).toMatchObject({ confirmed: true, time: '9:00 AM' });
  });

  it('is refused with alternatives if it has expired and was taken', async () => {
    await hold();
    service().clock.now = START + 180_000;
    expect(await book({}, other)).toMatchObject({ confirmed: true, time: '9:00 AM' });
    expect(await book()).toMatchObject({
      confirmed: false,
      reason: 'slot_taken',
      alternatives: [{ start: '13:00' }, { start: '13:30' }, { start: '14:00' }],
    });
    expect(await hold({ time: '13:00' })).toMatchObject({ held: true });
  });

  it('is extended by holding it again, and the same delivery gets the same answer', async () => {
    const turn = { transcript_with_tool_calls: [{ tool_call_id: 'turn_1' }] };
    const first = await hold({}, turn);
    service().clock.now += MINUTE_MS;
    expect(await hold({}, turn)).toMatchObject({ held: true, heldUntil: first.heldUntil });
    expect(await hold()).toMatchObject({ heldUntil: new Date(START + 240_000).toISOString() });
    service().clock.now = START + 200_000;
    expect(await free(other)).not.toContain('09:00');
  });

  it('stays released when the delivery that held it is repeated', async () => {
    const turn = { transcript_with_tool_calls: [{ tool_call_id: 'turn_1' }] };
    await hold({}, turn);
    await book({ time: '13:00' });
    const released = { held: false, reason: 'released', message: "I'm no longer holding that time." };
    expect(await hold({}, turn)).toMatchObject(released);
    expect(await free(other)).toContain('09:00');
    expect(await hold()).toMatchObject({ held: true });
  });

  it.each([
    [60, "I'm holding Wednesday, June 10 at 9 AM for you for a moment."],
    [179, "I'm holding Wednesday, June 10 at 9 AM for you for a moment."],
    [180, "I'm holding Wednesday, June 10 at 9 AM for you for a few minutes."],
    [600, "I'm holding Wednesday, June 10 at 9 AM for you for a few minutes."],
    [601, "I'm holding Wednesday, June 10 at 9 AM for you."],
  ])('is set aside for %i seconds', async (seconds, message) => {
    await service().accounts.put(holding({ hold: { seconds } }));
    expect(await service().container().call('hold_time', nine)).toMatchObject({ held: true, message });
  });

  it('may be booked even after notice or cut-off, unlike other times, but not in the past', async () => {
    const { accounts, clock } = service();
    await accounts.put(holding({ hold: { seconds: 3600 }, sameDayCutoff: '07:01' }));
    clock.now = Date.parse('2026-06-10T10:59:00.000Z');
    expect(await hold()).toMatchObject({ held: true });
    clock.now += 3 * MINUTE_MS;
    expect(await book({}, other)).toMatchObject({ reason: 'too_soon' });
    expect(await book({ time: '09:30' })).toMatchObject({ reason: 'too_soon' });
    expect(await free()).toEqual(['09:00']);
    expect(await book()).toMatchObject({ confirmed: true, time: '9:00 AM' });
  });

  it('does not change what the call has booked', async () => {
    const { dispatchRequestId } = await book();
    expect(await hold({ time: '09:30' })).toMatchObject({ held: true, start: '09:30' });
    await endCall();
    expect(await service().requests.get(dispatchRequestId)).toMatchObject({ status: 'scheduled' });
    expect(await free(other)).not.toContain('09:30');
    const { table, clock } = service();
    expect(await violations(table.document, table.tableName, clock.now)).toEqual([]);
  });

  it('moves an appointment of an earlier call', async () => {
    await book();
    const later = { call_id: 'call_9' };
    expect(await hold({ time: '13:00' }, later)).toMatchObject({ held: true });
    const moved = await service().call('reschedule_job', { date: '2026-06-10', time: '13:00' }, later);
    expect(moved).toMatchObject({ confirmed: true, time: '1:00 PM' });
    expect(await free(other)).toEqual(['08:00', '08:30', '09:00', '09:30', '10:00']);
  });
});

describe('the end of a call', () => {
  it('frees what platform one held', async () => {
    await hold();
    expect((await endCall()).status).toBe(204);
    expect(await free(other)).toContain('09:00');
    expect((await endCall()).status).toBe(204);
  });

  it('frees what platform two held', async () => {
    const call = { id: 'call_two', metadata: { assistantId: 'asst_acme' } };
    const functionCall = { name: 'holdTime', parameters: nine };
    const answer = await service().send('voicetwo', {
      message: { type: 'function-call', call, functionCall },
    });
    expect(answer.body.result).toMatchObject({ held: true });
    expect(await free(other)).not.toContain('09:00');
    await service().send('voicetwo', { message: { type: 'end-of-call-report', call } });
    expect(await free(other)).toContain('09:00');
  });

  it('prevents a late function call from holding a time', async () => {
    await endCall();
    expect(await hold()).toMatchObject({ held: false, reason: 'call_ended' });
    expect(await free(other)).toContain('09:00');
    expect(await book()).toMatchObject({ confirmed: true });
  });
});

describe('holding a time is refused', () => {
  it('beyond the limit of the number, until one is released', async () => {
    const from = (call_id: string) => ({ call_id });
    await hold({ time: '08:00', date: '2026-06-10' }, from('a'));
    await hold({ time: '08:00', date: '2026-06-11' }, from('b'));
    const refusal = await hold({ time: '08:00', date: '2026-06-12' }, from('c'));
    expect(refusal).toMatchObject({ held: false, reason: 'hold_limit', alternatives: [] });
    expect(await hold({ time: '13:00', date: '2026-06-10' }, from('a'))).toMatchObject({ held: true });
    await endCall('b');
    expect(await hold({ time: '08:00', date: '2026-06-12' }, from('c'))).toMatchObject({ held: true });
    const hidden = { call_id: 'd', from_number: 'anonymous' };
    expect(await hold({ time: '13:00', date: '2026-06-12' }, hidden)).toMatchObject({ held: true });
  });

  it('without a call, for starts that booking refuses, and without required arguments', async () => {
    expect(await hold({}, { call_id: undefined })).toMatchObject({ held: false, reason: 'no_call' });
    expect(await hold({ time: '06:00' })).toMatchObject({ held: false, reason: 'closed' });
    expect(await hold({ time: '09:10' })).toMatchObject({ held: false, reason: 'not_on_grid' });
    expect(await hold({ time: undefined, date: undefined })).toMatchObject({ missing: ['date', 'time'] });
    expect(await hold({ time: 'after 3' })).toMatchObject({ held: false, reason: 'choose_time' });
    expect(await hold({ serviceType: 'pool cleaning' })).toMatchObject({ reason: 'unknown_service' });
  });

  it('if the account holds no times', async () => {
    await service().accounts.put(accountDocument());
    const container = service().container();
    expect(await container.call('hold_time', nine)).toMatchObject({ held: false, reason: 'not_held_here' });
    expect(await service().items('SCHEDULE#acme-hvac')).toEqual([]);
  });
});
