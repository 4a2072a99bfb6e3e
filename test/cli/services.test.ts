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
  const file = join(folder, 'account.json');
  const check = async (serviceTypes: readonly object[]) => {
    const timed = serviceTypes.map((service) => ({ durationMinutes: 60, ...service }));
    writeFileSync(file, JSON.stringify(accountDocument({ serviceTypes: timed })));
    return fixture.cli.json('accounts', 'check', file);
  };

  it('warns of services that nothing but their names tells apart', async () => {
    const panels = [
      { id: 'a', name: 'Panel Upgrade' },
      { id: 'b', name: 'Electric Panel Replacement' },
    ];
    expect(await check(panels)).toMatchObject({
      services: [{ name: 'Panel Upgrade' }, { name: 'Electric Panel Replacement' }],
      servicesAlike: [['Panel Upgrade', 'Electric Panel Replacement']],
    });
    const told = panels.map((service) => ({ ...service, description: `For ${service.id}` }));
    expect(await check(told)).toMatchObject({ servicesAlike: [] });
    const others = [
      { id: 'a', name: 'AC Repair' },
      { id: 'b', name: 'AC Tune-Up' },
      { id: 'c', name: 'Plan B' },
      { id: 'd', name: 'Plan C' },
    ];
    expect(await check(others)).toMatchObject({ servicesAlike: [] });
  });

  it.each(['check', 'validate'])(
    'prints what agents read, and warns of services that no everyday phrase matches, as accounts %s',
    async (name) => {
      const service = { durationMinutes: 60 };
      const serviceTypes = [
        { ...service, id: 'a', name: 'AC Repair' },
        { ...service, id: 'b', name: 'Plan B' },
        { ...service, id: 'c', name: 'Plan C', symptoms: ['the gold plan'] },
      ];
      writeFileSync(file, JSON.stringify(accountDocument({ serviceTypes })));
      const { code, out } = await fixture.cli.run('accounts', name, file);
      expect({ code, lines: out.split('\n') }).toEqual({
        code: 0,
        lines: [
          'acme-hvac is valid. Agents read of its services:',
          '  AC Repair: not cooling, blows warm, weak or no air, drips water, ice on it, outside unit silent',
          '  Plan B: -',
          '  Plan C: the gold plan',
          'Warning: no everyday phrase matches Plan B: give it symptoms or aliases.',
        ],
      });
    },
  );
});
