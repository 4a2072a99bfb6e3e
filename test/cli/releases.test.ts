import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { outputName } from '../../infra/output-name.ts';
import { routeIds } from '../../lib/routes.ts';
import { dispatchToAws } from '../support/command-line.ts';
import { publish, type ReleasesStandIn, startReleasesStandIn } from '../support/releases-stand-in.ts';
import { aws, loggedIn, outputsAt, STACK } from './stack-fixture.ts';

let releases: ReleasesStandIn;
beforeAll(async () => {
  releases = await startReleasesStandIn();
});
afterAll(() => releases.stop());

beforeEach(() => {
  releases.calls.length = 0;
  releases.refusals.clear();
  releases.deployments.clear();
  releases.meanwhile = undefined;
  publish(releases, 4);
  aws.stacks.set(STACK, {
    ...outputsAt('http://127.0.0.1:1'),
    ...Object.fromEntries(routeIds.map((id) => [outputName(`FunctionName-${id}`), `fn-${id}`])),
    DeploymentApplication: 'app',
  });
});

const run = (...args: string[]) =>
  dispatchToAws([...args, '--stack', STACK], {
    ...loggedIn(),
    AWS_ENDPOINT_URL_LAMBDA: releases.endpoint,
    AWS_ENDPOINT_URL_CODEDEPLOY: releases.endpoint,
  });

function stored(id: string) {
  const found = releases.functions.get(`fn-${id}`);
  if (found === undefined) throw new Error(`No function ${id}`);
  return found;
}
const live = () => Object.fromEntries(routeIds.map((id) => [id, stored(id).alias.FunctionVersion]));
const all = (version: string) => Object.fromEntries(routeIds.map((id) => [id, version]));

describe('releases list', () => {
  it('lists the versions of every function, newest first, with the share of requests that each answers', async () => {
    stored('crm').alias.RoutingConfig = { AdditionalVersionWeights: { 4: 0.1 } };
    stored('crm').alias.FunctionVersion = '3';
    const { code, stdout } = await run('releases', 'list');

    expect(code).toBe(0);
    const lines = stdout.split('\n').filter((line) => line.includes(' crm '));
    expect(lines.map((line) => line.split(/[│|]/).map((cell) => cell.trim()))).toEqual([
      ['', 'crm', '4', expect.stringMatching(/^Nov 13, 2026/), 'sha-of-4', '10 %', ''],
      ['', 'crm', '3', expect.stringMatching(/^Nov 12, 2026/), 'sha-of-3', '90 %', ''],
      ['', 'crm', '2', expect.stringMatching(/^Nov 11, 2026/), 'sha-of-2', '', ''],
      ['', 'crm', '1', expect.stringMatching(/^Nov 10, 2026/), 'sha-of-1', '', ''],
    ]);
    expect(releases.calls.filter((call) => call.startsWith('PUT'))).toEqual([]);
  });

  it('says which output a stack of before lacks', async () => {
    aws.stacks.set(STACK, outputsAt('http://127.0.0.1:1'));
    const { code, stderr } = await run('releases', 'list');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/has no output FunctionName\w+: deploy it again\.\n$/),
    ]);
  });
});

