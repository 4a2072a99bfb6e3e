import type { Technician } from './calendar.ts';
import { forEachClaim, type Occupancy, type Window } from './day.ts';

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * FNV-1a over UTF-16 units, then mixed so that seeds that differ in one character give unrelated values. 32 bits,
 * unsigned.
 */
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
 * Technicians by preference: the least booked in the window first. A hash of seed and technician breaks
 * ties, so that one call always hears the same name and parallel calls spread.
 */
export function byLoad(
  technicians: readonly Technician[],
  occupancy: Occupancy,
  day: Window,
  seed: string,
  own: ReadonlySet<string>,
): readonly Technician[] {
  const ranked = technicians.map((technician) => {
    let load = 0;
    forEachClaim(occupancy.get(technician.id), day, (_, dispatchRequestId) => {
      if (!own.has(dispatchRequestId)) load += 1;
    });
    return { technician, load, tie: hash(`${seed} ${technician.id}`) };
  });
  ranked.sort((a, b) => a.load - b.load || a.tie - b.tie || (a.technician.id < b.technician.id ? -1 : 1));
  return ranked.map(({ technician }) => technician);
}
