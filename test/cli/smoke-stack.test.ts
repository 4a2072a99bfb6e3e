import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mapFields } from '../../lib/map-fields.ts';
import { integrations, webhookSenderIds } from '../../lib/platforms/index.ts';
import { demoAccount } from '../../local/demo/demo-account.ts';
import { dispatch, dispatchToAws } from '../support/command-line.ts';
import { printed, runScript } from '../support/processes.ts';
import { type ServedFunctions, serveFunctions } from '../support/served-functions.ts';
import { aws, file, loggedIn, machine, outputsAt, run, STACK, stored, table } from './stack-fixture.ts';

const DAY_SECONDS = 24 * 60 * 60;
const SAMPLES = 10;

const clock = { ahead: 0 };
let served: ServedFunctions;
let before: object[];
beforeAll(async () => {
  served = await serveFunctions({
    table,
    endpoint: aws.endpoint,
    secretNames: mapFields(webhookSenderIds, (integration) => `secret-${integration}`),
    now: () => Date.now() + clock.ahead,
  });
});
afterAll(() => served.stop());

/** As docs/deploy.md says: an account, then for each integration a key of that account. */
beforeEach(async () => {
  // Containers may load an unknown key again.
  clock.ahead += 31_000;
  aws.stacks.set(STACK, outputsAt(served.url));
  expect((await run(['accounts', 'put', file('acme.json', demoAccount)])).code).toBe(0);
  for (const integration of integrations) {
    const made = await dispatch(['secrets', 'generate', integration, '--account', 'acme-hvac'], machine);
    const key = file(`${integration}.json`, JSON.parse(made.stdout));
    expect((await run(['secrets', 'add', integration, '--file', key])).code).toBe(0);
  }
  before = await kept();
});

/** Everything that the table keeps for more than a day. */
async function kept(): Promise<object[]> {
  const { Items = [] } = await table.document.send(new ScanCommand({ TableName: table.tableName }));
  const soon = Date.now() / 1000 + DAY_SECONDS;
  return Items.filter(({ expiresAt }) => expiresAt === undefined || Number(expiresAt) > soon);
}

const keysOf = (integration: string) =>
  stored(`secret-${integration}`).keys.map(({ id }: { id: string }) => id.replace(/-.*/, ''));

async function leavesNothing() {
  expect(await kept()).toEqual(before);
  for (const integration of integrations) expect(keysOf(integration)).toEqual([integration]);
}

/** The steps that a command has printed. */
const stepsIn = (stdout: string): { sample: string; status: number; fault?: string }[] => JSON.parse(stdout);

/** The command in this process, whose pauses let the time of the containers pass. */
async function smoke(...options: string[]) {
  const pauses: number[] = [];
  const pause = async (ms: number) => {
    pauses.push(ms);
    clock.ahead += ms;
  };
  const args = ['smoke', ...options, '--json', '--stack', STACK];
  return { ...(await dispatchToAws(args, loggedIn(), '', { pause })), pauses };
}

