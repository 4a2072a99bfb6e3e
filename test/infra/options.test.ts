import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parseOptions } from '../../infra/options.ts';
import { readStage, stagesIn } from '../../infra/stage-file.ts';

const faultsOf = (document: unknown) => {
  const parsed = parseOptions(document);
  return parsed.kind === 'faults' ? parsed.faults : [];
};

const hostedZone = { id: 'Z0123456789ABC', name: 'example.com' };
const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d-0000';
const name = 'hooks.example.com';

describe('the options of a stage', () => {
  it('default to those of a stage that is not production', () => {
    expect(parseOptions({})).toEqual({
      kind: 'options',
      options: {
        production: false,
        canary: false,
        tracing: false,
        iamPolicies: false,
        tags: {},
        accountWritesPerMinute: 120,
        board: {},
      },
    });
  });

  it.each([[{ hostedZone }], [{ certificateArn }], [{ hostedZone, certificateArn }]])(
    'accept a domain with a zone or a certificate (%#)',
    (proof) => {
      const domain = { name, ...proof };
      expect(parseOptions({ domain })).toMatchObject({ options: { domain } });
    },
  );

  it("turn off AWS's URLs behind a domain, unless they are kept", () => {
    const kept = (value: unknown) => ({ domain: { name, hostedZone, keepDefaultEndpoint: value } });
    expect(parseOptions(kept(undefined))).toMatchObject({ options: kept(false) });
    expect(parseOptions(kept(true))).toMatchObject({ options: kept(true) });
    expect(faultsOf(kept('maybe'))).toEqual(['domain.keepDefaultEndpoint: expected true or false.']);
  });

  it.each([
    [{ name }, /^domain: expected a hostedZone .* or a certificateArn\.$/],
    [{ hostedZone }, /^domain\.name: expected a value\.$/],
    [{ name: 'hooks.badexample.com', hostedZone }, /^domain: expected hostedZone\.name, or a name/],
    [{ name, hostedZone: { id: hostedZone.id } }, /^domain\.hostedZone\.name: expected a value\.$/],
    [{ name, zone: hostedZone, certificateArn }, /^domain\.zone: expected a known field/],
  ])('name the missing or wrong part of a domain (%#)', (domain, words) => {
    expect(faultsOf({ domain })).toEqual([expect.stringMatching(words)]);
  });

  it('name every wrong field and what was expected, but no value', () => {
    const faults = faultsOf({
      production: 'yes',
      account: '12',
      region: 'Virginia',
      alarmEmail: 'nobody',
      dispatchEmail: 7,
      provisionedConcurrency: 1.5,
      tags: { team: '' },
    });
    expect(faults.map((fault) => fault.replace(/:.*/, ''))).toEqual([
      'production',
      'account',
      'region',
      'alarmEmail',
      'dispatchEmail',
      'provisionedConcurrency',
      'tags.team',
    ]);
    expect(faults.join()).not.toMatch(/yes|"12"|Virginia|nobody|1\.5/);
  });

  it('are refused under a misspelled name, with the nearest one', () => {
    expect(faultsOf({ alarmMail: 'ops@example.com' })).toEqual([
      'alarmMail: expected a known field: did you mean alarmEmail?',
    ]);
  });

  it('allow an edge only in the region of its web ACL', () => {
    expect(parseOptions({ edge: {}, region: 'us-east-1' })).toMatchObject({
      options: { edge: { requestsPerMinute: 6_000 } },
    });
    expect(faultsOf({ edge: {}, region: 'eu-west-1' })).toEqual([
      expect.stringMatching(/^region: expected us-east-1, which edge requires/),
    ]);
    const kept = { domain: { name, hostedZone, keepDefaultEndpoint: true } };
    expect(faultsOf({ ...kept, edge: {}, region: 'us-east-1' })).toEqual([
      expect.stringMatching(/^domain: expected no keepDefaultEndpoint with edge/),
    ]);
  });

  it('require addresses for alarms and emergencies in production', () => {
    expect(faultsOf({ production: true, alarmEmail: 'ops@example.com' })).toEqual([
      expect.stringMatching(/^dispatchEmail: expected an address, because .* emergencies\.$/),
    ]);
    expect(faultsOf({ production: true })).toHaveLength(2);
  });
});

describe('the file of a stage', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stages-'));
  writeFileSync(join(folder, 'pr-12.json'), '{ "region": "us-east-1" }');
  writeFileSync(join(folder, 'broken.json'), '{');
  writeFileSync(join(folder, 'wrong.json'), '{ "regoin": "us-east-1" }');
  afterAll(() => rmSync(folder, { recursive: true }));
  const faults = (context: Record<string, unknown>) => {
    const found = readStage(context, folder);
    return found.kind === 'faults' ? found.faults : [];
  };

  it('can have any name', () => {
    expect(readStage({ stage: 'pr-12', '@aws-cdk/core:some-flag': true }, folder)).toMatchObject({
      kind: 'stage',
      stage: { name: 'pr-12', options: { region: 'us-east-1' } },
    });
  });

  it.each([
    [{ stage: 'none' }, /^There is no infra\/stages\/none\.json \(there are broken, pr-12, wrong\)/],
    [{ stage: 'broken' }, /^infra\/stages\/broken\.json is not JSON\.$/],
    [{ stage: 'wrong' }, /^infra\/stages\/wrong\.json: regoin: expected a known field: did you mean region/],
    [{ stage: '../secrets' }, /^-c stage: expected a name/],
    [{}, /^-c stage: expected a name/],
    [{ stage: 'pr-12', alarmEmail: 'ops@example.com' }, /^-c alarmEmail: only stage is given here/],
  ])('is refused with one sentence (%#)', (context, words) => {
    expect(faults(context)).toEqual([expect.stringMatching(words)]);
  });

  it.each(stagesIn('infra/stages'))('of %s is as it should be', (stage) => {
    expect(readStage({ stage }, 'infra/stages')).toMatchObject({ kind: 'stage' });
  });
});
