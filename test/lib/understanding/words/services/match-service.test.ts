import { describe, expect, it } from '@jest/globals';
import type { ServiceType } from '../../../../../lib/accounts/account.ts';
import { normalizeServiceName } from '../../../../../lib/accounts/service-names.ts';
import { matchService } from '../../../../../lib/understanding/services.ts';

const service = (id: string, name: string, aliases: string[] = []): ServiceType => ({
  id,
  name,
  aliases,
  durationMinutes: 60,
  skills: [],
});

const shop = [
  service('ac-repair', 'AC Repair', ['air conditioning repair']),
  service('heating-repair', 'Heating Repair', ['furnace repair', 'boiler repair']),
  service('ac-tune-up', 'AC Tune-Up', ['air conditioning maintenance']),
  service('water-heater-install', 'Water Heater Installation'),
  service('drain-cleaning', 'Drain Cleaning', ['clogged drain', 'unclog a sink']),
  service('leak', 'Plumbing leak', ['pipe leak']),
];

const outcome = (text: string, services: readonly ServiceType[] = shop): string => {
  const match = matchService(text, services);
  return match.kind === 'match' ? match.service.id : match.kind;
};

describe('a service that a text names', () => {
  it.each([
    ['my breaker trips when I use the hair dryer', 'electrical-repair'],
    ['breaker trips every time we run the microwave', 'electrical-repair'],
    ['drain backs up when we run the washing machine', 'drain-cleaning'],
    ['preventative maintenance on four rooftop units', 'ac-tune-up'],
    ['I use a hair dryer', 'unknown'],
  ])('whatever runs meanwhile: %s', (text, id) => {
    expect(outcome(text, [...shop, service('electrical-repair', 'Electrical Repair')])).toBe(id);
  });

  it.each([
    ['AC Repair', 'ac-repair'],
    ['ac repair', 'ac-repair'],
    ['a.c. repair', 'ac-repair'],
    ['A/C repair', 'ac-repair'],
    ['A.C repair', 'ac-repair'],
    ['a c repair', 'ac-repair'],
    ['AC_REPAIR', 'ac-repair'],
    ['ac-repair', 'ac-repair'],
    ['  Ac   Repair!  ', 'ac-repair'],
    ['AC repair service', 'ac-repair'],
    ['ac repair services please', 'ac-repair'],
    ['I need an a/c repair', 'ac-repair'],
    ['I would like to book an AC repair appointment', 'ac-repair'],
    ['repair of my AC', 'ac-repair'],
    ['AC repairs', 'ac-repair'],
    ['ac repiar', 'ac-repair'],
    ['fix my ac', 'ac-repair'],
    ['broken ac', 'ac-repair'],
    ['AC unit repair', 'ac-repair'],
    ['air conditioner repair', 'ac-repair'],
    ['air conditoning repair', 'ac-repair'],
    ['central air conditioning repair', 'ac-repair'],
    ['heating repair', 'heating-repair'],
    ['furnace', 'heating-repair'],
    ['furnce repair', 'heating-repair'],
    ['the furnace please', 'heating-repair'],
    ['boiler', 'heating-repair'],
    ['Furnace Repairs', 'heating-repair'],
    ['tune up', 'ac-tune-up'],
    ['ac tuneup', 'ac-tune-up'],
    ['A.C. tune-up', 'ac-tune-up'],
    ['maintenance', 'ac-tune-up'],
    ['water heater', 'water-heater-install'],
    ['install a water heater', 'water-heater-install'],
    ['installation', 'water-heater-install'],
    ['new water heater installation', 'water-heater-install'],
    ['drain', 'drain-cleaning'],
    ['actually the furnace', 'heating-repair'],
    ['drains cleaned', 'drain-cleaning'],
    ['my sink is clogged', 'drain-cleaning'],
    ['clogged drain', 'drain-cleaning'],
    ['plumber', 'leak'],
    ['leaking pipe', 'leak'],
  ])('%s: %s', (text, expected) => {
    expect(outcome(text)).toBe(expected);
  });

  it('is matched by id if no name equals it', () => {
    expect(outcome('s 12', [service('s-12', 'Gutters'), service('s-13', 'Windows')])).toBe('s-12');
  });

  it('is matched by the type of work if only one service does it', () => {
    expect(outcome('repair', [service('r', 'AC Repair'), service('c', 'Drain Cleaning')])).toBe('r');
  });

  it('is matched in other scripts', () => {
    expect(outcome('climatización', [service('c', 'Climatizacion'), service('f', 'Fontanería')])).toBe('c');
    expect(outcome('エアコン修理', [service('a', 'エアコン修理'), service('b', '水道')])).toBe('a');
  });
});

describe('a text that fits several services', () => {
  it.each(['repair', 'a repair please', 'ac', 'air conditioning', 'my A/C', 'AC installation'])(
    '%s is ambiguous',
    (text) => {
      expect(outcome(text)).toBe('ambiguous');
    },
  );

  it('returns those that match', () => {
    expect(matchService('repair', shop)).toEqual({ kind: 'ambiguous', suggestions: [shop[0], shop[1]] });
  });

  it('returns at most four', () => {
    const many = ['Ana', 'Bob', 'Cy', 'Di', 'Eve'].map((name) => service(name, `${name} repair`));
    expect(matchService('repair', many)).toMatchObject({ kind: 'ambiguous', suggestions: { length: 4 } });
  });
});

