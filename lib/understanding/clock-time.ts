import { normalized } from '../normalized.ts';
import { MINUTES_PER_HOUR, NOON } from '../scheduling/time-of-day.ts';

/**
 * Minutes from midnight of a clock time as an agent says or writes it: `HH:MM`, `HH:MM:SS` (24 h), `h:mm AM`, `h AM`
 * in any spelling of AM and PM, `noon`. Undefined for anything else, such as `24:00`, `9.30`, a bare `9`, and `2:00`,
 * which may be AM or PM.
 */
export function parseClockTime(text: string): number | undefined {
  const said = normalized(text, 'NFKC').trim().toLowerCase();
  if (said === 'noon') return NOON;
  return parse24(said) ?? parse12(said);
}

function parse24(said: string): number | undefined {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(said);
  if (match === null) return undefined;
  return Number(match[1]) * MINUTES_PER_HOUR + Number(match[2]);
}

function parse12(said: string): number | undefined {
  const match = /^(0?[1-9]|1[0-2])(?::([0-5]\d)(?::[0-5]\d)?)?\s*([ap])\s?\.?\s?m\.?$/.exec(said);
  if (match === null) return undefined;
  const hour = (Number(match[1]) % 12) + (match[3] === 'p' ? 12 : 0);
  return hour * MINUTES_PER_HOUR + Number(match[2] ?? 0);
}
