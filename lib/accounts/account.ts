import { type Integration, integrations } from '../platforms/index.ts';
import type { Arrival, Calendar, Weekday, WeekHours } from '../scheduling/calendar.ts';
import type { TravelRules } from '../scheduling/travel.ts';
import type { Channel, Notify } from './notify.ts';

/** The languages in which callers may be answered. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

export type OriginKind = Integration | 'numbers';
/** An account is found by its origins, and by the number that its texts come from. */
export type FoundBy = OriginKind | 'texts';
export const originKinds: readonly OriginKind[] = [...integrations, 'numbers'];

/** Describes one field-service company or location: its document with defaults filled in. */
export interface Account extends Calendar {
  readonly accountId: string;
  /** Each write increments the version; absent if the document was not read from the table. */
  readonly version?: number | undefined;
  readonly name: string;
  /** The ISO 3166 code of the country whose phone numbers may lack a country code. */
  readonly region: string;
  /** What callers hear is in this language, unless a function call asks for another one. */
  readonly language: Language;
  /** These identify the account: ids at each platform, and its own phone numbers in E.164. */
  readonly origins: Readonly<Record<OriginKind, readonly string[]>>;
  readonly crm: { readonly allowApiKey: boolean };
  readonly serviceTypes: readonly ServiceType[];
  /** Callers ask for these services, which the company doesn't offer. */
  readonly notOffered?: readonly string[] | undefined;
  readonly transfer: { readonly phone?: string | undefined; readonly afterHoursPhone?: string | undefined };
  readonly callback: {
    /** Someone calls back within this many minutes of the hours. */
    readonly withinMinutes: number;
    /** Absent if callbacks are made in the account's business hours. */
    readonly hours?: WeekHours | undefined;
  };
  readonly merge: {
    /** An open request may become its number's next appointment until this many days after its change; 0 for never. */
    readonly leadDays: number;
    /** A lead of the same number and service is added to a booking for this many hours; 0 for never. */
    readonly afterBookingHours: number;
  };
  readonly emergency: {
    /** A caller in danger hears this first, by danger. The service has defaults. */
    readonly instructions: { readonly [danger in Danger]?: string | undefined };
    /** True if an emergency claims the earliest start of a technician on call. */
    readonly book?: boolean | undefined;
    /** Others are notified if nobody acknowledges an emergency within this many minutes. */
    readonly acknowledgeMinutes: number;
  };
  /** These people take emergencies, and calls outside the hours. */
  readonly onCall?: readonly OnCallEntry[] | undefined;
  readonly callRetentionDays: number;
  /** The company works in these areas; everywhere if empty. */
  readonly serviceAreas?: readonly ServiceArea[] | undefined;
  /** `refuse` refuses bookings outside all areas; `review`, the default, books and flags them. */
  readonly outsideArea?: 'refuse' | 'review' | undefined;
  readonly fees?: readonly Fee[] | undefined;
  /** How long drives take, for plans of a day. */
  readonly travel?: (TravelRules & { readonly comment?: string | undefined }) | undefined;
  /** Without it, nobody is sent anything. */
  readonly notify?: Notify | undefined;
  /** Hears of emergencies that nobody acknowledges. */
  readonly alarmEmail?: string | undefined;
}

/** Says when someone is on call. Has either a technician or a name, and either `hours` or `shifts`. */
export interface OnCallEntry {
  readonly technicianId?: string | undefined;
  readonly name?: string | undefined;
  /** E.164 */
  readonly phone: string;
  /** Replace the technician's skills. Without either, the person takes any call. */
  readonly skills?: readonly string[] | undefined;
  readonly role: OnCallRole;
  readonly hours?: WeekHours | undefined;
  /** By which ways the person hears of an emergency; absent: `onCallChannels`. */
  readonly notify?: readonly Channel[] | undefined;
  readonly email?: string | undefined;
  /** Local wall-clock time, `YYYY-MM-DDTHH:MM`; `T24:00` may end it. */
  readonly shifts?: readonly { readonly from: string; readonly to: string }[] | undefined;
}

/** Lists postal codes with what is available there. A missing list allows all. */
export interface ServiceArea {
  readonly id: string;
  readonly name: string;
  /** `10001`, or `112*` for all codes with that prefix. Outside the US, all are prefixes. */
  readonly zips: readonly string[];
  readonly serviceTypeIds?: readonly string[] | undefined;
  readonly technicianIds?: readonly string[] | undefined;
  readonly weekdays?: readonly Weekday[] | undefined;
  /** This fee applies to visits there, as if the fee listed the area. */
  readonly feeId?: string | undefined;
}

/** The fee applies to a visit if all of its criteria hold. */
export interface Fee {
  readonly id: string;
  /** Follows "There's": "an 89 dollar visit fee, which goes toward the repair". */
  readonly says: string;
  /** Follows "Hay" in calls in Spanish; absent: `says`. */
  readonly spanish?: string | undefined;
  readonly serviceTypeIds?: readonly string[] | undefined;
  readonly areaIds?: readonly string[] | undefined;
  readonly urgency?: Urgency | undefined;
  /** True if the fee is for visits that begin outside the account's hours; false for others. */
  readonly afterHours?: boolean | undefined;
}

export interface ServiceType {
  readonly id: string;
  readonly name: string;
  /** The name in calls in Spanish; absent: `name`. */
  readonly spanish?: string | undefined;
  readonly aliases: readonly string[];
  /** Callers who need the service say these phrases. */
  readonly symptoms?: readonly string[] | undefined;
  readonly durationMinutes: number;
  /** Replaces the account's. */
  readonly arrival?: Arrival | undefined;
  /** A technician needs all of them. */
  readonly skills: readonly string[];
  readonly description?: string | undefined;
}

/** Ordered by urgency, the most urgent first. */
export const dangers = [
  'gas',
  'carbon_monoxide',
  'fire',
  'electric',
  'person_hurt',
  'water',
  'no_heat',
] as const;
export type Danger = (typeof dangers)[number];

/** People on call are called in the order of their roles. */
export const onCallRoles = ['first', 'backup', 'manager'] as const;
export type OnCallRole = (typeof onCallRoles)[number];

/** Ordered from the least to the most urgent. */
export const urgencies = ['routine', 'urgent', 'emergency'] as const;
export type Urgency = (typeof urgencies)[number];

/** An account's id is part of table keys, which `#` separates. */
export const ACCOUNT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export const accountIdExpected =
  'an id of up to 64 letters, digits, dots, dashes and underscores, other than "unassigned"';

/** True if an account may have this id. `unassigned` is reserved for calls without an account. */
export const isAccountId = (text: string): boolean => ACCOUNT_ID.test(text) && text !== 'unassigned';