describe('smoke of a stack whose keys are for one account', () => {
  it('as a process, passes and leaves nothing', async () => {
    const { finished } = runScript('cli/main.ts', ['smoke', '--json', '--stack', STACK], loggedIn());
    const { code, stdout, stderr } = await finished;
    const steps = stepsIn(stdout);

    expect(steps.filter(({ fault }) => fault !== undefined)).toEqual([]);
    expect({ code, count: steps.length }).toEqual({ code: 0, count: SAMPLES });
    expect(stderr).not.toContain('earlier smoke');
    await leavesNothing();
  });

  it('waits until containers that know only the keys of before may load them again', async () => {
    await smoke();
    const { code, pauses, stdout } = await smoke();

    expect(stepsIn(stdout).filter(({ fault }) => fault !== undefined)).toEqual([]);
    expect(code).toBe(0);
    expect(pauses.length).toBeGreaterThan(0);
    await leavesNothing();
  });

  it('gives up on a key that is never accepted, within a minute for each, and says why', async () => {
    // The stack's functions read other secrets than the command writes.
    const outputs = { ...outputsAt(served.url) };
    for (const name of Object.keys(outputs).filter((output) => output.startsWith('SecretName')))
      Object.assign(outputs, { [name]: 'secret-elsewhere' });
    aws.stacks.set(STACK, outputs);
    aws.secrets.set('secret-elsewhere', '{"keys":[],"apiKeys":[]}');
    const { code, stdout, pauses } = await smoke();
    const faults = stepsIn(stdout).map(({ fault = '' }) => fault);

    expect(code).toBe(1);
    for (const fault of faults) expect(fault).toMatch(/^refused: signature_invalid: .*header does not match/);
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(SAMPLES * 60_000);
    expect(stored('secret-elsewhere').keys).toEqual([]);
    await leavesNothing();
  });

  it('removes everything if it fails midway', async () => {
    const outputs = Object.entries(outputsAt(served.url)).map(([name, value]) => [
      name,
      name.includes('Voicetwo') && name.startsWith('Url') ? 'http://127.0.0.1:1/' : value,
    ]);
    aws.stacks.set(STACK, Object.fromEntries(outputs));
    const { code, stdout, stderr } = await smoke();

    expect(code).toBe(1);
    expect(stdout).toMatch(/does not answer/);
    expect(stderr).toMatch(/4 of 10 failed/);
    await leavesNothing();
  });

  it('as a process, removes everything when it is interrupted', async () => {
    const running = runScript('cli/main.ts', ['smoke', '--stack', STACK], loggedIn());
    await printed(running, 'voiceone/book-job');
    running.child.kill('SIGINT');
    const { code, stderr } = await running.finished;

    expect(code).toBe(1);
    expect(stderr).toMatch(/Interrupted: removing what was stored\.\nInterrupted after \d of 10\.\n$/);
    expect(stderr).not.toContain('voicetwo/end-of-call-report');
    await leavesNothing();
  });

  it('as a process, removes what one that was killed has left', async () => {
    const killed = runScript('cli/main.ts', ['smoke', '--stack', STACK], loggedIn());
    await printed(killed, 'voiceone/cancel-job');
    killed.child.kill('SIGKILL');
    await killed.finished;
    expect(await kept()).not.toEqual(before);
    expect(keysOf('crm')).toEqual(['crm', 'smoke']);
    clock.ahead += 31_000;
    const { code, stderr, stdout } = await smoke();

    expect(stepsIn(stdout).filter(({ fault }) => fault !== undefined)).toEqual([]);
    expect(code).toBe(0);
    expect(stderr).toContain('Removed what an earlier smoke had left.');
    await leavesNothing();
  });

  it('says which permission is missing, and stores nothing', async () => {
    aws.denied = ['PutSecretValue'];
    const { code, stderr } = await smoke();

    expect(code).toBe(1);
    expect(stderr).toMatch(/may not do this: secretsmanager:GetSecretValue, PutSecretValue and UpdateSecret/);
    await leavesNothing();
  });

  it('says what it could not remove; the next one removes it', async () => {
    let puts = 0;
    aws.meanwhile = async (operation) => {
      if (operation === 'PutSecretValue') puts += 1;
      if (puts > integrations.length) aws.denied = [operation];
    };
    const { code, stderr } = await smoke();
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /The next smoke removes what this one could not:(?:\n|\\n).*UpdateSecretVersionStage/,
    );
    expect(keysOf('crm')).toEqual(['crm', 'smoke']);

    aws.meanwhile = undefined;
    aws.denied = [];
    expect((await smoke()).code).toBe(0);
    await leavesNothing();
  });

  it('with keys of a file adds none, and names the account that none may act for', async () => {
    const calls = aws.calls.length;
    const keys = stored('secret-crm').keys;
    const secrets = file(
      'keys.json',
      mapFields(integrations, () => ({ keys })),
    );
    const { code, stdout } = await smoke('--secret-file', secrets);
    const [first] = stepsIn(stdout);

    expect(code).toBe(1);
    expect(first?.fault).toMatch(
      /^crm: there is no key that may act for the account smoke-test; its keys are: crm-/,
    );
    expect(aws.calls.slice(calls)).not.toContain('PutSecretValue');
    await leavesNothing();
  });
});

describe('send to a stack', () => {
  it('takes a key that may act for the account of the sample', async () => {
    const other = { ...demoAccount, accountId: 'beta', origins: { crm: ['loc_beta'] } };
    await run(['accounts', 'put', file('beta.json', other)]);
    const made = await dispatch(['secrets', 'generate', 'crm', '--account', 'beta'], machine);
    await run(['secrets', 'add', 'crm', '--file', file('beta-key.json', JSON.parse(made.stdout))]);
    const sent = await run(['send', 'crm/lead', '--account', 'beta', '--json']);
    const refused = await run([
      'send',
      'crm/lead',
      '--account',
      'beta',
      '--key',
      stored('secret-crm').keys[0].id,
    ]);

    expect(JSON.parse(sent.stdout)).toMatchObject({ status: 202 });
    expect(refused.code).toBe(1);
    expect(refused.stdout).toMatch(/^403 Forbidden\n[\s\S]*may not act for its account/);
  });

  it('names the account for which there is no key', async () => {
    const other = { ...demoAccount, accountId: 'gamma', origins: { voiceone: ['agent_gamma'] } };
    await run(['accounts', 'put', file('gamma.json', other)]);
    const { code, stderr } = await run(['send', 'voiceone/book-job', '--account', 'gamma']);

    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^voiceone: there is no key that may act for the account gamma; .*secrets grant voiceone \S+ --account gamma\n$/,
    );
  });
});
