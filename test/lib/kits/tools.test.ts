import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Account } from '../../../lib/accounts/account.ts';
import { parseAccount } from '../../../lib/accounts/document/account-document.ts';
import { voiceKits } from '../../../lib/kits/index.ts';
import { parametersOf, type ToolParameters } from '../../../lib/kits/tools/function-schema.ts';
import { voiceoneTools } from '../../../lib/kits/voiceone/tools.ts';
import { voicetwoTools } from '../../../lib/kits/voicetwo/tools.ts';
import { type VoicePlatform, voicePlatforms } from '../../../lib/platforms/index.ts';
import { isPlaceholder } from '../../../lib/understanding/placeholders.ts';
import { readArguments } from '../../../lib/voice/arguments/arguments.ts';
import { catalog, functionNamed } from '../../../lib/voice/catalog.ts';
import { demoAccount } from '../../../local/demo/demo-account.ts';
import { accountDocument } from '../../functions/service.ts';

const one = voiceoneTools('https://voice.example.com/function-call');
const two = voicetwoTools({ url: 'https://voice.example.com/voicetwo', credentialId: 'credential_1' });
const functionsOfOne = one.filter((tool) => tool.type === 'custom');
const functionsOfTwo = two.filter((tool) => tool.type === 'function');

type Told = readonly { readonly name: string; readonly description: string }[];

const told: Readonly<Record<VoicePlatform, Told>> = {
  voiceone: one.map(({ name, description }) => ({ name, description })),
  voicetwo: two.map(({ function: { name, description } }) => ({ name, description })),
};
const service = (number: number) => ({
  id: `s${number}`,
  name: `Service ${number}`,
  durationMinutes: 60,
  symptoms: [`it rattles ${number} times`, `number ${number} smells {odd}\nand leaks`],
});
const everyFunction = voicePlatforms.flatMap((platform) =>
  catalog.map((entry) => ({ platform, name: entry[platform], entry })),
);

