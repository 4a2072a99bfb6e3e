import { pick } from '../support/random.ts';

/* What is free, counted start by start from the account's document: it knows nothing of the engine that it is compared with. */

export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;
const DAY_MS = 86_400_000;
const GRID = 30;

/** Today is Monday, June 1, 2026, and over: in New York it is 8 PM. */
export const NOW = Date.UTC(2026, 5, 2, 0);
export const dateAt = (ahead: number) =>
  new Date(Date.UTC(2026, 5, 1) + ahead * DAY_MS).toISOString().slice(0, 10);
export const weekdayOf = (date: string) => weekdays[new Date(`${date}T12:00:00Z`).getUTCDay()] ?? 'sunday';

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
export const clockOf = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

type Ranges = readonly (readonly [string, string])[];
type Week = Partial<Record<string, Ranges>>;

interface Technician {
  readonly name: string;
  readonly skills: readonly string[];
  readonly hours?: Week;
}

interface Area {
  readonly zips: readonly string[];
  readonly services?: readonly ServiceName[];
  readonly technicians?: readonly string[];
  readonly weekdays?: readonly string[];
}

export const services = {
  'AC Repair': { minutes: 120, skill: 'hvac' },
  'Electrical Repair': { minutes: 60, skill: 'electric' },
} as const;
export type ServiceName = keyof typeof services;
const serviceNames: readonly ServiceName[] = ['AC Repair', 'Electrical Repair'];

export interface Company {
  readonly hours: Week;
  readonly exceptions: Week;
  readonly technicians: readonly Technician[];
  readonly horizonDays: number;
  readonly areas: readonly Area[];
  /** The arrival windows, which don't overlap; exact starts without them. */
  readonly windows?: Ranges;
}

const shifts: readonly Ranges[] = [
  [['08:00', '12:00']],
  [['09:00', '10:00']],
  [['13:00', '19:00']],
  [['08:00', '17:00']],
];

export function randomCompany(random: () => number): Company {
  const week = (share: number): Week =>
    Object.fromEntries(weekdays.filter(() => random() < share).map((day) => [day, pick(random, shifts)]));
  const some = <T>(share: number, value: () => T) => (random() < share ? value() : undefined);
  const subset = <T>(all: readonly T[]) => {
    const chosen = all.filter(() => random() < 0.5);
    return chosen.length > 0 ? chosen : [pick(random, all)];
  };
  const exceptions = Array.from({ length: 8 }, () => dateAt(Math.floor(random() * 30))).map((date) => [
    date,
    random() < 0.7 ? [] : pick(random, shifts),
  ]);
  const windows = some<Ranges>(0.4, () => [
    ['08:00', '10:00'],
    ['10:00', '12:00'],
    ['13:00', '15:00'],
    ['15:00', '18:00'],
  ]);
  const area = (zips: readonly string[]): Area => ({
    zips,
    ...some(0.3, () => ({ services: subset(serviceNames) })),
    ...some(0.5, () => ({ technicians: subset(['Ana', 'Ben']) })),
    ...some(0.3, () => ({ weekdays: subset(weekdays) })),
  });
  return {
    // A document is refused if no job fits in a window.
    hours: { ...week(0.4), ...(windows === undefined ? {} : { monday: [['08:00', '19:00']] }) },
    exceptions: Object.fromEntries(exceptions),
    technicians: [
      { name: 'Ana', skills: ['hvac', ...(random() < 0.3 ? ['electric'] : [])] },
      {
        name: 'Ben',
        skills: ['electric', ...(random() < 0.5 ? ['hvac'] : [])],
        ...some(0.6, () => ({ hours: week(0.3) })),
      },
    ],
    horizonDays: 5 + Math.floor(random() * 25),
    areas: some(0.6, () => [area(['10001']), area(random() < 0.5 ? ['112*'] : ['112*', '10001'])]) ?? [],
    ...(windows === undefined ? {} : { windows }),
  };
}

/** The document of a company. */
export const documentOf = ({ technicians, areas, windows, horizonDays, ...rest }: Company) => ({
  ...rest,
  technicians: technicians.map((one) => ({ ...one, id: one.name.toLowerCase() })),
  serviceTypes: serviceNames.map((name) => ({
    id: idOf(name),
    name,
    durationMinutes: services[name].minutes,
    skills: [services[name].skill],
  })),
  ...(areas.length === 0
    ? {}
    : {
        serviceAreas: areas.map((one, index) => ({
          id: `area-${index}`,
          name: `Area ${index}`,
          zips: one.zips,
          serviceTypeIds: one.services?.map(idOf),
          technicianIds: one.technicians?.map((name) => name.toLowerCase()),
          weekdays: one.weekdays,
        })),
      }),
  booking: {
    gridMinutes: GRID,
    minNoticeMinutes: 0,
    horizonDays,
    bufferMinutes: 0,
    hold: { seconds: 600, perNumber: 2 },
    ...(windows === undefined
      ? {}
      : { arrival: { style: 'window', windows: windows.map(([from, to]) => ({ from, to })) } }),
  },
});

const idOf = (name: ServiceName) => (name === 'AC Repair' ? 'ac-repair' : 'electrical-repair');

