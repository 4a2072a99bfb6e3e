const MINUTES_PER_HOUR = 60;

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
