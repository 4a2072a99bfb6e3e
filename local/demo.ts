import { createHash } from 'node:crypto';

const weekday = [['08:00', '17:00']];

/** A shop with ordinary hours, so that a first try works on any day at any hour. */
export const demoAccount = {
  accountId: 'acme-hvac',
  name: 'Acme Heating and Air',
  timezone: 'America/New_York',
  region: 'US',
  origins: { crm: ['loc_acme'], voiceone: ['agent_acme'], voicetwo: ['asst_acme'] },
  crm: { allowApiKey: true },
  hours: {
    monday: weekday,
    tuesday: weekday,
    wednesday: weekday,
    thursday: weekday,
    friday: weekday,
    saturday: [['09:00', '13:00']],
  },
  serviceTypes: [
    {
      id: 'ac-repair',
      name: 'AC Repair',
      aliases: ['air conditioning repair', 'air conditioner repair', 'cooling repair'],
      durationMinutes: 120,
      skills: ['hvac'],
      description: 'Diagnosis and repair of cooling',
    },
    {
      id: 'ac-tune-up',
      name: 'AC Tune-Up',
      aliases: ['air conditioning maintenance', 'AC maintenance'],
      durationMinutes: 60,
      skills: ['hvac'],
      description: 'Yearly check of the cooling before summer',
    },
    {
      id: 'heating-repair',
      name: 'Heating Repair',
      aliases: ['furnace repair', 'heater repair', 'heat pump repair'],
      durationMinutes: 120,
      skills: ['hvac'],
      description: 'Diagnosis and repair of furnaces and heat pumps',
    },
    {
      id: 'plumbing-repair',
      name: 'Plumbing Repair',
      aliases: ['plumbing', 'leak repair', 'pipe repair'],
      durationMinutes: 90,
      skills: ['plumbing'],
      description: 'Leaks, pipes, taps and toilets',
    },
    {
      id: 'drain-cleaning',
      name: 'Drain Cleaning',
      aliases: ['clogged drain', 'blocked drain'],
      durationMinutes: 60,
      skills: ['plumbing'],
    },
    {
      id: 'water-heater-repair',
      name: 'Water Heater Repair',
      aliases: ['hot water repair'],
      durationMinutes: 90,
      skills: ['plumbing'],
      description: 'Repair of tank and tankless water heaters',
    },
    {
      id: 'water-heater-installation',
      name: 'Water Heater Installation',
      aliases: ['water heater replacement', 'new water heater'],
      durationMinutes: 240,
      skills: ['plumbing'],
      description: 'Removal of the old water heater and installation of a new one',
    },
    {
      id: 'electrical-repair',
      name: 'Electrical Repair',
      aliases: ['electrical', 'electrician', 'outlet repair'],
      durationMinutes: 90,
      skills: ['electrical'],
      description: 'Outlets, breakers and wiring',
    },
    {
      id: 'estimate',
      name: 'Estimate',
      aliases: ['quote', 'consultation'],
      durationMinutes: 30,
      skills: [],
      description: 'A visit to look at the job and name its price',
    },
  ],
  technicians: [
    { id: 'ana', name: 'Ana', skills: ['hvac', 'plumbing'] },
    { id: 'ben', name: 'Ben', skills: ['hvac'] },
    { id: 'carla', name: 'Carla', skills: ['plumbing'] },
    { id: 'dev', name: 'Dev', skills: ['electrical', 'hvac'] },
  ],
  transfer: { phone: '+12125550100', afterHoursPhone: '+12125550199' },
};

/** What `x-api-key` carries in a first try by hand. */
export const demoApiKey = 'demo-api-key-not-a-secret-0000';

const forAll = ['*'];

/**
 * Plainly not secret and never deployed. First the form that the real platform sends, which samples are signed with; then
 * plain HMAC, for a first try by hand.
 */
export const demoSecrets = {
  crm: {
    keys: [{ id: 'demo', scheme: 'hmac-sha256', secret: 'demo-crm-not-a-secret', accounts: forAll }],
    apiKeys: [
      { id: 'demo', account: 'acme-hvac', sha256: createHash('sha256').update(demoApiKey).digest('hex') },
    ],
  },
  voiceone: {
    keys: [
      {
        id: 'retell',
        scheme: 'hmac-sha256-timestamped',
        header: 'x-retell-signature',
        secret: 'demo-retell-not-a-secret',
        accounts: forAll,
      },
      { id: 'demo', scheme: 'hmac-sha256', secret: 'demo-voiceone-not-a-secret', accounts: forAll },
    ],
  },
  voicetwo: {
    keys: [
      {
        id: 'vapi',
        scheme: 'hmac-sha256-timestamp-header',
        header: 'x-signature',
        secret: 'demo-vapi-not-a-secret',
        accounts: forAll,
      },
      { id: 'demo', scheme: 'hmac-sha256', secret: 'demo-voicetwo-not-a-secret', accounts: forAll },
      {
        id: 'vapi-shared',
        scheme: 'shared-secret',
        header: 'x-vapi-secret',
        secret: 'demo-vapi-shared-secret-not-a-secret',
        accounts: forAll,
      },
    ],
  },
};
