/** One company that tells everybody everything, and the people it tells. */

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const week = (from: string, to: string) => Object.fromEntries(days.map((day) => [day, [[from, to]]]));

export const ACCOUNT = 'acme-hvac';
export const COMPANY_NUMBER = '+12125550100';
export const ZONE = 'America/New_York';

export interface Person {
  readonly name: string;
  readonly role: 'first' | 'backup' | 'manager';
  readonly phone: string;
  readonly email?: string;
  readonly notify: readonly ('sms' | 'voice' | 'email')[];
}

export const onCall: readonly Person[] = [
  { name: 'Ana', role: 'first', phone: '+12125550151', notify: ['sms', 'voice'] },
  { name: 'Ben', role: 'backup', phone: '+12125550152', notify: ['sms'] },
  {
    name: 'Kim',
    role: 'manager',
    phone: '+12125550153',
    email: 'kim@acme.example',
    notify: ['email', 'sms'],
  },
];

/** Customers by the zip code of their site, whose zone decides when it is night. */
export const sites = [
  { zip: '10001', zone: 'America/New_York' },
  { zip: '60601', zone: 'America/Chicago' },
  { zip: '94105', zone: 'America/Los_Angeles' },
] as const;

export const customers = Array.from({ length: 6 }, (_, index) => ({
  phone: `+1212555012${index}`,
  site: sites[index % sites.length],
  ...(index % 2 === 0 && { email: `customer${index}@home.example` }),
}));

export const REMINDER_HOURS = [24, 2] as const;

const sender = { provider: 'webhook', from: COMPANY_NUMBER };

export const companyDocument = {
  accountId: ACCOUNT,
  name: 'Acme',
  timezone: ZONE,
  origins: { voiceone: ['agent_acme'] },
  hours: week('08:00', '20:00'),
  booking: { gridMinutes: 30, minNoticeMinutes: 0, horizonDays: 30, bufferMinutes: 0 },
  serviceTypes: [
    { id: 'ac', name: 'AC Repair', durationMinutes: 60 },
    { id: 'heating', name: 'Heating Repair', durationMinutes: 60 },
  ],
  technicians: [
    { id: 'ana', name: 'Ana', phone: '+12125550151' },
    { id: 'ben', name: 'Ben', email: 'ben@acme.example' },
    { id: 'cleo', name: 'Cleo' },
  ],
  transfer: { phone: COMPANY_NUMBER },
  onCall: onCall.map(({ ...person }) => ({ ...person, hours: week('00:00', '24:00') })),
  emergency: { acknowledgeMinutes: 5 },
  alarmEmail: 'owner@acme.example',
  notify: {
    senders: { sms: sender, voice: sender, email: { provider: 'webhook', from: 'office@acme.example' } },
    customer: {
      reminder: REMINDER_HOURS.map((hoursBefore) => ({ hoursBefore })),
      follow: { hoursAfter: 2, text: 'How was it? {company}' },
    },
    office: [
      { email: 'desk@acme.example', for: ['emergency', 'message', 'overdue'] },
      { sms: '+12125550160', for: ['failed', 'overdue'] },
    ],
    technicians: { at: '06:30' },
  },
};
