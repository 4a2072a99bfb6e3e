/** The characters of GSM-7, which take one of its units each. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** These take two. */
const EXTENDED = '\f^{}\\[~]|€';

const basic: ReadonlySet<string> = new Set(BASIC);
const extended: ReadonlySet<string> = new Set(EXTENDED);

/** A single segment holds this many units, and each of several ones holds fewer. */
const GSM = { single: 160, several: 153 };
const UCS2 = { single: 70, several: 67 };

/**
 * Returns how many segments a text costs. A character that GSM-7 lacks makes the whole text UCS-2. No character is split
 * between segments.
 */
export function segmentsOf(text: string): number {
  const characters = [...text];
  const isGsm = characters.every((one) => basic.has(one) || extended.has(one));
  const units = characters.map((one) => (isGsm ? (extended.has(one) ? 2 : 1) : one.length));
  const { single, several } = isGsm ? GSM : UCS2;
  if (units.reduce((sum, unit) => sum + unit, 0) <= single) return 1;
  let [segments, room] = [0, 0];
  for (const unit of units) {
    if (unit > room) [segments, room] = [segments + 1, several];
    room -= unit;
  }
  return segments;
}
