import type { ServiceType } from '../../../../../lib/accounts/account.ts';
import { demoAccount } from '../../../../../local/demo/demo-account.ts';
import phrases from './labeled-phrases.json' with { type: 'json' };

/** A company of plumbers and electricians whose services have other names than the demo's. */
const otherServices: readonly ServiceType[] = [
  { id: 'call', name: 'Service Call', aliases: ['troubleshooting', 'repair visit'] },
  { id: 'drain', name: 'Drain & Sewer', aliases: ['rooter service'] },
  { id: 'leak', name: 'Leak Detection', aliases: ['slab leak'] },
  { id: 'tank', name: 'Water Heater Replacement', aliases: ['tankless conversion'] },
  { id: 'boiler', name: 'Boiler Service', aliases: [] },
  { id: 'panel', name: 'Panel Upgrade', aliases: ['200 amp service'] },
  { id: 'ev', name: 'EV Charger Installation', aliases: [] },
  { id: 'lights', name: 'Lighting & Fans', aliases: ['ceiling fan installation'] },
  { id: 'ducts', name: 'Duct Cleaning', aliases: [] },
  { id: 'quote', name: 'Free Quote', aliases: [] },
].map((service) => ({ ...service, durationMinutes: 60, skills: [] }));

/** Phrases of callers, by the id of the right service. */
export type Labeled = Readonly<Record<string, readonly string[]>>;

export const outOfScope: readonly string[] = phrases.outOfScope;

export const shops: readonly { name: string; services: readonly ServiceType[]; labeled: Labeled }[] = [
  {
    name: 'heating, cooling, plumbing and electrical',
    services: demoAccount.serviceTypes,
    labeled: phrases.demoShop,
  },
  {
    name: 'plumbing and electrical',
    services: otherServices,
    labeled: phrases.plumbingAndElectrical,
  },
];
