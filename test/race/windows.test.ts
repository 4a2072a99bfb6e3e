import { afterEach, describe, expect, it } from '@jest/globals';
import { dateSpan } from '../../lib/scheduling/hours.ts';
import type { Occupancy } from '../../lib/scheduling/occupancy.ts';
import { addDays } from '../../lib/scheduling/time.ts';
import { accountDocument, booking, type Service, startService } from '../functions/service.ts';
import { factsOf, oracleWindow } from '../lib/scheduling/oracle.ts';
import { violations } from '../support/invariants.ts';

const DATE = '2026-06-10';
const CALLERS = 30;
const windows = [
  { from: '08:00', to: '10:00' },
  { from: '09:00', to: '11:00' },
  { from: '10:00', to: '12:00' },
];
const account = (gridMinutes: number) =>
  accountDocument({
    booking: { gridMinutes, bufferMinutes: 0, arrival: { style: 'window', windows } },
    hours: { wednesday: [['08:00', '12:00']] },
    serviceTypes: [{ id: 'ac-repair', name: 'AC Repair', durationMinutes: 60 }],
    technicians: [
      { id: 'ana', name: 'Ana' },
      { id: 'ben', name: 'Ben' },
    ],
  });

interface Answer {
  readonly confirmed: boolean;
  readonly reason?: string;
}
const windowOf = (caller: number) => windows[caller % windows.length] ?? { from: '', to: '' };

describe('parallel callers for overlapping windows, on both platforms', () => {
  let service: Service;
  afterEach(() => service.stop());

  /** One caller per window: even ones on platform one, odd ones on platform two, each in one of two containers. */
  async function ask(
    caller: number,
    containers: readonly ReturnType<Service['container']>[],
  ): Promise<Answer> {
    const container = containers[Math.floor(caller / 2) % containers.length] ?? containers[0];
    const { from, to } = windowOf(caller);
    const number = `+1212555${String(1000 + caller)}`;
    const args = booking({ date: DATE, time: `${from}-${to}`, customerPhone: number });
    const id = `call_${caller}`;
    if (caller % 2 === 0)
      return await container?.call('book_job', args, { call_id: id, from_number: number });
    const call = { id, metadata: { assistantId: 'asst_acme' }, customer: { number } };
    const functionCall = { name: 'bookAppointment', parameters: args };
    const message = { type: 'function-call', call, functionCall };
    return (await container?.send('voicetwo', { message }))?.body.result;
  }

  /** The answers to all, and the claims in the technicians' days afterwards. */
  async function race(gridMinutes: number) {
    service = await startService(account(gridMinutes));
    const containers = [service.container(), service.container()];
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, (_, caller) => ask(caller, containers)),
    );
    const calendar = await service.accounts.byId('acme-hvac');
    const { deps } = service.container();
    if (calendar === undefined) throw new Error('The account is gone.');
    const span = dateSpan(calendar, DATE, addDays(DATE, 1));
    const occupancy: Occupancy = await deps.schedule.occupancy('acme-hvac', span, service.clock.now + 1000);
    const asked = {
      calendar,
      job: { durationMinutes: 60, skills: [], arrival: undefined },
      occupancy,
      now: service.clock.now,
      own: new Set<string>(),
    };
    /** Whether the oracle still finds a start for a window. */
    const isFree = (from: string, to: string) =>
      typeof oracleWindow(
        asked,
        factsOf(asked, DATE),
        Number(from.slice(0, 2)) * 60,
        Number(to.slice(0, 2)) * 60,
      ) !== 'string';
    return { answers, isFree };
  }

  it.each([60, 30])(
    'book no more than technicians can do, and refuse nobody while a start is free: grid %d',
    async (grid) => {
      const { answers, isFree } = await race(grid);
      expect(await violations(service.table.document, service.table.tableName)).toEqual([]);
      const booked = answers.filter(({ confirmed }) => confirmed).length;
      expect(booked + answers.filter(({ reason }) => reason === 'slot_taken').length).toBe(CALLERS);
      const refused = answers.flatMap(({ confirmed }, caller) => (confirmed ? [] : [windowOf(caller)]));
      expect(refused.filter(({ from, to }) => isFree(from, to))).toEqual([]);
      // Two technicians, four hours. Ten callers want each window of four places: if starts don't overlap, all are
      // taken.
      expect(booked).toBeLessThanOrEqual(8);
      if (grid === 60) expect(booked).toBe(8);
    },
  );
});
