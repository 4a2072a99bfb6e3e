/** Five minutes, either way: clocks differ, and a longer time would let a recorded request be replayed. */
const TOLERANCE_MS = 300_000;

/** Epoch milliseconds. Exactly 10 digits are seconds, 13 are milliseconds; anything else is not a timestamp. */
export function readTimestamp(text: string): number | undefined {
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  if (/^\d{13}$/.test(text)) return Number(text);
  return undefined;
}

/** Whether a timestamp counts at `now`; both in epoch milliseconds. */
export function isFresh(timestamp: number, now: number): boolean {
  return Math.abs(now - timestamp) <= TOLERANCE_MS;
}