describe.each(voicePlatforms)('the tools of %s', (platform) => {
  it('are all functions of the catalog and the dialing tool, each name once', () => {
    const names = told[platform].map(({ name }) => name);

    expect(names.slice(0, -2)).toEqual(catalog.map((entry) => entry[platform]));
    expect(new Set(names).size).toBe(catalog.length + 2);
  });

  it.each(told[platform])('give $name a name and a description that the platform accepts', (tool) => {
    expect(tool.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(tool.description).toMatch(/^[A-Z][^\n]{50,998}$/);
  });

  it.each(told[platform])('contain no placeholder and no name of the other platform for $name', (tool) => {
    const others = voicePlatforms.filter((one) => one !== platform);
    const foreign = others.flatMap((other) => catalog.map((entry) => entry[other]));
    const words = JSON.stringify(tool).match(/\w+/g);

    expect(words?.filter((word) => foreign.includes(word))).toEqual([]);
    expect(tool.description).not.toMatch(/[{}]/);
  });
});

describe.each(everyFunction)('the parameters of $name ($platform)', ({ platform, entry }) => {
  const parameters = parametersOf(entry, platform);

  it('are a flat object of texts, flags and lists of texts, including the required ones', () => {
    expect(parameters.type).toBe('object');
    expect(Object.keys(parameters.properties)).toEqual(expect.arrayContaining(parameters.required));
    for (const property of Object.values(parameters.properties)) {
      expect(property.items !== undefined).toBe(property.type === 'array');
      expect(property.description).toMatch(/^[^{}\n]{10,}$/);
    }
  });

  it('are understood in any combination', () => {
    fc.assert(
      fc.property(argumentsFor(parameters), (sent) => {
        const { unclear, ignored, canonicalArguments: _, ...read } = readArguments(entry.arguments, sent);

        expect(read).toMatchObject(sent);
        expect([...unclear, ...ignored]).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});

describe('looking up a customer', () => {
  it('asks for no number, although it reads one if it is sent', () => {
    const entry = functionNamed('lookup_customer');
    if (entry === undefined) throw new Error('No such function');

    expect(Object.keys(parametersOf(entry, 'voiceone').properties)).toEqual(['language']);
    expect(readArguments(entry.arguments, { phone: '+12125550143' })).toMatchObject({
      customerPhone: '+12125550143',
    });
  });
});

/** A model's arguments that match the schema. */
function argumentsFor({ properties, required }: ToolParameters): fc.Arbitrary<Record<string, unknown>> {
  type Property = ToolParameters['properties'][string];
  const value = (property: Property): fc.Arbitrary<boolean | string | string[]> => {
    if (property.type === 'boolean') return fc.boolean();
    if (property.items !== undefined) return fc.array(text(property.items), { minLength: 1 });
    return text(property);
  };
  const text = ({ enum: options, pattern }: Pick<Property, 'enum' | 'pattern'>) => {
    if (options !== undefined) return fc.constantFrom(...options);
    if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
    return fc
      .string({ minLength: 1, maxLength: 200 })
      .filter((text) => text === text.trim() && !isPlaceholder(text));
  };
  const values = Object.entries(properties).map(([name, property]) => [name, value(property)] as const);
  return fc.record(Object.fromEntries(values), { requiredKeys: [...required] });
}

describe.each([
  ['without an account', undefined],
  ['of the demo company', parseAccount(demoAccount)],
  ['of a company with little', parseAccount(accountDocument({ serviceTypes: [service(1)] }))],
  [
    'of a company with 100 services',
    parseAccount(
      accountDocument({ serviceTypes: Array.from({ length: 100 }, (_, number) => service(number)) }),
    ),
  ],
])('all definitions %s', (_, account) => {
  it.each(voicePlatforms)('are accepted by %s, and leave room for the call', (platform) => {
    const tools = voiceKits[platform].tools({ base: 'https://a.example.com', credentialId: 'c', account });
    expect(JSON.stringify(tools).length).toBeLessThan(45_000);
    for (const entry of catalog) {
      const { properties, required } = parametersOf(entry, platform, account);
      expect(required.every((name) => name in properties)).toBe(true);
      for (const [name, { description, enum: options = [] }] of Object.entries(properties)) {
        expect(name).toMatch(/^[A-Za-z]{1,64}$/);
        // Only the list of services is long.
        const most = entry.voiceone === 'check_availability' && name === 'serviceType' ? 7000 : 1200;
        expect(description.length).toBeLessThanOrEqual(most);
        expect(options.join('').length).toBeLessThanOrEqual(15_000);
      }
    }
  });
});

describe('a function of platform one', () => {
  it.each(functionsOfOne)('is posted to the endpoint with its name: $name', (tool) => {
    expect(tool).toMatchObject({
      url: 'https://voice.example.com/function-call',
      method: 'POST',
      args_at_root: false,
      speak_after_execution: true,
    });
    expect(tool.timeout_ms).toBeGreaterThanOrEqual(1000);
  });

  it('passes the number of its answer to the dialing tool', () => {
    const mapping = functionsOfOne.filter((tool) => tool.response_variables !== undefined);

    expect(mapping.map(({ name }) => name)).toEqual(expect.arrayContaining(['book_job', 'transfer_call']));
    expect(mapping.map(({ name }) => name)).not.toContain('lookup_customer');
    for (const tool of mapping) expect(tool.response_variables).toEqual({ transfer_number: '$.transferTo' });
    expect(one.at(-2)).toMatchObject({
      type: 'transfer_call',
      name: 'connect_caller',
      transfer_destination: { type: 'predefined', number: '{{transfer_number}}' },
    });
  });
});

describe('a function of platform two', () => {
  it.each(functionsOfTwo)('is synchronous and says something meanwhile: $function.name', (tool) => {
    expect(tool).toMatchObject({
      async: false,
      server: { url: 'https://voice.example.com/voicetwo', credentialId: 'credential_1' },
    });
    expect(tool.messages.map(({ type }) => type)).toEqual([
      'request-start',
      'request-response-delayed',
      'request-failed',
    ]);
  });

  it('says it in the language of the call, which the company may not speak', () => {
    const hold = functionsOfTwo.find((tool) => tool.function.name === 'holdTime');
    expect(hold?.messages[0]).toMatchObject({
      content: 'One moment while I hold that time.',
      contents: [
        { type: 'text', language: 'en', text: 'One moment while I hold that time.' },
        { type: 'text', language: 'es', text: 'Un momento, se lo aparto.' },
      ],
    });
  });

  it('is followed by a transfer to a destination from the service', () => {
    expect(two.at(-2)).toMatchObject({ type: 'transferCall', destinations: [] });
  });
});

describe('tools that only look something up', () => {
  const isLookUp = ({ writes }: { readonly writes: boolean }) => !writes;

  it('are silent at first on platform one, unlike the others', () => {
    const silent = functionsOfOne.filter((tool) => !tool.speak_during_execution).map(({ name }) => name);
    expect(silent).toEqual(catalog.filter(isLookUp).map(({ voiceone }) => voiceone));
  });

  it('are silent at first on platform two, which would otherwise speak by itself', () => {
    const silent = functionsOfTwo.filter(({ messages }) => messages[0]?.content === '');
    expect(silent.map((tool) => tool.function.name)).toEqual(
      catalog.filter(isLookUp).map(({ voicetwo }) => voicetwo),
    );
  });
});

describe('the tool that hangs up', () => {
  it("is the platform's own one, and says nothing", () => {
    expect(one.at(-1)).toMatchObject({ type: 'end_call', name: 'end_call', speak_during_execution: false });
    expect(two.at(-1)).toMatchObject({ type: 'endCall', messages: [{ type: 'request-start', content: '' }] });
  });
});

describe.each(voicePlatforms)('the tools of %s for one company', (platform) => {
  const account = (over: Record<string, unknown> = {}) =>
    parseAccount(accountDocument({ serviceTypes: [service(1), service(2)], ...over }));
  const parametersFor = (name: string, company: Account) => {
    const entry = functionNamed(name);
    if (entry === undefined) throw new Error('No such function');
    return parametersOf(entry, platform, company);
  };
  const bookingOf = (company: Account) => parametersFor('book_job', company);

  it('name its services, and say once what belongs to each', () => {
    const company = account({ notOffered: ['pool cleaning'] });
    const { properties } = parametersFor('check_availability', company);
    const { description, enum: names } = properties.serviceType ?? {};
    expect(names).toEqual(['Service 1', 'Service 2']);
    expect(description).toContain('Service 1: it rattles 1 times, number 1 smells odd and leaks.');
    expect(description).toMatch(/Never offered: pool cleaning\.$/);

    const booking = bookingOf(company);
    expect(booking.properties.serviceType?.enum).toEqual(names);
    expect(booking.properties.serviceType?.description).not.toContain('rattles');
    // A model that must choose one of them chooses a wrong one if none fits.
    expect(booking.required).not.toContain('serviceType');
  });

  it('name its technicians, and the parts of the day and windows that it has', () => {
    const windows = [{ from: '08:00', to: '10:00', label: 'first thing' }];
    const hours = { monday: [['08:00', '17:00']] };
    const company = account({ hours, booking: { arrival: { style: 'window', windows } } });
    const { technician, partOfDay } = parametersFor('check_availability', company).properties;
    expect(technician?.enum).toEqual([...company.technicians.map(({ name }) => name), 'someone else']);
    expect(partOfDay?.enum).toEqual(['morning', 'afternoon', 'first thing']);
    const late = account({ hours: { monday: [['16:00', '20:00']] } });
    expect(parametersFor('check_availability', late).properties.partOfDay?.enum).toEqual([
      'afternoon',
      'evening',
    ]);
  });

  it('have its emergency rules, or the default ones', () => {
    const emergency = { instructions: { gas: 'Leave the house and call us from outside.' } };
    const { description = '' } = bookingOf(account({ emergency })).properties.danger ?? {};
    expect(description).toContain('gas: "Leave the house and call us from outside."');
    expect(description).toContain('water: "If you can, close the main water valve."');
  });

  it("respect the platforms' limits of length, however many services there are", () => {
    const many = Array.from({ length: 100 }, (_, number) => service(number));
    const long = {
      gas: 'x'.repeat(120),
      fire: 'y'.repeat(120),
      water: 'z'.repeat(120),
      electric: 'w'.repeat(120),
    };
    const company = account({ serviceTypes: many, emergency: { instructions: long } });
    for (const entry of catalog) {
      for (const { description } of Object.values(parametersOf(entry, platform, company).properties))
        expect(description).toMatch(/^[^{}\n]{10,7000}$/);
    }
    expect(bookingOf(company).properties.serviceType?.enum).toHaveLength(100);
  });
});
