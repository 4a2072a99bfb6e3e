import * as v from 'valibot';
import { lazily } from '../lazily.ts';
import { integrations } from '../routes.ts';
import { range } from './hours-schema.ts';
import type { AccountFault } from './invalid-account-document.ts';
import { normaliseServiceName } from './match-service.ts';
import { overlapsInDay, overlapsInWeek } from './overlapping-hours.ts';

const MAX_ORIGINS = 90;

const text = () => v.fallback(v.string(), '');
const texts = () => v.fallback(v.array(text()), []);
const ranges = () => v.fallback(v.array(v.fallback(v.nullable(range()), null)), []);
const week = () => {
  const day = ranges();
  return v.object({
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: day,
    saturday: day,
    sunday: day,
  });
};
const noHours: v.InferOutput<ReturnType<typeof week>> = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
};
const hours = () => v.fallback(week(), noHours);
const service = { id: '', name: '', aliases: [], skills: [] };
const technician = { id: '', skills: [], hours: noHours };

/**
 * The parts of a document that rules across fields look at. What cannot be read stands as empty, because the
 * schema names it: so one wrong number does not hide that two service types have one id.
 */
const readable = lazily(() =>
  v.object({
    origins: v.fallback(v.object({ crm: texts(), voiceone: texts(), voicetwo: texts() }), {
      crm: [],
      voiceone: [],
      voicetwo: [],
    }),
    hours: hours(),
    exceptions: v.fallback(v.record(v.string(), ranges()), {}),
    booking: v.fallback(
      v.object({ horizonDays: v.fallback(v.number(), 60), minNoticeMinutes: v.fallback(v.number(), 120) }),
      { horizonDays: 60, minNoticeMinutes: 120 },
    ),
    serviceTypes: v.fallback(
      v.array(v.fallback(v.object({ id: text(), name: text(), aliases: texts(), skills: texts() }), service)),
      [],
    ),
    technicians: v.fallback(
      v.array(v.fallback(v.object({ id: text(), skills: texts(), hours: hours() }), technician)),
      [],
    ),
  }),
);
type Readable = v.InferOutput<ReturnType<typeof readable>>;

/** Names values that stand under more than one path; empty ones are none. */
function repeated(values: readonly { path: string; value: string }[], what: string): AccountFault[] {
  const first = new Map<string, string>();
  return values.flatMap(({ path, value }) => {
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, path);
    return value === '' || earlier === undefined
      ? []
      : [{ path, expected: `${what} other than at ${earlier}` }];
  });
}

function repeatedIds(items: readonly { readonly id: string }[], path: string): AccountFault[] {
  return repeated(
    items.map(({ id }, index) => ({ path: `${path}[${index}].id`, value: id.trim() })),
    'an id',
  );
}

/** An alias that reads like its own service's name does no harm: they lead to the same service. */
function repeatedNames({ serviceTypes }: Readable): AccountFault[] {
  const owners = new Map<string, { index: number; path: string }>();
  return serviceTypes.flatMap(({ name, aliases }, index) => {
    const here = `serviceTypes[${index}]`;
    const named = [
      { path: `${here}.name`, text: name },
      ...aliases.map((alias, place) => ({ path: `${here}.aliases[${place}]`, text: alias })),
    ];
    return named.flatMap(({ path, text }) => {
      const reads = normaliseServiceName(text);
      const owner = owners.get(reads);
      if (owner === undefined) owners.set(reads, { index, path });
      if (reads === '' || owner === undefined || owner.index === index) return [];
      return [{ path, expected: `a name that does not read the same as ${owner.path}` }];
    });
  });
}

function unknownSkills({ serviceTypes, technicians }: Readable): AccountFault[] {
  const known = new Set(technicians.flatMap(({ skills }) => skills.map((skill) => skill.trim())));
  return serviceTypes.flatMap(({ skills }, index) =>
    skills.flatMap((skill, place) =>
      skill.trim() === '' || known.has(skill.trim())
        ? []
        : [{ path: `serviceTypes[${index}].skills[${place}]`, expected: 'a skill that a technician has' }],
    ),
  );
}

function originFaults({ origins }: Readable): AccountFault[] {
  const count = integrations.reduce((sum, integration) => sum + origins[integration].length, 0);
  const tooMany =
    count > MAX_ORIGINS ? [{ path: 'origins', expected: `at most ${MAX_ORIGINS} origins` }] : [];
  const twice = integrations.flatMap((integration) =>
    repeated(
      origins[integration].map((id, index) => ({
        path: `origins.${integration}[${index}]`,
        value: id.trim(),
      })),
      'an origin',
    ),
  );
  return [...tooMany, ...twice];
}

function overlaps({ hours, exceptions, technicians }: Readable): AccountFault[] {
  return [
    ...overlapsInWeek(hours, 'hours'),
    ...Object.entries(exceptions).flatMap(([date, day]) => overlapsInDay(day, `exceptions.${date}`)),
    ...technicians.flatMap((one, index) => overlapsInWeek(one.hours, `technicians[${index}].hours`)),
  ];
}

/** Faults of a document that lie between its fields: repetitions, overlaps, skills that nobody has. */
export function accountFaults(document: unknown): AccountFault[] {
  const read = v.safeParse(readable(), document);
  if (!read.success) return [];
  const { booking, serviceTypes, technicians } = read.output;
  const short = booking.horizonDays * 24 * 60 < booking.minNoticeMinutes;
  return [
    ...originFaults(read.output),
    ...overlaps(read.output),
    ...(short ? [{ path: 'booking.horizonDays', expected: 'a horizon not shorter than the notice' }] : []),
    ...repeatedIds(serviceTypes, 'serviceTypes'),
    ...repeatedNames(read.output),
    ...unknownSkills(read.output),
    ...repeatedIds(technicians, 'technicians'),
  ];
}
