/** Two companies that tell everybody everything, and the people they tell. */

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const week = (from: string, to: string) => Object.fromEntries(days.map((day) => [day, [[from, to]]]));

export const ZONE = 'America/New_York';

export interface Person {
  readonly name: string;
  readonly role: 'first' | 'backup' | 'manager';
  readonly phone: string;
  readonly email?: string;
  readonly notify: readonly ('sms' | 'voice' | 'email')[];
}

export interface Technician {
  readonly id: string;
  readonly name: string;
  readonly phone?: string;
  readonly email?: string;
}

export interface Company {
  readonly accountId: string;
  readonly name: string;
  readonly number: string;
  readonly mail: string;
  /** The id of its agent. */
  readonly agent: string;
  readonly onCall: readonly Person[];
  readonly technicians: readonly Technician[];
  readonly office: { readonly email: string; readonly sms: string; readonly alarm: string };
}

/** @param numbers the last digits of its numbers but one begin with this */
function companyOf(accountId: string, name: string, numbers: number): Company {
  const numbered = (last: number) => `+12125550${numbers}${last}`;
  const host = `${name.toLowerCase()}.example`;
  return {
    ...{ accountId, name, number: numbered(0), mail: `office@${host}`, agent: `agent_${name}` },
    onCall: [
      { name: 'Ana', role: 'first', phone: numbered(1), notify: ['sms', 'voice'] },
      { name: 'Ben', role: 'backup', phone: numbered(2), notify: ['sms'] },
      {
        ...{ name: 'Kim', role: 'manager', phone: numbered(3), email: `kim@${host}` },
        notify: ['email', 'sms'],
      },
    ],
    technicians: [
      { id: 'ana', name: 'Ana', phone: numbered(1) },
      { id: 'ben', name: 'Ben', email: `ben@${host}` },
      { id: 'cleo', name: 'Cleo' },
    ],
    office: { email: `desk@${host}`, sms: numbered(4), alarm: `owner@${host}` },
  };
}

export const ACME = companyOf('acme-hvac', 'Acme', 15);
/** The other has the same customers. */
export const BRAVO = companyOf('bravo-hvac', 'Bravo', 16);
export const companies: readonly Company[] = [ACME, BRAVO];

export const companyNamed = (accountId: string): Company | undefined =>
  companies.find((company) => company.accountId === accountId);

/** Customers by the zip code of their site, whose zone decides when it is night. */
export const sites = [
  { zip: '10001', zone: 'America/New_York' },
  { zip: '60601', zone: 'America/Chicago' },
  { zip: '94105', zone: 'America/Los_Angeles' },
] as const;

export interface Customer {
  readonly phone: string;
  readonly site: (typeof sites)[number];
  readonly email?: string;
}

export const CUSTOMERS = 6;

/** Returns a customer with a number and perhaps an address of their own. */
export const customerOf = (index: number): Customer => ({
  phone: `+1212555${2000 + index}`,
  site: sites[index % sites.length] ?? sites[0],
  ...(index % 2 === 0 && { email: `customer${index}@home.example` }),
});

export const REMINDER_HOURS = [24, 2] as const;

export function documentOf({ accountId, name, number, mail, agent, onCall, technicians, office }: Company) {
  const sender = { provider: 'webhook', from: number };
  return {
    ...{ accountId, name, timezone: ZONE, origins: { voiceone: [agent] } },
    hours: week('08:00', '20:00'),
    booking: { gridMinutes: 30, minNoticeMinutes: 0, horizonDays: 30, bufferMinutes: 0 },
    serviceTypes: [
      { id: 'ac', name: 'AC Repair', durationMinutes: 60 },
      { id: 'heating', name: 'Heating Repair', durationMinutes: 60 },
    ],
    technicians: [...technicians],
    transfer: { phone: number },
    onCall: onCall.map(({ ...person }) => ({ ...person, hours: week('00:00', '24:00') })),
    emergency: { acknowledgeMinutes: 5 },
    alarmEmail: office.alarm,
    notify: {
      senders: { sms: sender, voice: sender, email: { provider: 'webhook', from: mail } },
      customer: {
        reminder: REMINDER_HOURS.map((hoursBefore) => ({ hoursBefore })),
        follow: { hoursAfter: 2, text: 'How was it? {company}' },
      },
      office: [
        { email: office.email, for: ['emergency', 'message', 'overdue'] },
        { sms: office.sms, for: ['failed', 'overdue'] },
      ],
      technicians: { at: '06:30' },
    },
  };
}
