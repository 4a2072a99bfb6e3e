import type { Spoken } from '../../support/platforms/live-call.ts';

/**
 * One line of a call. `by` quotes the prompt's sentence that the agent follows, with functions in braces by their
 * name on platform one.
 */
export type Line =
  /** What the agent knows before it answers. */
  | { readonly rings: Readonly<Record<string, string>> }
  | { readonly caller: string }
  | { readonly agent: string; readonly by: string }
  | {
      readonly calls: Spoken;
      readonly with?: Readonly<Record<string, unknown>>;
      readonly by: string;
      /** The message, which the agent says. */
      readonly says: string;
      readonly answers?: Readonly<Record<string, unknown>>;
    }
  /** A tool of the platform, which does not call the service. */
  | { readonly uses: 'connect_caller' | 'hang_up'; readonly by: string };

export interface Transcript {
  readonly title: string;
  /** Appointments that the caller booked before. */
  readonly booked?: readonly Readonly<Record<string, string>>[];
  readonly lines: readonly Line[];
  readonly outcome: string;
}

/** Lines that occur in most calls. */
export const hello: Line = {
  agent:
    "Thanks for calling Acme Heating and Air. I'm a virtual assistant, and this call is recorded. How can I help?",
  by: "Thanks for calling Acme Heating and Air. I'm a virtual assistant, and this call is recorded. How can I help?",
};
export const no: readonly Line[] = [
  { caller: 'No, thanks.' },
  { agent: 'Goodbye.', by: 'If not, say goodbye and call {hang_up}.' },
  { uses: 'hang_up', by: 'If not, say goodbye and call {hang_up}.' },
];
export const bye: readonly Line[] = [
  { agent: 'Is there anything else?', by: 'Ask "Is there anything else?" unless the message has asked it.' },
  ...no,
];
export const stranger: Line = { rings: { customer_known: 'false', upcoming_count: '0' } };

export const wednesday = {
  date: '2026-06-10',
  time: '9:00 AM',
  serviceType: 'AC Repair',
  customerName: 'Dana Miller',
};
export const thursday = { ...wednesday, date: '2026-06-11', serviceType: 'Heating Repair' };