describe('rollback', () => {
  it('moves every alias to the code before, says so, and which code runs where', async () => {
    const { code, stdout } = await run('rollback');

    expect(code).toBe(0);
    expect(live()).toEqual(all('3'));
    for (const id of routeIds) expect(stdout).toContain(`${id}: moved from 4 to 3`);
    expect(stdout).toMatch(/crm +│ 3 +│ Nov 12, 2026.*│ sha-of-3 │ 100 %/);
  });

  it('is not blocked by alarms: it asks CodeDeploy only for releases that are under way', async () => {
    await run('rollback');
    const asked = releases.calls.filter((call) => /Deployment/.test(call));
    expect(asked.sort()).toEqual(routeIds.map((id) => `ListDeployments ${id}`).sort());
  });

  it('moves nothing the second time, and says where each alias points', async () => {
    await run('rollback');
    const { code, stdout, stderr } = await run('rollback');

    expect([code, stderr]).toEqual([1, 'Nothing was moved.\n']);
    expect(live()).toEqual(all('3'));
    for (const id of routeIds)
      expect(stdout).toContain(`${id}: already runs 3, older than 4: name an older one with --to`);
    expect(stdout).toMatch(/crm +│ 3 +│/);
  });

  it('does not return to code that a rollback left', async () => {
    await run('rollback');
    for (const { versions, alias } of releases.functions.values()) {
      versions.push({ Version: '5', LastModified: '2026-11-20T12:00:00.000+0000', CodeSha256: 'sha-of-5' });
      alias.FunctionVersion = '5';
    }
    expect((await run('rollback')).stdout).toContain('crm: moved from 5 to 3');
    expect(live()).toEqual(all('3'));
  });

  it('in the middle of a canary ends it, and gives all requests to the code before', async () => {
    for (const id of routeIds) {
      releases.deployments.set(`d-${id}`, id);
      Object.assign(stored(id).alias, {
        FunctionVersion: '3',
        RoutingConfig: { AdditionalVersionWeights: { 4: 0.1 } },
      });
    }
    const { code, stdout } = await run('rollback');

    expect(code).toBe(0);
    expect(live()).toEqual(all('3'));
    expect(stored('crm').alias.RoutingConfig).toBeUndefined();
    expect(stdout).toContain('crm: took 4 back: 3 gets all requests; its release was stopped');
    expect(releases.deployments.size).toBe(0);
    const order = releases.calls.map((call) => call.split(' ')[0]);
    expect(order.lastIndexOf('StopDeployment')).toBeLessThan(order.indexOf('PUT'));
  });

  it('moves the alias though a release cannot be stopped, and says that it may go on', async () => {
    releases.refusals.set('ListDeployments', 'AccessDeniedException');
    const { code, stdout } = await run('rollback', '--only', 'crm');
    expect(code).toBe(0);
    expect(live()).toEqual({ ...all('4'), crm: '3' });
    expect(stdout).toContain(
      'crm: moved from 4 to 3; a release may go on: AWS credentials: those in use may not do',
    );
  });

  it('leaves a function whose code the last release did not change', async () => {
    stored('voicetwo').versions.pop();
    stored('voicetwo').alias.FunctionVersion = '3';
    const { code, stdout } = await run('rollback');
    expect(code).toBe(0);
    expect(live()).toEqual(all('3'));
    expect(stdout).toContain('voicetwo: was not changed by the last release');
  });

  it('moves all others if one fails, and says where each points', async () => {
    releases.refusals.set('PUT aliases/live fn-voicetwo', 'AccessDeniedException');
    const { code, stdout, stderr } = await run('rollback');

    expect([code, stderr]).toEqual([1, `1 of ${routeIds.length} failed.\n`]);
    expect(live()).toEqual({ ...all('3'), voicetwo: '4' });
    expect(stdout).toContain(
      'voicetwo: AWS credentials: those in use may not do this: lambda:UpdateAlias on voicetwo.',
    );
    expect(stdout).toMatch(/voicetwo +│ 4 +│/);
    releases.refusals.clear();
    expect(await run('rollback')).toMatchObject({ code: 0 });
    expect(live()).toEqual(all('3'));
  });

  it('moves an alias that somebody else changed meanwhile', async () => {
    let changes = 2;
    releases.meanwhile = (_, { alias }) => {
      if (changes-- > 0) alias.RevisionId += '*';
    };
    expect(await run('rollback', '--only', 'crm')).toMatchObject({ code: 0 });
    expect(live()).toEqual({ ...all('4'), crm: '3' });
  });

  it('says that there is no code before the first', async () => {
    publish(releases, 1);
    const { code, stdout } = await run('rollback');
    expect([code, stdout]).toEqual([1, expect.stringContaining('crm: has no version before 1')]);
  });
});

describe('rollback --to', () => {
  it('moves every alias to that version, back and forth', async () => {
    expect(await run('rollback', '--to', '2')).toMatchObject({ code: 0 });
    expect(live()).toEqual(all('2'));
    expect(await run('rollback', '--to', '4')).toMatchObject({ code: 0 });
    expect(live()).toEqual(all('4'));
    expect((await run('rollback')).stdout).toContain('moved from 4 to 3');
  });

  it('moves nothing if one function no longer has it, and ends no release', async () => {
    stored('crm').versions.splice(2, 1);
    releases.deployments.set('d-1', 'voicetwo');
    const { code, stdout, stderr } = await run('rollback', '--to', '2');

    expect([code, stderr]).toEqual([1, `1 of ${routeIds.length} failed; nothing was moved.\n`]);
    expect(live()).toEqual(all('4'));
    expect(stdout).toContain('crm: has no version 2 (there are 4, 3, 1)');
    expect(stdout).toContain('voicetwo: was left as it is');
    expect(releases.deployments.size).toBe(1);
  });

  it('is refused unless it is the number of a version', async () => {
    const { code, stderr } = await run('rollback', '--to', 'HEAD');
    expect([code, stderr]).toEqual([2, expect.stringContaining('--to: expected the number of a version')]);
  });
});
