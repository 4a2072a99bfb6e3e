import { describe, expect, it } from '@jest/globals';
import { violations } from '../support/invariants.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

// A caller who withholds their number can name anybody's.

const OWNER = '+12125550110';
const hidden = 'anonymous';
const technicians = Array.from({ length: 40 }, (_, index) => ({ id: `t${index}`, name: `Tech ${index}` }));
const rules = { ...accountDocument().booking, hold: { seconds: 180, perNumber: 2 } };

const service = servicePerTest(() => accountDocument({ technicians, booking: rules }));
const book = (call_id: string, from_number: string, over: object = {}) =>
  service().call('book_job', booking({ customerPhone: OWNER, address: '9 Oak Avenue', ...over }), {
    call_id,
    from_number,
  });
const outcomes = async (calls: number, over: object = {}) => {
  const answers: { readonly confirmed: boolean; readonly reason?: string }[] = [];
  for (let index = 0; index < calls; index++)
    answers.push(await book(`call_${index}_${JSON.stringify(over)}`, hidden, over));
  return answers;
};

describe('calls without a number', () => {
  it('can book 20 visits for a number that they name, and a person decides on more', async () => {
    const answers = await outcomes(22);
    expect(answers.slice(0, 20).every(({ confirmed }) => confirmed)).toBe(true);
    expect(answers.slice(20)).toMatchObject([
      { confirmed: false, reason: 'needs_human' },
      { confirmed: false, reason: 'needs_human' },
    ]);
  });

  it('use up neither the limit of the owner of that number nor that of another number', async () => {
    await outcomes(21);
    expect(await book('call_owner', OWNER)).toMatchObject({ confirmed: true });
    expect(await book('call_third', '+12125550177')).toMatchObject({ confirmed: true });
    expect(await book('call_other', hidden, { customerPhone: '+12125550199' })).toMatchObject({
      confirmed: true,
    });
  });

  it('can book again once the visits for that number are over', async () => {
    await outcomes(20);
    service().clock.now = Date.parse('2026-06-11T04:00:00Z');
    expect(await book('call_later', hidden, { date: '2026-06-15' })).toMatchObject({ confirmed: true });
  });
});

describe('all calls without a number', () => {
  const hold = (index: number, from_number: string) =>
    service().call(
      'hold_time',
      { date: '2026-06-10', time: '09:00', serviceType: 'AC Repair' },
      { call_id: `hold_${index}`, from_number },
    );

  it('can hold 20 times at once, and callers with a number more', async () => {
    for (let index = 0; index < 20; index++) expect(await hold(index, hidden)).toMatchObject({ held: true });
    expect(await hold(20, hidden)).toMatchObject({ held: false, reason: 'hold_limit' });
    expect(await hold(3, hidden)).toMatchObject({ held: true });
    expect(await hold(21, OWNER)).toMatchObject({ held: true });
    service().clock.now += 181_000;
    expect(await hold(22, hidden)).toMatchObject({ held: true });
  });
});

describe('a call id that the platform reports with several numbers', () => {
  const callers = ['+12125550177', '+12125550188', hidden];
  const hold = (from_number: string, time: string, args: object = {}) =>
    service().call(
      'hold_time',
      { date: '2026-06-10', time, serviceType: 'AC Repair', ...args },
      { call_id: 'call_1', from_number },
    );
  const held = async () => {
    const days = await service().items('SCHEDULE#acme-hvac');
    return new Set(
      days.flatMap((day) => Object.values(day)).filter((value) => String(value).startsWith('ho_')),
    ).size;
  };

  it('holds a time for each, and its end frees them all', async () => {
    const times = ['09:00', '13:00', '14:00'];
    for (const [index, caller] of callers.entries())
      expect(await hold(caller, times[index] ?? '')).toMatchObject({ held: true });
    expect(await held()).toBe(3);
    await service().send('voiceone-call-complete', {
      event: 'call_ended',
      call: { call_id: 'call_1', agent_id: 'agent_acme' },
    });
    expect(await held()).toBe(0);
    const { table, clock } = service();
    expect(await violations(table.document, table.tableName, clock.now)).toEqual([]);
  });

  it('lets nobody release or book what another caller holds', async () => {
    for (const caller of callers) await hold(caller, '09:00');
    await service().call('cancel_job', {}, { call_id: 'call_1', from_number: callers[0] });
    expect(await held()).toBe(2);
    await book('call_1', callers[1] ?? '', { customerPhone: callers[1] });
    expect(await held()).toBe(1);
  });

  it('keeps the hold of a call on another platform', async () => {
    const call = { id: 'call_1', metadata: { assistantId: 'asst_acme' } };
    const functionCall = {
      name: 'holdTime',
      parameters: { date: '2026-06-10', time: '09:00', serviceType: 'AC Repair' },
    };
    await service().send('voicetwo', { message: { type: 'function-call', call, functionCall } });
    await hold(hidden, '09:00');
    await service().send('voiceone-call-complete', {
      event: 'call_ended',
      call: { call_id: 'call_1', agent_id: 'agent_acme' },
    });
    expect(await held()).toBe(1);
  });
});
