import type { Calendar } from '../../lib/scheduling/calendar.ts';
import type { Question } from '../../lib/scheduling/day.ts';
import { freeSlots } from '../../lib/scheduling/engine.ts';
import type { Occupancy } from '../../lib/scheduling/occupancy.ts';
import { instantOf } from '../../lib/scheduling/time.ts';
import { matchService } from '../../lib/understanding/services.ts';
import { accountRows } from './accounts.ts';
import { fairnessRows } from './fairness.ts';
import { alternate, type Goal, type Group, type Row, row } from './report.ts';

const DATE = '2026-06-10';
const ZONE = 'America/New_York';
const BUCKETS_PER_DAY = 96;

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
    booking: {
      gridMinutes: 15,
      minNoticeMinutes: 0,
      horizonDays: 60,
      bufferMinutes: 0,
      spokenOptions: 3,
      spokenDays: 2,
    },
    technicians: Array.from({ length: technicians }, (_, n) => ({
      id: `t${n}`,
      name: `T ${n}`,
      skills: [],
      timeOff: [],
    })),
  };
}

/** Hours booked alternately, shifted from one technician to the next. A `share` of 1 books everything. */
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

interface Compared {
  readonly what: string;
  readonly against: string;
  readonly goal?: Goal;
}

async function availability(
  { what, against, goal }: Compared,
  rounds: number,
  subject: Question,
  baseline: Question,
): Promise<Row> {
  const times = await alternate(
    rounds,
    () => freeSlots(subject, DATE),
    () => freeSlots(baseline, DATE),
  );
  return row(`availability, ${what}`, against, 'ms', times, goal);
}

/** Services that share words, as in a large catalog. */
const services = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `s${n}`,
    name: `Model ${n} water heater repair`,
    aliases: [`heater ${n}`],
    durationMinutes: 60,
    skills: [],
  }));

async function matching(count: number, rounds: number, goal?: Goal): Promise<Row> {
  const [many, few] = [services(count), services(10)];
  const times = await alternate(
    rounds,
    () => matchService('the water heater is broken, model 7', many),
    () => matchService('the water heater is broken, model 7', few),
  );
  return row(`matching a service among ${count}`, 'among 10', 'ms', times, goal);
}

/** How the cost of a request grows with the size of its account, and with the number of accounts. */
export const scale: Group = {
  name: 'scale',
  title: 'How cost grows',
  async measure(quick) {
    const rounds = quick ? 11 : 41;
    const half = (technicians: number) => question(technicians, 0.5);
    const grows = { atMost: 11 };
    const rows = [
      await availability(
        { what: '500 technicians × 96, half booked', against: '50 technicians', goal: grows },
        rounds,
        half(500),
        half(50),
      ),
      await availability(
        { what: '50 technicians × 96, half booked', against: '5 technicians', goal: grows },
        rounds,
        half(50),
        half(5),
      ),
    ];
    for (const share of [0.25, 0.5, 0.75, 1]) {
      const compared = { what: `50 technicians, ${share * 100} % booked`, against: 'nothing booked' };
      rows.push(await availability(compared, rounds, question(50, share), question(50, 0)));
    }
    rows.push(await matching(100, rounds));
    // Without the index of names the ratio was 40.
    rows.push(await matching(500, rounds, { atMost: 13 }));
    return [...rows, ...(await accountRows(quick)), ...(await fairnessRows(quick))];
  },
};
