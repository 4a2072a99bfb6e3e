import { describe, expect, it } from '@jest/globals';
import { parseAccount } from '../../../../../lib/accounts/document/account-document.ts';
import {
  describedServices,
  servicesAlike,
} from '../../../../../lib/understanding/words/services/described-services.ts';
import { demoAccount } from '../../../../../local/demo/demo-account.ts';
import { accountDocument } from '../../../../functions/service.ts';

interface Told {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly symptoms?: readonly string[];
  readonly description?: string;
  readonly skills?: readonly string[];
}

const servicesOf = (told: readonly (Told | string)[]) =>
  parseAccount(
    accountDocument({
      technicians: [{ id: 't', name: 'Tess', skills: ['hvac'] }],
      serviceTypes: told.map((one, index) => ({
        id: `s${index}`,
        durationMinutes: 60,
        skills: [],
        ...(typeof one === 'string' ? { name: one } : one),
      })),
    }),
  ).serviceTypes;

const described = (told: readonly (Told | string)[], notOffered?: readonly string[]) =>
  Object.fromEntries(
    describedServices(servicesOf(told), notOffered).map(({ name, description }) => [name, description]),
  );

describe('the descriptions of services', () => {
  it.each([
    ['a demo company', parseAccount(demoAccount).serviceTypes],
    [
      'garage doors',
      servicesOf(['Garage Door Repair', 'Spring Replacement', 'Opener Repair', 'New Door Estimate']),
    ],
    [
      'a company with everything',
      servicesOf(['Heating Repair', 'Plumbing', 'Electrical Service', 'Free Estimate']),
    ],
  ])('are short, and each is another: %s', (_, services) => {
    const texts = describedServices(services).map(({ description }) => description);
    for (const text of texts) expect(text).toMatch(/^[^\n]{30,120}$/);
    expect(new Set(texts).size).toBe(services.length);
  });

  it('say what callers of a trade say, and what belongs to another service of the company', () => {
    const doors = described([
      'Garage Door Repair',
      'Spring Replacement',
      'Opener Repair',
      'Opener Installation',
    ]);
    expect(doors['Spring Replacement']).toMatch(/loud bang.*; not: remote, keypad$/);
    expect(doors['Opener Repair']).toMatch(/keypad.*; not: broken spring, a new one$/);
    expect(doors['Opener Installation']).toMatch(/; not: something broken$/);
    // A company without them repairs springs and openers as well.
    expect(described(['Garage Door Service'])['Garage Door Service']).toMatch(/broken spring.*remote/);
  });

  it('tell repair, tune-up, installation and estimate of the same thing apart', () => {
    const told = described([
      'AC Repair',
      'AC Tune-Up',
      'Water Heater Repair',
      'Water Heater Installation',
      'Estimate',
    ]);
    expect(told['AC Repair']).toMatch(/; not: a yearly check, a new one$/);
    expect(told['AC Tune-Up']).toMatch(/^yearly check.*; not: something broken$/);
    expect(told['Water Heater Repair']).toMatch(/; not: a new one$/);
    expect(told['Water Heater Installation']).toMatch(/; not: something broken$/);
    expect(told.Estimate).toMatch(/^a price /);
  });

  it("begin with the company's own words, which are cut if they are long", () => {
    const own = {
      name: 'AC Repair',
      description: 'Cooling of any brand.',
      symptoms: ['error E4'],
      aliases: ['swamp cooler repair'],
    };
    expect(described([own])['AC Repair']).toMatch(
      /^Cooling of any brand, error E4, not cooling, .*swamp cooler/,
    );
    expect(described([{ ...own, description: 'x'.repeat(200) }])['AC Repair']).toMatch(/^x+…/);
  });

  it('claim nothing that the company refuses, and invent nothing about other trades', () => {
    expect(described(['Plumbing']).Plumbing).toContain('sump pump');
    expect(described(['Plumbing'], ['Sump pump']).Plumbing).not.toContain('sump pump');
    expect(described(['Toilet Repair', 'Hot Tub Wiring', 'Ceiling Fan Installation'])).toEqual({
      'Toilet Repair': 'toilet runs',
      'Hot Tub Wiring': '',
      'Ceiling Fan Installation': '',
    });
    for (const name of [
      'Front Door Repair',
      'Gate Opener Repair',
      'Solar Panel Cleaning',
      'Car Battery Service',
    ])
      expect(described([name])).toEqual({ [name]: '' });
    expect(described(['Chimney Sweep', { name: 'Plan B', aliases: ['the gold plan'] }])).toEqual({
      'Chimney Sweep': '',
      'Plan B': 'the gold plan',
    });
  });

  it('find the trade of a name without one in aliases and skills', () => {
    const told = described([{ name: 'Seasonal Tune-Up', skills: ['hvac'] }]);
    expect(told['Seasonal Tune-Up']).toContain('check of heating and cooling');
  });

  it('become shorter if there are more than 40 services', () => {
    const names = Array.from({ length: 80 }, (_, index) => `Plumbing Repair ${index}`);
    for (const { description } of describedServices(servicesOf(names))) {
      expect(description.length).toBeGreaterThan(10);
      expect(description.length).toBeLessThanOrEqual(60);
    }
  });
});

describe('services that read alike', () => {
  const names = (told: readonly (Told | string)[]) =>
    servicesAlike(servicesOf(told)).map((pair) => pair.map(({ name }) => name));

  it('are two for the same work on the same thing, without a word about what differs', () => {
    expect(names(['Furnace Repair', 'Heating Repair', 'AC Repair'])).toEqual([
      ['Furnace Repair', 'Heating Repair'],
    ]);
    expect(names(['Furnace Repair', { name: 'Heating Repair', description: 'Not furnaces' }])).toEqual([]);
    expect(names(['AC Repair', 'AC Tune-Up', 'Plan B', 'Plan C'])).toEqual([]);
    expect(names(['Toilet Repair', 'Faucet Repair', 'Plumbing'])).toEqual([]);
  });
});
