import { hash } from 'node:crypto';
import { kits } from '../../lib/kits/index.ts';
import { mapFields } from '../../lib/map-fields.ts';
import { integrations, platforms } from '../../lib/platforms/index.ts';
import { weekdays } from '../../lib/scheduling/calendar.ts';

const weekday = [['08:00', '17:00']];

const installationWindows = {
  style: 'window',
  windows: [
    { from: '08:00', to: '10:00', label: 'first thing' },
    { from: '12:00', to: '14:00', label: 'around noon' },
  ],
} as const;

function everyDay(...ranges: readonly (readonly [string, string])[]) {
  return Object.fromEntries(weekdays.map((day) => [day, ranges]));
}

/** A company with ordinary hours, so that a first try works at any time. */
export const demoAccount = {
  accountId: 'acme-hvac',
  name: 'Acme Heating and Air',
  timezone: 'America/New_York',
  region: 'US',
  language: 'en',
  origins: {
    ...mapFields(integrations, (integration) => [kits[integration].demo.origin]),
    numbers: ['+12125550100'],
  },
  crm: { allowApiKey: true },
  hours: {
    monday: weekday,
    tuesday: weekday,
    wednesday: weekday,
    thursday: weekday,
    friday: weekday,
    saturday: [['09:00', '13:00']],
  },
  // A hold is long enough to be seen on the board.
  booking: { hold: { seconds: 600, perNumber: 2 } },
  serviceTypes: [
    {
      id: 'ac-repair',
      name: 'AC Repair',
      spanish: 'reparación de aire acondicionado',
      aliases: ['air conditioning repair', 'air conditioner repair', 'cooling repair'],
      durationMinutes: 120,
      skills: ['hvac'],
      description: 'Diagnosis and repair of cooling',
    },
    {
      id: 'ac-tune-up',
      name: 'AC Tune-Up',
      spanish: 'mantenimiento de aire acondicionado',
      aliases: ['air conditioning maintenance', 'AC maintenance'],
      durationMinutes: 60,
      skills: ['hvac'],
      description: 'Yearly check of the cooling before summer',
    },
    {
      id: 'heating-repair',
      name: 'Heating Repair',
      spanish: 'reparación de calefacción',
      aliases: ['furnace repair', 'heater repair', 'heat pump repair'],
      durationMinutes: 120,
      skills: ['hvac'],
      description: 'Diagnosis and repair of furnaces and heat pumps',
    },
    {
      id: 'plumbing-repair',
      name: 'Plumbing Repair',
      spanish: 'reparación de plomería',
      aliases: ['plumbing', 'leak repair', 'pipe repair'],
      durationMinutes: 90,
      skills: ['plumbing'],
      description: 'Leaks, pipes, taps and toilets',
    },
    {
      id: 'drain-cleaning',
      name: 'Drain Cleaning',
      spanish: 'destape de drenajes',
      aliases: ['clogged drain', 'blocked drain'],
      durationMinutes: 60,
      skills: ['plumbing'],
    },
    {
      id: 'water-heater-repair',
      name: 'Water Heater Repair',
      spanish: 'reparación de calentador de agua',
      aliases: ['hot water repair'],
      durationMinutes: 90,
      skills: ['plumbing'],
      description: 'Repair of tank and tankless water heaters',
    },
    {
      id: 'water-heater-installation',
      name: 'Water Heater Installation',
      spanish: 'instalación de calentador de agua',
      aliases: ['water heater replacement', 'new water heater'],
      durationMinutes: 240,
      arrival: installationWindows,
      skills: ['plumbing'],
      description: 'Removal of the old water heater and installation of a new one',
    },
    {
      id: 'electrical-repair',
      name: 'Electrical Repair',
      spanish: 'reparación eléctrica',
      aliases: ['electrical', 'electrician', 'outlet repair'],
      durationMinutes: 90,
      skills: ['electrical'],
      description: 'Outlets, breakers and wiring',
    },
    {
      id: 'estimate',
      name: 'Estimate',
      spanish: 'presupuesto',
      aliases: ['quote', 'consultation'],
      durationMinutes: 30,
      skills: [],
      description: 'A visit to look at the job and name its price',
    },
  ],
  technicians: [
    { id: 'ana', name: 'Ana', skills: ['hvac', 'plumbing'], homeZip: '11215' },
    { id: 'ben', name: 'Ben', skills: ['hvac'], homeZip: '10027' },
    { id: 'carla', name: 'Carla', skills: ['plumbing'] },
    { id: 'dev', name: 'Dev', skills: ['electrical', 'hvac'] },
  ],
  serviceAreas: [
    { id: 'manhattan', name: 'Manhattan', zips: ['100*', '101*', '102*'] },
    {
      id: 'brooklyn',
      name: 'Brooklyn',
      zips: ['112*'],
      weekdays: ['tuesday', 'thursday'],
      technicianIds: ['ana', 'ben', 'carla'],
      feeId: 'brooklyn',
    },
  ],
  outsideArea: 'review',
  fees: [
    {
      id: 'visit',
      says: 'an 89 dollar visit fee, which goes toward the repair',
      spanish: 'una tarifa de visita de 89 dólares, que se descuenta de la reparación',
    },
    {
      id: 'urgent',
      says: 'a 149 dollar fee for urgent visits',
      spanish: 'una tarifa de 149 dólares por visitas urgentes',
      urgency: 'urgent',
    },
    {
      id: 'brooklyn',
      says: 'a 119 dollar visit fee in Brooklyn',
      spanish: 'una tarifa de visita de 119 dólares en Brooklyn',
      urgency: 'routine',
    },
  ],
  transfer: { phone: '+12125550100', afterHoursPhone: '+12125550199' },
  emergency: { book: true, acknowledgeMinutes: 10 },
  onCall: [
    { technicianId: 'ana', phone: '+12125550151', role: 'first', hours: everyDay(['00:00', '24:00']) },
    { technicianId: 'ben', phone: '+12125550152', role: 'backup', hours: everyDay(['00:00', '24:00']) },
    { technicianId: 'dev', phone: '+12125550154', role: 'backup', hours: everyDay(['17:00', '08:00']) },
    { name: 'Kim', phone: '+12125550153', role: 'manager', hours: everyDay(['00:00', '24:00']) },
  ],
};

/** The demo's API key, for `x-api-key`. */
export const demoApiKey = 'demo-api-key-not-a-secret-0000';

const demoApiKeyEntry = {
  id: 'demo',
  account: demoAccount.accountId,
  sha256: hash('sha256', demoApiKey, 'hex'),
};

/** Signs what people text to a company whose messages `npm start` shows. Nothing is sent to its URL. */
const demoMessagingKey = {
  ...{ id: 'demo', provider: 'webhook', url: 'http://127.0.0.1:4000/messages', accounts: ['*'] },
  secret: `whsec_${Buffer.from('demo-messages-not-a-secret').toString('base64')}`,
};

/** The secrets of the demo account, which are public and never deployed. */
export const demoSecrets = {
  ...mapFields(integrations, (integration) => ({
    keys: kits[integration].demo.keys,
    ...(platforms[integration].acceptsApiKey && { apiKeys: [demoApiKeyEntry] }),
  })),
  messaging: { keys: [demoMessagingKey] },
};
