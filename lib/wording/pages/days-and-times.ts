import type { Language } from '../../accounts/account.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import { MINUTE_MS } from '../../scheduling/time.ts';
import type { WallSpan } from '../../scheduling/time-of-day.ts';

// People read these on pages. What callers hear is elsewhere, because it is spoken in words.

const locales: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' };

/** Local dates and times are written as if their zone were UTC, so that nothing shifts them. */
const written = (language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locales[language], { timeZone: 'UTC', ...options });

const dayOptions = { weekday: 'long', month: 'long', day: 'numeric' } as const;
const timeOptions = { hour: 'numeric', minute: '2-digit' } as const;

/** Writes a date: `Wednesday, June 10`. */
export const dayText = (language: Language, date: LocalDate): string =>
  spaced(written(language, dayOptions).format(Date.parse(date)));

/** Writes a time of the day in minutes from midnight: `9:30 AM`. */
export const timeText = (language: Language, minute: number): string =>
  spaced(written(language, timeOptions).format(minute * MINUTE_MS));

/** Writes a window: `8:00 – 10:00 AM`. */
export const windowText = (language: Language, { from, to }: WallSpan): string =>
  spaced(written(language, timeOptions).formatRange(from * MINUTE_MS, to * MINUTE_MS));

/** Intl joins with narrow and thin spaces, which some phones draw as boxes. */
const spaced = (text: string): string => text.replace(/\p{Zs}/gu, ' ');
