import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import * as v from 'valibot';
import { templateOf } from '../support/templates/templates.ts';

const dev = templateOf('dev');
const page = readFileSync('docs/cost.md', 'utf8');
const propertiesOf = (type: string): unknown[] =>
  Object.values(dev.findResources(type)).map(({ Properties }) => Properties);

/** A metric of its own, or those that a formula reads. */
const Alarm = v.object({
  Metrics: v.optional(v.array(v.object({ MetricStat: v.optional(v.unknown()) })), [{ MetricStat: 'own' }]),
});

/** The cells of the rows with amounts in the section of that heading. */
const rowsOf = (heading: string) =>
  (page.split('\n## ').find((section) => section.startsWith(heading)) ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('$'))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('*', '')));
const dollars = (cell = ''): number => Number(/^\$([\d.]+)$/.exec(cell)?.[1] ?? Number.NaN);

it('the cost of a stage is the sum of its rows', () => {
  const amounts = rowsOf('A stage').map((cells) => dollars(cells[3]));
  expect(amounts.length).toBeGreaterThan(4);
  const sum = amounts.slice(0, -1).reduce((added, one) => added + one, 0);
  expect(sum.toFixed(2)).toBe(amounts.at(-1)?.toFixed(2));
});

it('the cost of a stage counts its keys and its dashboard', () => {
  expect(page).toContain(`| KMS keys | ${propertiesOf('AWS::KMS::Key').length} × `);
  expect(page).toContain(`| dashboard | ${propertiesOf('AWS::CloudWatch::Dashboard').length} × `);
});

it('the cost of a stage counts its alarms with their metrics, and its secrets', () => {
  const alarms = propertiesOf('AWS::CloudWatch::Alarm').map((alarm) => v.parse(Alarm, alarm));
  const metrics = alarms.flatMap(({ Metrics }) => Metrics.filter((one) => one.MetricStat !== undefined));
  const secrets = propertiesOf('AWS::SecretsManager::Secret');
  expect(page).toContain(`| alarms | ${alarms.length} over ${metrics.length} metrics,`);
  expect(page).toContain(`| secrets | ${secrets.length} × `);
});
