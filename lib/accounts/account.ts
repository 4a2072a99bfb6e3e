import { type Integration, integrations } from '../platforms/index.ts';
import type { Arrival, Calendar, Weekday, WeekHours } from '../scheduling/calendar.ts';
import type { Danger } from './dangers.ts';
import type { OnCallRole } from './on-call-roles.ts';
import type { Urgency } from './urgency.ts';

export type OriginKind = Integration | 'numbers';
export const originKinds: readonly OriginKind[] = [...integrations, 'numbers'];

/** One field-service company or location: its document with defaults filled in. */
export interface Account extends Calendar {
  readonly accountId: string;
  /** Incremented by each write; absent if the document was not read from the table. */
  readonly version?: number | undefined;
  readonly name: string;
  /** ISO 3166 country code: how phone numbers without a country code are read. */
  readonly region: string;
  /** The origins that identify the account: ids at each platform, and its own phone numbers in E.164. */
  readonly origins: Readonly<Record<OriginKind, readonly string[]>>;
  readonly crm: { readonly allowApiKey: boolean };
  readonly serviceTypes: readonly ServiceType[];
  /** Requests of callers that the company does not serve. */
  readonly notOffered?: readonly string[] | undefined;
  readonly transfer: { readonly phone?: string | undefined; readonly afterHoursPhone?: string | undefined };
  readonly callback: {
    /** Within how many minutes of the hours someone calls back. */
    readonly withinMinutes: number;
    /** The account's business hours if absent. */
    readonly hours?: WeekHours | undefined;
  };
  readonly merge: {
    /**
     * For how many days after its last change an open request may become the appointment that its number books. 0:
     * never.
     */
    readonly leadDays: number;
    /** For how many hours after a booking a lead of its number and service is added to it. 0: never. */
    readonly afterBookingHours: number;
  };
  readonly emergency: {
    /** What a caller in danger hears first, by danger. The service has defaults. */
    readonly instructions: { readonly [danger in Danger]?: string | undefined };
    /** Whether an emergency claims the earliest start of a technician on call. */
    readonly book?: boolean | undefined;
    /** Within how many minutes notified people must acknowledge an emergency before others are notified. */
    readonly acknowledgeMinutes: number;
  };
  /** Who takes emergencies, and calls outside the hours. */
  readonly onCall?: readonly OnCallEntry[] | undefined;
  readonly callRetentionDays: number;
  /** Where the company works; everywhere if empty. */
  readonly serviceAreas?: readonly ServiceArea[] | undefined;
  /** How bookings outside all areas are handled: `review`, the default, books and flags them. */
  readonly outsideArea?: 'refuse' | 'review' | undefined;
  readonly fees?: readonly Fee[] | undefined;
}

/** When someone is on call. Has either a technician or a name, and either `hours` or `shifts`. */
export interface OnCallEntry {
  readonly technicianId?: string | undefined;
  readonly name?: string | undefined;
  /** E.164 */
  readonly phone: string;
  /** In place of the technician's; without either, the person takes any call. */
  readonly skills?: readonly string[] | undefined;
  readonly role: OnCallRole;
  readonly hours?: WeekHours | undefined;
  /** Local wall-clock time, `YYYY-MM-DDTHH:MM`; `T24:00` may end it. */
  readonly shifts?: readonly { readonly from: string; readonly to: string }[] | undefined;
}

/** Postal codes, and the services, technicians and weekdays that are available there. A missing list allows all. */
export interface ServiceArea {
  readonly id: string;
  readonly name: string;
  /** `10001`, or `112*` for all codes with that prefix. Outside the US, prefixes only. */
  readonly zips: readonly string[];
  readonly serviceTypeIds?: readonly string[] | undefined;
  readonly technicianIds?: readonly string[] | undefined;
  readonly weekdays?: readonly Weekday[] | undefined;
  /** The fee for visits there, as if the fee listed the area. */
  readonly feeId?: string | undefined;
}

/** The fee for a visit. It applies if all of its criteria hold. */
export interface Fee {
  readonly id: string;
  /** Follows "There's": "an 89 dollar visit fee, which goes toward the repair". */
  readonly says: string;
  readonly serviceTypeIds?: readonly string[] | undefined;
  readonly areaIds?: readonly string[] | undefined;
  readonly urgency?: Urgency | undefined;
  /** Whether the visit begins outside the account's hours. */
  readonly afterHours?: boolean | undefined;
}

export interface ServiceType {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  /** Phrases that callers who need it say. */
  readonly symptoms?: readonly string[] | undefined;
  readonly durationMinutes: number;
  /** In place of the account's. */
  readonly arrival?: Arrival | undefined;
  /** A technician needs all of them. */
  readonly skills: readonly string[];
  readonly description?: string | undefined;
}
