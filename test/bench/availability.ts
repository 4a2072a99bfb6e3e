import type { Calendar } from '../../lib/scheduling/calendar.ts';
import type { Occupancy } from '../../lib/scheduling/day.ts';
import { freeSlots, type Question } from '../../lib/scheduling/engine.ts';
import { instantOf } from '../../lib/scheduling/zone.ts';
import { alternate, type Row } from './report.ts';

const DATE = '2026-06-10';
const ZONE = 'America/New_York';
const BUCKETS_PER_DAY = 96;
const ROUNDS = 41;

/** A shop that never closes, with 96 grid points a day. */
function shop(technicians: number): Calendar {
  const range = [['00:00', '24:00']] as const;
  const hours = {
    monday: range,
    tuesday: range,
    wednesday: range,
    thursday: range,
    friday: range,
    saturday: range,
    sunday: range,
  };
  return {
    timezone: ZONE,
    hours,
    exceptions: {},
    booking: { gridMinutes: 15, minNoticeMinutes: 0, horizonDays: 60, bufferMinutes: 0, spokenOptions: 3 },
    technicians: Array.from({ length: technicians }, (_, n) => ({
      id: `t${n}`,
      name: `T ${n}`,
      skills: [],
      timeOff: [],
    })),
  };
}

/** Hours booked in turns, shifted from one technician to the next. `share` of 1: everything. */
function booked(calendar: Calendar, share: number): Occupancy {
  const first = (instantOf(ZONE, DATE, 0) ?? 0) / 15;
  return new Map(
    calendar.technicians.map(({ id }, n) => {
      const taken = Array.from({ length: BUCKETS_PER_DAY }, (_, bucket) => bucket).filter(
        (bucket) => ((Math.floor(bucket / 4) + n) % 10) / 10 < share,
      );
      return [id, new Map(taken.map((bucket) => [first + bucket, 'dr_other']))];
    }),
  );
}

function question(technicians: number, share: number): Question {
  const calendar = shop(technicians);
  const job = { durationMinutes: 60, skills: [] };
  return { calendar, job, occupancy: booked(calendar, share), now: Date.UTC(2026, 5, 1), seed: 'bench' };
}

function row(what: string, against: string, goal: number, subject: Question, baseline: Question): Row {
  const [a, b] = alternate(
    ROUNDS,
    () => freeSlots(subject, DATE),
    () => freeSlots(baseline, DATE),
  );
  return { what, against, subject: a, baseline: b, ratio: a / b, goal };
}

/** How the cost of a day's availability grows. */
export function availabilityRows(): readonly Row[] {
  return [
    row(
      'availability, 500 technicians × 96, half booked',
      '50 technicians',
      11,
      question(500, 0.5),
      question(50, 0.5),
    ),
    row(
      'availability, 50 technicians × 96, half booked',
      '5 technicians',
      11,
      question(50, 0.5),
      question(5, 0.5),
    ),
    row(
      'availability, 500 technicians, fully booked',
      'half booked',
      4,
      question(500, 1),
      question(500, 0.5),
    ),
  ];
}
