/** Clocks may differ by five minutes either way; a longer tolerance would let a recorded request be replayed. */
const TOLERANCE_MS = 300_000;

/** Returns epoch milliseconds. Reads 10 digits as seconds and 13 as milliseconds; any other text gives undefined. */
export function readTimestamp(text: string): number | undefined {
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  if (/^\d{13}$/.test(text)) return Number(text);
  return undefined;
}

/** Whether a timestamp counts at `now`; both in epoch milliseconds. */
export function isFresh(timestamp: number, now: number): boolean {
  return Math.abs(now - timestamp) <= TOLERANCE_MS;
}
