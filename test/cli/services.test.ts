import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { accountDocument } from '../functions/service.ts';
import { withCommandLine } from './command-line-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'services-'));
afterAll(() => rmSync(folder, { recursive: true }));

const fixture = withCommandLine({ notOffered: ['duct cleaning'] });
const tried = (phrase: string) => ['services', 'try', phrase, '--account', 'acme-hvac'];

describe('services try', () => {
  it('shows how a phrase is read and what it leads to', async () => {
    expect((await fixture.cli.run(...tried('my furnace is dead'))).out.split('\n')).toEqual([
      'about: furnace',
      'wanted: repair',
      'of other trades: -',
      'matches: Heating Repair',
    ]);
  });

  it.each([
    ['fix the thermostat', { result: 'ambiguous', services: ['AC Repair', 'Heating Repair'] }],
    ['pool cleaning', { otherTrades: ['pool'], result: 'unknown', services: [] }],
    ['my ducts are dirty, please clean them', { result: 'not_offered', services: ['duct cleaning'] }],
  ])('prints it as JSON: %s', async (phrase, expected) => {
    expect(await fixture.cli.json(...tried(phrase))).toMatchObject(expected);
  });
});

describe('accounts check', () => {
  it.each(['check', 'validate'])(
    'warns of services that no everyday phrase matches, as accounts %s',
    async (name) => {
      const service = { durationMinutes: 60 };
      const serviceTypes = [
        { ...service, id: 'a', name: 'AC Repair' },
        { ...service, id: 'b', name: 'Plan B' },
        { ...service, id: 'c', name: 'Plan C', symptoms: ['the gold plan'] },
      ];
      const file = join(folder, 'account.json');
      writeFileSync(file, JSON.stringify(accountDocument({ serviceTypes })));
      const { code, out } = await fixture.cli.run('accounts', name, file);
      expect({ code, lines: out.split('\n') }).toEqual({
        code: 0,
        lines: [
          'acme-hvac is valid.',
          'Warning: no everyday phrase matches Plan B: give it symptoms or aliases.',
        ],
      });
    },
  );
});
