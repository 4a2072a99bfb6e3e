import { normalized } from '../normalized.ts';

const MINUTES_PER_HOUR = 60;
const NOON = 12 * MINUTES_PER_HOUR;

/**
 * Returns the minutes from midnight of a clock time as an agent says or writes it: `HH:MM`, `HH:MM:SS` (24 h), `h:mm
 * AM`, `h AM` in any spelling of AM and PM, `noon`; undefined for anything else, such as `24:00`, `9.30`, a bare `9`,
 * and `2:00`, which may be AM or PM.
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

/** Formats a time as `h:mm AM` with an ordinary space. */
export function formatClockTime(minute: number): string {
  const { hour, minutes, half } = parts(minute);
  return `${hour}:${String(minutes).padStart(2, '0')} ${half}`;
}

/** Formats a time as `HH:MM` on a 24-hour clock. */
export function formatClock24(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / MINUTES_PER_HOUR))}:${two(minute % MINUTES_PER_HOUR)}`;
}

/** Formats a time as people say it: `9 AM`, `9:30 AM`, `noon`. */
export function speakClockTime(minute: number): string {
  if (minute === NOON) return 'noon';
  const { hour, minutes, half } = parts(minute);
  return minutes === 0 ? `${hour} ${half}` : `${hour}:${String(minutes).padStart(2, '0')} ${half}`;
}

/** Returns the minutes from midnight of a strict `HH:MM`; `24:00` is 1,440. Throws on anything else. */
export function wallMinute(time: string): number {
  const match = /^(\d{2}):(\d{2})$/.exec(time);
  if (match === null) throw new RangeError('Not a wall-clock time');
  return Number(match[1]) * MINUTES_PER_HOUR + Number(match[2]);
}

function parts(minute: number): { hour: number; minutes: number; half: 'AM' | 'PM' } {
  const hours = Math.floor(minute / MINUTES_PER_HOUR);
  return {
    hour: hours % 12 === 0 ? 12 : hours % 12,
    minutes: minute % MINUTES_PER_HOUR,
    half: hours < 12 ? 'AM' : 'PM',
  };
}