/** When anybody works on a date, or a technician. */
export function rangesOn({ hours, exceptions, technicians }: Company, date: string, name?: string): Ranges {
  const exception = exceptions[date];
  const company = exception ?? hours[weekdayOf(date)] ?? [];
  const within = (own: Ranges): Ranges =>
    exception === undefined
      ? own
      : own.flatMap(([from, to]) =>
          exception
            .map(([first, last]) => [from > first ? from : first, to < last ? to : last] as const)
            .filter(([first, last]) => first < last),
        );
  const of = (own: Week | undefined) => (own === undefined ? company : within(own[weekdayOf(date)] ?? []));
  const some = technicians.filter((one) => name === undefined || one.name === name);
  return [...(name === undefined ? of(undefined) : []), ...some.flatMap((one) => of(one.hours))];
}

/** A visit that takes a technician's time. */
export interface Taken {
  readonly name: string;
  readonly date: string;
  readonly minute: number;
  readonly minutes: number;
}

/** What a caller asks for. */
export interface Wanted {
  readonly service: ServiceName;
  readonly zip: string;
  /** The only technicians who may come; anybody without them. */
  readonly among?: readonly string[] | undefined;
}

const isIn = (zip: string) => (area: Area) =>
  area.zips.some((pattern) =>
    pattern.endsWith('*') ? zip.startsWith(pattern.slice(0, -1)) : zip === pattern,
  );

/** Who has the skill for a service. */
export const skilledFor = ({ technicians }: Company, service: ServiceName): readonly string[] =>
  technicians.filter(({ skills }) => skills.includes(services[service].skill)).map(({ name }) => name);

/** The areas of a place with the service; undefined if the place is in none, or there are none: everybody comes. */
function servingAreas(company: Company, { zip, service }: Wanted): readonly Area[] | undefined {
  const around = company.areas.filter(isIn(zip));
  if (around.length === 0) return undefined;
  const skilled = skilledFor(company, service);
  return around.filter(
    (area) =>
      (area.services?.includes(service) ?? true) &&
      (area.technicians === undefined || area.technicians.some((name) => skilled.includes(name))),
  );
}

/** Whether the company does the service in the place at all. */
export const isDoneThere = (company: Company, wanted: Wanted): boolean =>
  servingAreas(company, wanted)?.length !== 0;

/** Whether a technician ever comes to the place for the service. */
export const comesThere = (company: Company, wanted: Wanted, name: string): boolean =>
  servingAreas(company, wanted)?.some((area) => area.technicians?.includes(name) ?? true) ?? true;

export interface Start {
  readonly name: string;
  readonly minute: number;
}

/** Every start of a date at which somebody can come. */
function freeStarts(
  company: Company,
  taken: readonly Taken[],
  wanted: Wanted,
  date: string,
): readonly Start[] {
  if (date < dateAt(1) || date > dateAt(company.horizonDays)) return [];
  const areas = servingAreas(company, wanted);
  const { minutes } = services[wanted.service];
  const names = skilledFor(company, wanted.service).filter(
    (name) =>
      (wanted.among?.includes(name) ?? true) &&
      (areas === undefined ||
        areas.some(
          (area) =>
            (area.technicians?.includes(name) ?? true) && (area.weekdays?.includes(weekdayOf(date)) ?? true),
        )),
  );
  const starts: Start[] = [];
  for (let minute = 0; minute < 24 * 60; minute += GRID)
    for (const name of names) {
      const works = rangesOn(company, date, name).some(
        ([from, to]) => minute >= minutesOf(from) && minute + minutes <= minutesOf(to),
      );
      const isTaken = taken.some(
        (one) =>
          one.name === name &&
          one.date === date &&
          one.minute < minute + minutes &&
          minute < one.minute + one.minutes,
      );
      if (works && !isTaken) starts.push({ name, minute });
    }
  return starts;
}

/** Words for a time of day, and the first and last minute that they mean. */
export const wishes = {
  'in the morning': [0, 719],
  'in the afternoon': [720, 1019],
  'in the evening': [1020, 1439],
  'after 3 PM': [900, 1439],
  'before 10 AM': [0, 599],
  'between 9 AM and 11 AM': [540, 660],
} as const;
export type Wish = keyof typeof wishes;

/** What callers are offered on a date: the starts, or the windows by their beginning in which a visit can begin as wished. */
export function openingsOn(
  company: Company,
  taken: readonly Taken[],
  wanted: Wanted,
  date: string,
  wish?: Wish,
): readonly string[] {
  const minutes = new Set(freeStarts(company, taken, wanted, date).map(({ minute }) => minute));
  const [first, last] = wish === undefined ? [0, 1439] : wishes[wish];
  if (company.windows === undefined)
    return [...minutes].filter((minute) => minute >= first && minute <= last).map(clockOf);
  return company.windows
    .filter(([from, to]) => {
      const couldBegin = Array.from(
        { length: minutesOf(to) - minutesOf(from) },
        (_, n) => minutesOf(from) + n,
      );
      return couldBegin.some((minute) => minutes.has(minute) && minute >= first && minute < last);
    })
    .map(([from]) => from);
}

/** The starts with which a visit can begin that is asked for at `time`: the exact one, or all in its window. */
export function startsAt(
  company: Company,
  taken: readonly Taken[],
  wanted: Wanted,
  date: string,
  time: string,
): readonly Start[] {
  const window = company.windows?.find(([from, to]) => time >= from && time < to);
  return freeStarts(company, taken, wanted, date).filter(({ minute }) =>
    company.windows === undefined
      ? clockOf(minute) === time
      : window !== undefined && clockOf(minute) >= window[0] && clockOf(minute) < window[1],
  );
}
