import type { Technician } from './calendar.ts';
import { forEachClaim, type Occupancy, type Window } from './day.ts';

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Returns an unsigned 32-bit hash: FNV-1a over UTF-16 units, mixed so that similar seeds differ. */
function hash(text: string): number {
  let value = FNV_OFFSET;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), FNV_PRIME);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/**
 * Sorts technicians by preference: the least booked in the window first. A hash of seed and technician breaks ties, so
 * that one call always hears the same name and parallel calls spread.
 */
export function byLoad<Ranked extends { readonly technician: Technician }>(
  days: readonly Ranked[],
  occupancy: Occupancy,
  day: Window,
  seed: string,
  counts: (holder: string) => boolean,
): readonly Ranked[] {
  const ranked = days.map((ranked) => {
    const { id } = ranked.technician;
    let load = 0;
    forEachClaim(occupancy.get(id), day, (_, holder) => {
      if (counts(holder)) load += 1;
    });
    return { ranked, id, load, tie: hash(`${seed} ${id}`) };
  });
  ranked.sort((a, b) => a.load - b.load || a.tie - b.tie || (a.id < b.id ? -1 : 1));
  return ranked.map(({ ranked }) => ranked);
}
