import { expect, it } from '@jest/globals';
import { pick, randomFrom } from '../support/random.ts';
import { accountDocument, startService } from './service.ts';

/* Whatever says that nothing is free, or closed, is compared with the document itself, day by day. */

const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const DAY_MS = 86_400_000;
/** Monday, June 1; nothing on this day can be booked any more. */
const NOW = Date.UTC(2026, 5, 2, 0);
const dateAt = (ahead: number) => new Date(Date.UTC(2026, 5, 1) + ahead * DAY_MS).toISOString().slice(0, 10);
const dayOf = (date: string) => names[new Date(`${date}T12:00:00Z`).getUTCDay()] ?? 'sunday';

type Ranges = readonly (readonly [string, string])[];
type Week = Partial<Record<string, Ranges>>;

interface Company {
  readonly hours: Week;
  readonly exceptions: Week;
  readonly technicians: readonly {
    readonly name: string;
    readonly skills?: readonly string[];
    readonly hours?: Week;
  }[];
  readonly horizonDays: number;
}

const shifts: readonly Ranges[] = [
  [['08:00', '12:00']],
  [['09:00', '10:00']],
  [['13:00', '17:00']],
  [['08:00', '17:00']],
];

function randomCompany(random: () => number): Company {
  const week = (share: number): Week =>
    Object.fromEntries(names.filter(() => random() < share).map((name) => [name, pick(random, shifts)]));
  const exceptions = Array.from({ length: 8 }, () => dateAt(Math.floor(random() * 30))).map((date) => [
    date,
    random() < 0.7 ? [] : pick(random, shifts),
  ]);
  return {
    hours: week(0.4),
    exceptions: Object.fromEntries(exceptions),
    technicians: [
      { name: 'Ana', skills: ['hvac'] },
      {
        name: 'Ben',
        skills: random() < 0.5 ? ['hvac'] : [],
        ...(random() < 0.6 ? { hours: week(0.3) } : {}),
      },
    ],
    horizonDays: 5 + Math.floor(random() * 25),
  };
}

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** When a technician works on a date; without one, when anybody does. */
function rangesOn({ hours, exceptions, technicians }: Company, date: string, name?: string): Ranges {
  const exception = exceptions[date];
  const company = exception ?? hours[dayOf(date)] ?? [];
  const within = (own: Ranges): Ranges =>
    exception === undefined
      ? own
      : own.flatMap(([from, to]) =>
          exception
            .map(([first, last]) => [from > first ? from : first, to < last ? to : last] as const)
            .filter(([first, last]) => first < last),
        );
  const of = (own: Week | undefined) => (own === undefined ? company : within(own[dayOf(date)] ?? []));
  const some = technicians.filter((one) => name === undefined || one.name === name);
  return [...(name === undefined ? of(undefined) : []), ...some.flatMap((one) => of(one.hours))];
}

/** Whether somebody with the skill can come for two hours. */
const isFree = (company: Company, date: string, name?: string): boolean =>
  company.technicians
    .filter((one) => one.skills?.includes('hvac') && (name === undefined || one.name === name))
    .some((one) =>
      rangesOn(company, date, one.name).some(([from, to]) => minutes(to) - minutes(from) >= 120),
    );

it.each(Array.from({ length: 24 }, (_, seed) => seed))(
  'nothing and closed are true in company %i',
  async (seed) => {
    const random = randomFrom(seed);
    const company = randomCompany(random);
    const { horizonDays, technicians, ...rest } = company;
    const [repair] = accountDocument().serviceTypes;
    const service = await startService(
      accountDocument({
        ...rest,
        technicians: technicians.map((one) => ({ ...one, id: one.name.toLowerCase() })),
        serviceTypes: [{ ...repair, skills: ['hvac'] }],
        booking: { gridMinutes: 30, minNoticeMinutes: 0, horizonDays, bufferMinutes: 0 },
      }),
    );
    service.clock.now = NOW;
    const bookable = Array.from({ length: horizonDays }, (_, ahead) => dateAt(ahead + 1));
    for (let query = 0; query < 12; query++) {
      const from = 1 + Math.floor(random() * (horizonDays + 3));
      const to = from + Math.floor(random() * 8);
      const kind = pick(random, ['day', 'range', 'earliest']);
      const weekday = random() < 0.5 && kind !== 'day' ? pick(random, names) : undefined;
      const technician = random() < 0.2 ? 'Ana' : undefined;
      const days = {
        day: { date: dateAt(from) },
        range: { from: dateAt(from), to: dateAt(to) },
        earliest: {},
      };
      const asked = { ...days[kind as keyof typeof days], weekdays: weekday, technician };
      const heard = await service.call('check_availability', { serviceType: 'AC Repair', ...asked });
      const said = { seed, asked, message: heard.message, reason: heard.reason };
      const last = kind === 'day' ? from : kind === 'range' ? to : horizonDays;
      const all = bookable.filter(
        (date) => kind === 'earliest' || (date >= dateAt(from) && date <= dateAt(last)),
      );
      const onWeekday = all.filter((date) => weekday === undefined || dayOf(date) === weekday);
      // Weekdays that the days don't have can't be meant.
      const hasWeekday = Array.from({ length: last - from + 1 }, (_, n) => dayOf(dateAt(from + n))).some(
        (day) => day === weekday,
      );
      const dates = kind === 'earliest' || hasWeekday ? onWeekday : all;
      const wanted = dates.filter((date) => isFree(company, date, technician));
      const anyone = bookable.filter((date) => isFree(company, date));
      if (!heard.ignored?.includes('weekdays'))
        expect({ ...said, isOffered: heard.days !== undefined }).toEqual({
          ...said,
          isOffered: wanted.length > 0,
        });
      if (/Nothing (else )?is free as far/.test(heard.message))
        expect({ ...said, anyone }).toEqual({ ...said, anyone: [] });
      if (/Nothing later is free/.test(heard.message))
        expect(anyone.filter((date) => date > dateAt(last))).toEqual([]);
      if (heard.days === undefined && heard.nextAvailable === undefined)
        expect({ ...said, anyone }).toEqual({ ...said, anyone: [] });
      if (heard.reason === 'closed' || heard.reason === 'holiday' || /closed/.test(heard.message)) {
        const open = dates.filter((date) => rangesOn(company, date).length > 0);
        expect({ ...said, open }).toEqual({ ...said, open: [] });
      }
    }
    await service.stop();
  },
);
