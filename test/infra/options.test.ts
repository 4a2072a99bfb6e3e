import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
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

  it('take addresses by account, which the address of all others is none of', () => {
    const dispatchEmail = 'desk@example.org';
    const of = (dispatchEmails: object) => faultsOf({ dispatchEmail, dispatchEmails });
    expect(of({ 'acme-hvac': 'office@example.org' })).toEqual([]);
    expect(of({ 'acme-hvac': dispatchEmail })).toEqual([
      expect.stringMatching(/^dispatchEmails: expected addresses other than dispatchEmail/),
    ]);
    expect(of({ 'acme#hvac': 'nobody' })).toHaveLength(2);
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`a${i}`, `a${i}@example.org`]));
    expect(of(many)).toEqual(['dispatchEmails: expected at most 100 accounts.']);
  });

  it('allow mfa and an existing user pool only for users of the stack', () => {
    const oidc = { issuer: 'https://id.example.com', clientId: 'page', audience: 'dispatch' };
    for (const own of [{ mfa: 'required' }, { existingUserPool: 'us-east-1_AbC' }]) {
      expect(faultsOf({ board: own })).toEqual([]);
      expect(faultsOf({ board: { oidc, ...own } })).toEqual([
        expect.stringMatching(/^board: expected no mfa and no existingUserPool with oidc/),
      ]);
    }
  });

  it('require addresses for alarms and emergencies in production', () => {
    const alarms = { page: 'https://pager.example.org/1', ticket: 'desk@example.org' };
    expect(faultsOf({ production: true, alarms, dispatchEmail: 'desk@example.org' })).toEqual([]);
    const half = { production: true, alarms: { page: alarms.page }, dispatchEmail: 'desk@example.org' };
    expect(faultsOf(half)).toEqual([expect.stringMatching(/^alarmEmail: expected an address/)]);
    expect(faultsOf({ alarms: { page: 'http://pager.example.org', tickets: 'x' } })).toEqual([
      'alarms.page: expected an e-mail address, a URL that begins with https, or the ARN of an SNS topic in the region of the stack.',
      'alarms.tickets: expected a known field: did you mean ticket?',
    ]);
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

  it('of production is refused while a field has a placeholder, by the path of the field', () => {
    const placeholders = {
      production: true,
      alarmEmail: 'alarms@example.com',
      dispatchEmail: 'desk@notexample.com',
      domain: { name: 'hooks.example.com', hostedZone: { id: 'Z0123456789ABC', name: 'example.com' } },
      board: { oidc: { issuer: 'https://id.example.com/x', clientId: 'page', audience: 'dispatch' } },
    };
    writeFileSync(join(folder, 'pr-13.json'), JSON.stringify(placeholders));

    expect(faults({ stage: 'pr-13' })).toEqual(
      ['alarmEmail', 'domain.name', 'domain.hostedZone.name', 'board.oidc.issuer'].map(
        (path) => `infra/stages/pr-13.json: ${path}: expected your own value in place of example.com.`,
      ),
    );
    expect(readStage({ stage: 'pr-14', stages: folder }, 'infra/stages')).toMatchObject({ kind: 'faults' });
    writeFileSync(join(folder, 'pr-14.json'), JSON.stringify({ ...placeholders, production: false }));
    expect(readStage({ stage: 'pr-14', stages: folder }, 'infra/stages')).toMatchObject({ kind: 'stage' });
  });

  it.each(stagesIn('infra/stages').filter((name) => name !== 'prod'))('of %s is as it should be', (stage) => {
    expect(readStage({ stage }, 'infra/stages')).toMatchObject({ kind: 'stage' });
  });

  it('of prod, as committed, fails the synthesis with what to fill in, and is otherwise as it should be', async () => {
    const context = JSON.stringify({ stage: 'prod' });
    const synthesis = promisify(execFile)('node', ['infra/app.ts'], {
      env: { ...process.env, CDK_CONTEXT_JSON: context, CDK_OUTDIR: join(folder, 'cdk.out') },
    });

    await expect(synthesis).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: ['alarmEmail', 'dispatchEmail']
        .map(
          (field) => `infra/stages/prod.json: ${field}: expected your own value in place of example.com.\n`,
        )
        .join(''),
    });
    const filled = readFileSync('infra/stages/prod.json', 'utf8').replaceAll('example.com', 'dispatch.test');
    expect(parseOptions(JSON.parse(filled))).toMatchObject({ kind: 'options' });
  });
});
