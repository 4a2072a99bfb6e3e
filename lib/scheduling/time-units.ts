export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Formats a minute since the epoch as ISO 8601, UTC. */
export const isoMinute = (minute: number): string => new Date(minute * MINUTE_MS).toISOString();
