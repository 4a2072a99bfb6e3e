import type {
  BoardAppointmentView,
  BoardView,
  LaneView,
  QueueView,
  StartsView,
} from '../../../lib/board/views.ts';
import { HOUR_MS } from '../../../lib/scheduling/time.ts';

const ZONE = 'America/New_York';
/** When work begins, in UTC. The days are in January. */
const OPENS = 13;
const JOBS = 6;

const counts = { emergencies: 0, messages: 0, review: 0, unscheduled: 0, on_hold: 0, unbookedCalls: 0 };
const services = ['AC Repair', 'AC Tune-Up', 'Plumbing Repair', 'Drain Cleaning', 'Electrical Repair'];
const statuses = ['completed', 'in_progress', 'dispatched', 'scheduled'] as const;
const names = [
  'Grace Kim',
  'Luis Ortega',
  'Priya Natarajan',
  'Mary O’Connor',
  'Deshawn Carter',
  'Yuki Tanaka',
];

/** An account of the bench: its number of technicians, and the version of its first job. */
export interface Shop {
  readonly technicians: number;
  version: number;
}

export const accountOf = (shop: string) => ({ accountId: shop, name: `Shop ${shop}`, timezone: ZONE });

/** A date on which every technician has six jobs. Nobody works on Sundays or before 2030. */
const isBusy = (date: string): boolean => date >= '2030' && new Date(`${date}T12:00:00Z`).getUTCDay() !== 0;

export function boardOf(accountId: string, { technicians, version }: Shop, date: string): BoardView {
  const midnight = Date.parse(`${date}T05:00:00.000Z`);
  return {
    account: accountOf(accountId),
    date,
    now: iso(midnight),
    day: { from: iso(midnight), to: iso(midnight + 24 * HOUR_MS) },
    gridMinutes: 15,
    bufferMinutes: 0,
    serviceTypes: [],
    lanes: Array.from({ length: technicians }, (_, at) => laneOf(date, at, at === 0 ? version : 1)),
    counts,
  };
}

function laneOf(date: string, at: number, version: number): LaneView {
  const isOff = !isBusy(date);
  return {
    technicianId: `t${at}`,
    technician: `${names[at % names.length]} ${at}`,
    skills: ['hvac', 'plumbing'],
    hours: isOff ? [] : [{ from: atHour(date, 0), to: atHour(date, 9) }],
    timeOff: [],
    appointments: isOff ? [] : Array.from({ length: JOBS }, (_, job) => jobOf(date, at, job, version)),
    blocks: [],
    held: [],
    unknown: [],
    holds: [],
    etag: `"${date} ${at} ${version}"`,
  };
}

function jobOf(date: string, at: number, job: number, version: number): BoardAppointmentView {
  const number = at * JOBS + job;
  const letters =
    `${Number(date.slice(5, 7))}${date.slice(8)}`.padEnd(6, '0') + String(number).padStart(14, '0');
  return {
    dispatchRequestId: `dr_${letters}`,
    version,
    status: version % 2 === 0 && job === 0 ? 'no_show' : (statuses[number % statuses.length] ?? 'scheduled'),
    urgency: number % 9 === 0 ? 'urgent' : 'routine',
    serviceTypeId: 'service',
    serviceType: services[number % services.length] ?? '',
    customer: `${names[number % names.length]} ${number}`,
    address: `${number} Greenwich Street`,
    city: 'New York',
    date,
    time: `${((7 + job) % 12) + 1}:00 ${job < 4 ? 'AM' : 'PM'}`,
    startsAt: atHour(date, job * 1.5),
    endsAt: atHour(date, job * 1.5 + 1.25),
    needsReview: [],
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();
const atHour = (date: string, hours: number): string =>
  iso(Date.parse(`${date}T00:00:00.000Z`) + (OPENS + hours) * HOUR_MS);

export const queueOf = (): QueueView => ({
  now: atHour('2030-01-01', 0),
  requests: [],
  unbookedCalls: [],
  counts,
});

/** Every quarter of an hour of each technician, for any job. */
export function startsOf({ technicians }: Shop, dispatchRequestId: string, date: string): StartsView {
  return {
    ...{ dispatchRequestId, date, serviceType: 'AC Repair', durationMinutes: 60 },
    technicians: Array.from({ length: technicians }, (_, at) => ({
      technicianId: `t${at}`,
      technician: `${names[at % names.length]} ${at}`,
      starts: Array.from({ length: 32 }, (__, quarter) => ({
        time: '9:00 AM',
        startsAt: atHour(date, quarter / 4),
        endsAt: atHour(date, quarter / 4 + 1),
      })),
    })),
  };
}

/** A local time in winter, without the zone. */
const wall = (instant: string): string => iso(Date.parse(instant) - 5 * HOUR_MS).slice(0, 19);

/** The same day in the format of the other calendar. */
export function calendarOf(date: string, technicians: number) {
  const { lanes } = boardOf('bench', { technicians, version: 1 }, date);
  return {
    date,
    resources: lanes.map(({ technicianId, technician }) => ({ id: technicianId, title: technician })),
    events: lanes.flatMap(({ technicianId, appointments }) =>
      appointments.map((job) => ({
        id: job.dispatchRequestId,
        resourceId: technicianId,
        start: wall(job.startsAt),
        end: wall(job.endsAt),
        title: `${job.customer} ${job.serviceType} ${job.status}`,
      })),
    ),
  };
}