describe('a text that fits no service', () => {
  it.each([
    'oven repair',
    'pizza',
    'car repair',
    'pool cleaning',
    'roof inspection',
    'gas line',
    'service',
    'I need an appointment',
    '',
    '...',
    '🔥',
  ])('%s is unknown', (text) => {
    expect(outcome(text)).toBe('unknown');
  });

  it('returns all services, the closest first', () => {
    expect(matchService('oven repair', shop)).toMatchObject({
      kind: 'unknown',
      suggestions: [{ id: 'ac-repair' }, { id: 'heating-repair' }, {}, {}, {}, {}],
    });
  });

  it('returns at most twelve services', () => {
    const many = Array.from({ length: 30 }, (_, n) => service(`s${n}`, `Kind ${n}`));
    expect(matchService('pizza', many)).toMatchObject({ kind: 'unknown', suggestions: { length: 12 } });
  });

  it('has no default, even with a single service', () => {
    const only = service('ac-repair', 'AC Repair');
    expect(matchService('pizza', [only])).toEqual({ kind: 'unknown', suggestions: [only] });
    expect(matchService('oven repair', [only])).toEqual({ kind: 'unknown', suggestions: [only] });
    expect(matchService('pizza', [])).toEqual({ kind: 'unknown', suggestions: [] });
  });
});

describe('a clogged fixture', () => {
  const plumbing = {
    ...service('plumbing', 'Plumbing Repair'),
    description: 'Leaks, pipes, taps and toilets',
  };

  it.each(['toilet clogged', 'my toilet is backed up', 'the tub is clogged'])(
    'is work on drains, also if a general service lists the fixture: %s',
    (text) => {
      expect(outcome(text, [plumbing, service('drains', 'Drain Cleaning')])).toBe('drains');
      expect(outcome(text, [plumbing, service('ac', 'AC Repair')])).toBe('plumbing');
    },
  );

  it('goes to a service for that fixture, if there is one', () => {
    const both = [service('toilets', 'Toilet Repair'), service('drains', 'Drain Cleaning')];
    expect(outcome('toilet clogged', both)).toBe('toilets');
  });

  it('is not a leak of the fixture', () => {
    expect(outcome('my toilet is leaking', [plumbing, service('drains', 'Drain Cleaning')])).toBe('plumbing');
  });
});

describe('a service call', () => {
  const call = service('call', 'Service Call');
  const skilled = { ...call, id: 'skilled', skills: ['plumbing'] };

  it.each([
    ['my faucet drips', [call, service('leak', 'Leak Detection')], 'call'],
    ['my faucet drips', [skilled, service('boiler', 'Boiler Service')], 'skilled'],
    ['my AC is dead', [call, service('boiler', 'Boiler Service')], 'unknown'],
    ['my furnace is dead', [call, service('boiler', 'Boiler Service')], 'ambiguous'],
    ['my EV charger is dead', [call, service('ev', 'EV Charger Installation')], 'ambiguous'],
    ['quote for a new boiler', [service('q', 'Free Quote'), service('boiler', 'Boiler Service')], 'q'],
  ])("matches the company's trades if no service is closer: %s", (text, services, expected) => {
    expect(outcome(text, services)).toBe(expected);
  });
});

describe('what is not offered', () => {
  const notOffered = ['Duct cleaning', 'furnace installation', 'pools', 'septic systems', 'roof repair'];
  const refused = (text: string) => {
    const match = matchService(text, shop, notOffered);
    return match.kind === 'not_offered' ? match.notOffered : match.kind;
  };

  it.each([
    ['clean the ducts', 'Duct cleaning'],
    ['I want a new furnace', 'furnace installation'],
    ['my pool is green', 'pools'],
    ['septic tank pumping', 'septic systems'],
    ['my septic is backing up', 'septic systems'],
    ['the shingles on my roof are broken', 'roof repair'],
    ['roof inspection', 'unknown'],
    ['furnace repair', 'match'],
    ['my furnace is dead', 'match'],
    ['car repair', 'unknown'],
  ])('%s: %s', (text, expected) => {
    expect(refused(text)).toBe(expected);
  });
});

describe('symptoms of a service', () => {
  it('match like aliases, also with added words', () => {
    const shops = [...shop, { ...service('x', 'Zone 4'), symptoms: ['the purple lamp blinks'] }];
    expect(outcome('purple lamp blinks', shops)).toBe('x');
    expect(outcome('hello, the purple lamp blinks again', shops)).toBe('x');
  });
});

describe('a normalized name', () => {
  it('is the same for every spelling', () => {
    const spellings = ['AC Repair', 'a.c. repair', 'A/C-Repair service', 'ac_repair', 'The AC repair'];
    expect(new Set(spellings.map(normalizeServiceName))).toEqual(new Set(['ac repair']));
  });

  it('keeps filler words if there is nothing else', () => {
    expect(normalizeServiceName('Service Call')).toBe('service call');
  });
});
