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

it('the cost of a stage counts its alarms with their metrics, and its secrets', () => {
  const alarms = propertiesOf('AWS::CloudWatch::Alarm').map((alarm) => v.parse(Alarm, alarm));
  const metrics = alarms.flatMap(({ Metrics }) => Metrics.filter((one) => one.MetricStat !== undefined));
  const secrets = propertiesOf('AWS::SecretsManager::Secret');
  expect(page).toContain(`| alarms | ${alarms.length} over ${metrics.length} metrics,`);
  expect(page).toContain(`| secrets | ${secrets.length} × `);
});
