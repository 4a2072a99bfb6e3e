import type { Span } from '../scheduling/hours.ts';
import type { Place } from '../scheduling/travel.ts';
import { drivesOf, lengthOf, type PlannedDay, type Slot } from './day.ts';
import { arrivalAfter } from './routes.ts';

/** Who comes when, by the id of a visit. */
export type Slots = ReadonlyMap<string, Slot>;

/** Where somebody is at a time: at a visit, or at a block with a place. */
interface Stop extends Span {
  readonly id: string;
  readonly place: Place;
}

/** Two stops in a row between which a technician has too little time; of a visit in blocked time, twice the same. */
export interface Shortage {
  readonly from: string;
  readonly to: string;
  /** How much longer it takes, before rounding up. */
  readonly minutes: number;
}

/** Says of any slots of a day what they cost and where time is short. */
export interface Judge {
  /** The minutes that all technicians drive from home to home. */
  readonly cost: (slots: Slots) => number;
  readonly shortages: (slots: Slots) => readonly Shortage[];
  /** How far a visit is from the nearest of the stops before and behind it, or from home; undefined: there is none. */
  readonly away: (id: string, slots: Slots) => number | undefined;
}

export function judgeOf(day: PlannedDay): Judge {
  const drives = drivesOf(day);
  const pausesOf = Map.groupBy(
    day.blocks.filter(({ place }) => place === undefined).sort((a, b) => a.from - b.from),
    ({ technicianId }) => technicianId,
  );
  return {
    cost(slots) {
      let sum = 0;
      for (const [technicianId, stops] of stopsOf(day, slots)) {
        const home = day.homes.get(technicianId);
        for (const [at, stop] of stops.entries()) {
          const next = stops[at + 1];
          if (at === 0 && home !== undefined) sum += drives.cost(home, stop.place, stop.from);
          const to = next?.place ?? home;
          if (to !== undefined) sum += drives.cost(stop.place, to, stop.to);
        }
      }
      return sum;
    },

    shortages: (slots) =>
      [...stopsOf(day, slots)].flatMap(([technicianId, stops]) => {
        const pauses = pausesOf.get(technicianId) ?? [];
        return stops.flatMap((stop, at): Shortage[] => {
          const next = stops[at + 1];
          const blocked = pauses.reduce((sum, pause) => sum + overlap(stop, pause), 0);
          const late =
            next === undefined
              ? 0
              : arrivalAfter(stop.to, pauses, (at) => drives.minutes(stop.place, next.place, at)) - next.from;
          return [
            ...(blocked > 0 ? [{ from: stop.id, to: stop.id, minutes: blocked }] : []),
            ...(next !== undefined && late > 0 ? [{ from: stop.id, to: next.id, minutes: late }] : []),
          ];
        });
      }),

    away(id, slots) {
      const slot = slots.get(id);
      const stops = (slot && stopsOf(day, slots).get(slot.technicianId)) ?? [];
      const at = stops.findIndex((stop) => stop.id === id);
      const [stop, home] = [stops[at], day.homes.get(slot?.technicianId ?? '')];
      if (stop === undefined) return undefined;
      const around = [stops[at - 1]?.place ?? home, stops[at + 1]?.place ?? home];
      const ways = around.flatMap((place) =>
        place === undefined ? [] : drives.cost(place, stop.place, stop.from),
      );
      return ways.length === 0 ? undefined : Math.min(...ways);
    },
  };
}

/** Returns the stops of each technician in the order of time. */
function stopsOf(day: PlannedDay, slots: Slots): ReadonlyMap<string, readonly Stop[]> {
  const stops = day.visits.flatMap((visit) => {
    const { dispatchRequestId: id, place } = visit;
    const slot = slots.get(id);
    if (slot === undefined) return [];
    const { technicianId, start } = slot;
    return [{ technicianId, id, place, from: start, to: start + lengthOf(day, visit) }];
  });
  const blocks = day.blocks.flatMap(({ place, ...block }) =>
    place === undefined ? [] : [{ ...block, place }],
  );
  const sorted = [...stops, ...blocks].sort((a, b) => a.from - b.from || (a.id < b.id ? -1 : 1));
  return Map.groupBy(sorted, ({ technicianId }) => technicianId);
}

const overlap = (one: Span, other: Span): number =>
  Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from));
