import { parseAccount } from '../../lib/accounts/document/account-document.ts';
import type { PlannedDay } from '../../lib/planning/day.ts';
import { proposePlan } from '../../lib/planning/propose.ts';
import { randomFrom } from '../../lib/planning/search.ts';
import { SEARCH } from '../../lib/plans/plan-day.ts';
import { boundaryOf } from '../../lib/scheduling/time.ts';
import { progress } from './progress.ts';
import { type Group, row } from './report.ts';

const DATE = '2026-12-01';
const ZONE = 'America/New_York';
const SQUARE_KM = 30;
/** Planning a day may take this many milliseconds on one core. */
const LIMIT_MS = 10_000;

/** A day in a square of 30 km whose visits were given to whoever was free, in windows of the morning and the afternoon. */
function dayOf(technicians: number, perTechnician: number, seed: number): PlannedDay {
  const random = randomFrom(seed);
  const spot = () => ({
    latitude: 40 + (random() * SQUARE_KM) / 111.2,
    longitude: -75 + (random() * SQUARE_KM) / 85.2,
  });
  const account = parseAccount({
    ...{ accountId: 'bench', name: 'Bench', timezone: ZONE, hours: { tuesday: [['08:00', '18:00']] } },
    booking: { gridMinutes: 15, bufferMinutes: 0 },
    serviceTypes: [{ id: 'repair', name: 'Repair', durationMinutes: 75 }],
    technicians: Array.from({ length: technicians }, (_, number) => ({
      id: `t${number}`,
      name: `T${number}`,
    })),
    travel: {},
  });
  const { travel: rules, serviceTypes } = account;
  const [service] = serviceTypes;
  if (rules === undefined || service === undefined) throw new Error('The account has travel and a service');
  const opens = boundaryOf(ZONE, DATE, 8 * 60);
  const gap = 600 / perTechnician;
  const visits = account.technicians.flatMap(({ id }) =>
    Array.from({ length: perTechnician }, (_, turn) => {
      const minute = Math.floor((turn * gap) / 15) * 15;
      const promise = minute < 240 ? { from: 480, to: 720 } : { from: 720, to: 1080 };
      return {
        ...{
          dispatchRequestId: `${id}-${turn}`,
          version: 1,
          technicianId: id,
          start: opens + minute,
          service,
        },
        ...{ place: { at: spot() }, promise, isFixed: false, isAskedFor: false },
      };
    }),
  );
  const homes = new Map(account.technicians.map(({ id }) => [id, { at: spot() }]));
  return { account, rules, date: DATE, visits, blocks: [], homes };
}

const sizes = [
  [12, 5],
  [40, 4],
] as const;

/** Measures how much driving a plan saves, and how long making one takes. */
export const plan: Group = {
  name: 'plan',
  title: 'The plan of a day, on one core',
  measure(quick) {
    return sizes.flatMap(([technicians, perTechnician], index) => {
      const day = dayOf(technicians, perTechnician, 1);
      const started = process.cpuUsage();
      const { before, after } = proposePlan(day, {
        ...SEARCH,
        iterations: quick ? 3_000 : SEARCH.iterations,
      });
      const { user, system } = process.cpuUsage(started);
      progress('plan', index + 1, sizes.length);
      const name = `${technicians} technicians, ${technicians * perTechnician} visits`;
      return [
        row(`hours driven, ${name}`, 'before', 'h', [after / 60, before / 60], { atMost: 0.5 }),
        row(`making the plan, ${name}`, 'limit', 'ms', [(user + system) / 1000, LIMIT_MS], { atMost: 1 }),
      ];
    });
  },
};
