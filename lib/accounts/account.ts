import type { Integration } from '../platforms/index.ts';
import type { Calendar, WeekHours } from '../scheduling/calendar.ts';

/** One field-service company or location, as its document says after defaults are filled in. */
export interface Account extends Calendar {
  readonly accountId: string;
  /** Incremented by each write; absent if the document was not read from the table. */
  readonly version?: number | undefined;
  readonly name: string;
  /** ISO 3166 country code: how phone numbers without a country code are read. */
  readonly region: string;
  readonly origins: Readonly<Record<Integration, readonly string[]>>;
  readonly crm: { readonly allowApiKey: boolean };
  readonly serviceTypes: readonly ServiceType[];
  /** What callers ask for but the company does not do. */
  readonly notOffered?: readonly string[] | undefined;
  readonly transfer: { readonly phone?: string | undefined; readonly afterHoursPhone?: string | undefined };
  readonly callback: {
    /** How many minutes of the hours may pass before someone calls back. */
    readonly withinMinutes: number;
    /** The account's business hours without them. */
    readonly hours?: WeekHours | undefined;
  };
  readonly retentionDays: number;
}

export interface ServiceType {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  /** Phrases of callers who need it. */
  readonly symptoms?: readonly string[] | undefined;
  readonly durationMinutes: number;
  /** A technician needs all of them. */
  readonly skills: readonly string[];
  readonly description?: string | undefined;
}
