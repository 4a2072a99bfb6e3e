import type { Technician } from '../scheduling/calendar.ts';
import { type Coordinates, kilometersBetween } from '../scheduling/travel.ts';
import type { PlannedDay } from './day.ts';

/** So many technicians are planned together at most. */
const MOST_TECHNICIANS = 12;

/**
 * Divides a day into days of technicians who work near each other. What is changed in one needs nothing of another, so that
 * no more than `most` changes ever need each other.
 */
export function teamDays(day: PlannedDay, most: number): readonly PlannedDay[] {
  const { account, visits, blocks } = day;
  const visitsOf = Map.groupBy(visits, ({ technicianId }) => technicianId);
  const centers = new Map(account.technicians.map((one) => [one, centerOf(day, one)]));
  const left = new Set(account.technicians);
  const teams: (readonly Technician[])[] = [];
  for (const first of left) {
    left.delete(first);
    const team = [first];
    let count = visitsOf.get(first.id)?.length ?? 0;
    while (team.length < MOST_TECHNICIANS) {
      const fitting = [...left].filter(({ id }) => count + (visitsOf.get(id)?.length ?? 0) <= most);
      const away = (one: Technician) => distance(centers.get(first), centers.get(one));
      const [next] = fitting.toSorted((a, b) => away(a) - away(b));
      if (next === undefined) break;
      left.delete(next);
      team.push(next);
      count += visitsOf.get(next.id)?.length ?? 0;
    }
    teams.push(team);
  }
  return teams.map((team) => {
    const ids = new Set(team.map(({ id }) => id));
    const isOwn = ({ technicianId }: { readonly technicianId: string }) => ids.has(technicianId);
    const technicians = account.technicians.filter(({ id }) => ids.has(id));
    return {
      ...day,
      account: { ...account, technicians },
      visits: visits.filter(isOwn),
      blocks: blocks.filter(isOwn),
    };
  });
}

/** Returns the middle of a technician's day; undefined if no place of it is known. */
function centerOf({ visits, homes }: PlannedDay, { id }: Technician): Coordinates | undefined {
  const places = [
    homes.get(id),
    ...visits.filter((one) => one.technicianId === id).map(({ place }) => place),
  ];
  const known = places.flatMap((place) => place?.at ?? []);
  if (known.length === 0) return undefined;
  const mean = (of: (one: Coordinates) => number) =>
    known.reduce((sum, one) => sum + of(one), 0) / known.length;
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) };
}

const distance = (one: Coordinates | undefined, other: Coordinates | undefined): number =>
  one === undefined || other === undefined ? Number.MAX_VALUE : kilometersBetween(one, other);
