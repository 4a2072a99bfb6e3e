import { type Account, dangers } from '../../accounts/account.ts';
import { oneLine } from '../../normalized.ts';
import { partSpans, partsOfDay, type WallSpan, wallMinute } from '../../scheduling/time-of-day.ts';
import { plainLabel } from '../../understanding/window-labels.ts';
import { words } from '../../understanding/words/index.ts';
import { safety } from '../../wording/en/dangers.ts';

/** Lists the services of a company, each with what belongs to it and what doesn't. */
export function servicesText(
  lead: string,
  { serviceTypes, notOffered = [] }: Pick<Account, 'serviceTypes' | 'notOffered'>,
): string {
  const described = words()
    .describedServices(serviceTypes, notOffered)
    .filter(({ description }) => description !== '')
    .map(({ name, description }) => ` ${name}: ${description}.`);
  const none = notOffered.length === 0 ? '' : ` Never offered: ${notOffered.map(oneLine).join(', ')}.`;
  return withoutBraces(`${lead}${described.join('')}${none}`);
}

/** Says what a caller in danger hears first, in the company's words. */
export function dangerText(lead: string, { emergency }: Pick<Account, 'emergency'>): string {
  const said = Map.groupBy(dangers, (danger) => emergency.instructions[danger] ?? safety[danger]);
  const rules = [...said].map(([sentence, ones]) => ` ${ones.join(', ')}: "${sentence}"`);
  return withoutBraces(`${lead} Callers in danger hear first:${rules.join('')}`);
}

/** Returns the parts of the day in which a company works, and the labels of its windows. */
export function partsAndWindows({ hours, booking, serviceTypes, technicians }: Account): readonly string[] {
  const weeks = [hours, ...technicians.map((technician) => technician.hours ?? {})];
  const spans = weeks.flatMap((week) =>
    Object.values(week).flatMap((ranges = []) => ranges.map((range) => range.map(wallMinute))),
  );
  const works = ({ from, to }: WallSpan) =>
    spans.some(([opens = 0, closes = 0]) => opens < to && closes > from);
  const windows = [booking.arrival, ...serviceTypes.map(({ arrival }) => arrival)].flatMap(
    (arrival) => arrival?.windows ?? [],
  );
  const names = [
    ...partsOfDay.filter((part) => works(partSpans[part])),
    ...windows.flatMap(({ label }) => (label === undefined ? [] : [oneLine(label)])),
  ];
  // A window that is called `the morning` is also meant by the morning, so the model doesn't have to choose.
  return [...new Map(names.toReversed().map((name) => [plainLabel(name), name])).values()].toReversed();
}

/** Returns whom callers may ask for: each technician, and each first name that several of them have. */
export function technicianNames({ technicians }: Pick<Account, 'technicians'>): readonly string[] {
  const names = technicians.map(({ name }) => name);
  const firsts = names.map((name) => name.split(' ')[0] ?? name);
  const shared = firsts.filter((first, index) => firsts.indexOf(first) !== index);
  return [...new Set([...names, ...shared])];
}

/** Braces mark variables at the platforms. */
const withoutBraces = (text: string): string => oneLine(text.replace(/[{}]+/g, ' '));
