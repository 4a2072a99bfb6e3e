/** A message reaches a person by one of these ways. */
export const channels = ['sms', 'voice', 'email'] as const;
export type Channel = (typeof channels)[number];

/** Messages are handed over to one of these. */
export const senderProviders = ['aws', 'twilio', 'webhook', 'log'] as const;
export type SenderProvider = (typeof senderProviders)[number];

export interface Sender {
  readonly provider: SenderProvider;
  /** E.164, or an address for e-mail. */
  readonly from: string;
}

/** The office hears of these. */
export const officeMatters = ['emergency', 'message', 'overdue', 'failed'] as const;
export type OfficeMatter = (typeof officeMatters)[number];

/** Has either an address or a number. */
export interface OfficeContact {
  readonly email?: string | undefined;
  /** E.164 */
  readonly sms?: string | undefined;
  readonly for: readonly OfficeMatter[];
}

/** `false` turns a text off, and a text replaces the default. */
export type TextChoice = boolean | { readonly text: string };

/** Customers' texts that a company may turn off or word itself. */
export const chosenTexts = ['booked', 'changed', 'canceled', 'onMyWay', 'offer'] as const;
export type ChosenText = (typeof chosenTexts)[number];

export type CustomerTexts = { readonly [Name in ChosenText]?: TextChoice | undefined } & {
  /** Absent: one text, 24 hours before. */
  readonly reminder?: readonly Reminder[] | undefined;
  readonly follow?: { readonly hoursAfter: number; readonly text: string } | undefined;
};

export interface Reminder {
  readonly hoursBefore: number;
  readonly text?: string | undefined;
}

/** Says who hears what of a company, and by what. */
export interface Notify {
  /** A channel without a sender sends nothing. */
  readonly senders?: { readonly [Name in Channel]?: Sender | undefined } | undefined;
  /** Without it, customers hear nothing. */
  readonly customer?: CustomerTexts | undefined;
  readonly office?: readonly OfficeContact[] | undefined;
  /** Technicians get the link to their day at this time (`HH:MM`) in the account's zone. */
  readonly technicians?: { readonly at: string } | undefined;
}

/** People on call are told by these unless their entry says otherwise. */
export const onCallChannels: readonly Channel[] = ['sms', 'voice'];

/** A reminder comes this many hours before a visit unless the account says otherwise. */
export const DEFAULT_REMINDER_HOURS = 24;

/** A text may name these facts in braces. */
export const textFields = [
  'company',
  'firstName',
  'service',
  'day',
  'time',
  'technician',
  'street',
  'phone',
  'link',
  'minutes',
] as const;
export type TextField = (typeof textFields)[number];

/** True if an account's customers who wait are texted when an earlier time becomes free. */
export const offersTimes = ({ notify }: { readonly notify?: Notify | undefined }): boolean =>
  notify?.senders?.sms !== undefined && notify.customer !== undefined && notify.customer.offer !== false;
