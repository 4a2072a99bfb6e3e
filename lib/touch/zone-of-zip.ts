/**
 * Time zones of the United States by the first three digits of a zip code, each as the first code of a stretch that lasts
 * until the next. A state in two zones has the one of most of its people, except where a stretch of its own tells.
 */
const STRETCHES: readonly (readonly [first: number, zone: string])[] = [
  [5, 'America/New_York'],
  [6, 'America/Puerto_Rico'],
  [10, 'America/New_York'],
  // Florida's panhandle, then Alabama and middle Tennessee.
  [324, 'America/Chicago'],
  [326, 'America/New_York'],
  [350, 'America/Chicago'],
  [373, 'America/New_York'],
  [375, 'America/Chicago'],
  [376, 'America/New_York'],
  [380, 'America/Chicago'],
  [398, 'America/New_York'],
  // The west of Kentucky.
  [420, 'America/Chicago'],
  [425, 'America/New_York'],
  // The northwest and the southwest of Indiana.
  [463, 'America/Chicago'],
  [465, 'America/Indiana/Indianapolis'],
  [476, 'America/Chicago'],
  [478, 'America/Indiana/Indianapolis'],
  [480, 'America/Detroit'],
  [500, 'America/Chicago'],
  [577, 'America/Denver'],
  [580, 'America/Chicago'],
  [590, 'America/Denver'],
  [600, 'America/Chicago'],
  [691, 'America/Denver'],
  [700, 'America/Chicago'],
  // El Paso.
  [798, 'America/Denver'],
  [800, 'America/Denver'],
  // The north of Idaho.
  [835, 'America/Los_Angeles'],
  [836, 'America/Denver'],
  [838, 'America/Los_Angeles'],
  [840, 'America/Denver'],
  [850, 'America/Phoenix'],
  [870, 'America/Denver'],
  [889, 'America/Los_Angeles'],
  [967, 'Pacific/Honolulu'],
  [969, 'Pacific/Guam'],
  [970, 'America/Los_Angeles'],
  [995, 'America/Anchorage'],
];
/** Returns the time zone of a US zip code; undefined for a text that is none. */
export function zoneOfZip(zip: string): string | undefined {
  const [, digits] = /^\s*(\d{3})\d{2}(?:-?\d{4})?\s*$/.exec(zip) ?? [];
  if (digits === undefined) return undefined;
  const code = Number(digits);
  return STRETCHES.findLast(([first]) => first <= code)?.[1];
}
