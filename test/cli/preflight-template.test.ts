import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { BOOTSTRAP, reservedIn } from '../../cli/preflight/aws-findings.ts';
import prod from '../../infra/stages/prod.json' with { type: 'json' };
import { templateOf } from '../support/templates/templates.ts';

const edge = templateOf('edge');

it('counts what the functions of the template reserve, and the page names it', () => {
  const reserved = Object.values(edge.findResources('AWS::Lambda::Function')).map(
    ({ Properties }) => Properties.ReservedConcurrentExecutions ?? 0,
  );
  const sum = reserved.reduce((all, one) => all + one, 0);

  expect(sum).toBeGreaterThan(0);
  expect(reservedIn(prod.reservedConcurrency)).toBe(sum);
  expect(readFileSync('docs/deploy.md', 'utf8')).toContain(`reserves ${sum} concurrent executions`);
});

it('accepts the bootstrap stacks that the template accepts', () => {
  const [{ Assert }] = edge.toJSON().Rules.CheckBootstrapVersion.Assertions;
  const [refused] = Assert['Fn::Not'][0]['Fn::Contains'];

  expect(refused).toEqual(Array.from({ length: BOOTSTRAP - 1 }, (_, index) => String(index + 1)));
});
