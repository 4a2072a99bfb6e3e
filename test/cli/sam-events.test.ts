import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { samples } from '../../cli/samples/samples.ts';
import { platformRouteIds, platformRoutes, type RouteId, routes } from '../../lib/routes.ts';
import { type Assembly, bundledAssembly, SYNTHESIS_MS } from '../support/assembly.ts';
import { dispatch } from '../support/command-line.ts';
import { deployedFunctions } from '../support/deployed/functions.ts';
import { startLambda } from '../support/deployed/lambda.ts';
import { readStackFile } from '../support/deployed/stack.ts';
import { type Finished, type LocalServer, startLocalServer } from '../support/processes.ts';

let folder: string;
let server: LocalServer;
let assembly: Assembly;
let written: Finished;
const environment = () => ({ DISPATCH_DB: join(folder, 'dispatch.db') });
const out = () => join(folder, 'sam');
const read = (name: string) => JSON.parse(readFileSync(join(out(), name), 'utf8'));
const run = (...args: string[]) => dispatch(['sam-events', ...args], environment());

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dispatch-sam-'));
  assembly = await bundledAssembly();
  server = await startLocalServer(environment());
  written = await run('--template', assembly.template, '--out', out(), '--json');
}, SYNTHESIS_MS);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

describe('sam-events', () => {
  it('writes an event for every sample, and so for every function', () => {
    const { events } = JSON.parse(written.stdout);
    const files = [...samples.keys()].map((name) => `${name.replace('/', '-')}.json`);

    expect(readdirSync(out()).sort()).toEqual([...files, 'env.json'].sort());
    expect(new Set(events.map((event: { function: RouteId }) => event.function))).toEqual(
      new Set(platformRouteIds),
    );
  });

  it('writes files that only its user can read, also over existing ones: some schemes send the secret itself', async () => {
    chmodSync(join(out(), 'crm-lead.json'), 0o644);
    await run('--template', assembly.template, '--out', out());

    for (const name of readdirSync(out())) expect(statSync(join(out(), name)).mode & 0o777).toBe(0o600);
  });

  it('sets, by logical id, exactly the variables that the template leaves to the deployment', () => {
    // Variables without a value here: names of deployed resources, and addresses that AWS sets.
    const declared = assembly.functions.map(({ logicalId, variables }) => [
      logicalId,
      Object.keys(variables)
        .filter((name) => typeof variables[name] !== 'string' || variables[name] === '')
        .sort(),
    ]);
    const set = Object.entries(read('env.json')).map(([id, values]) => [
      id,
      Object.keys(Object(values)).sort(),
    ]);

    expect(Object.fromEntries(set)).toEqual(Object.fromEntries(declared));
  });

  it('uses the address of the running server as seen from a container', () => {
    const addresses: string[] = Object.values(read('env.json')).flatMap((values) =>
      Object.values(Object(values))
        .map(String)
        .filter((value) => /^http.*\/[\w-]{22}$/.test(value)),
    );

    // Those of the database and of the secrets, which have a token.
    expect(addresses).toHaveLength(2 * routes.length);
    expect(addresses).toContain(server.databaseUrl.replace('127.0.0.1', 'host.docker.internal'));
    for (const address of addresses)
      expect(address).toMatch(/^http:\/\/host\.docker\.internal:\d+\/[\w-]{22}$/);
  });

  it('keeps an address that containers can reach', async () => {
    const elsewhere = { DISPATCH_DB: join(folder, 'bound', 'dispatch.db') };
    const bound = await startLocalServer({ ...elsewhere, DISPATCH_BIND: '127.0.0.2' });
    const other = join(folder, 'other');
    await dispatch(['sam-events', '--template', assembly.template, '--out', other], elsewhere);
    await bound.stop();
    const addresses =
      readFileSync(join(other, 'env.json'), 'utf8').match(/http:[^"]+\/[\w-]{22}(?=")/g) ?? [];

    expect(bound.databaseUrl).toMatch(/^http:\/\/127\.0\.0\.2:/);
    expect(addresses).toHaveLength(2 * routes.length);
    for (const address of addresses) expect(address).toMatch(/^http:\/\/127\.0\.0\.2:\d+\/[\w-]{22}$/);
  });

  it('prints the command for each event', async () => {
    const { stdout } = await run('--template', assembly.template, '--out', out());

    expect(stdout.trimEnd().split('\n')).toHaveLength(samples.size);
    expect(stdout).toContain(
      `sam local invoke crm -t ${assembly.template} --env-vars ${join(out(), 'env.json')} -e ${join(out(), 'crm-lead.json')}\n`,
    );
  });

  it.each([
    ['without a template', ['--template', 'no-such.json'], 1, /npm run synth/],
    ['for a stack', ['--stack', 'dispatch-dev'], 2, /--stack/],
  ])('fails %s', async (_, args, code, words) => {
    const ended = await run(...args);

    expect(ended.code).toBe(code);
    expect(ended.stderr).toMatch(words);
  });
});

describe.each(platformRoutes)('the bundle of $id', ({ id }) => {
  it('accepts its events with the environment that was written', async () => {
    const stack = readStackFile(assembly.template, { stackName: 'dispatch-prod' });
    const found = deployedFunctions(stack, assembly.folder).find(({ path }) => path === `${id}/Function`);
    if (found === undefined) throw new Error(`No function for ${id}`);
    const variables: Record<string, string> = read('env.json')[found.name];
    // The bundle runs directly on the machine, where that host name is unknown.
    const overrides = Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [
        name,
        value.replace('host.docker.internal', '127.0.0.1'),
      ]),
    );
    const settings = { ...found, variables: { ...found.variables, ...overrides } };
    const lambda = await startLambda(settings, { now: Date.now() });
    const names = [...samples].filter(([, { route }]) => route === id).map(([name]) => name);
    const answers = [];
    for (const name of names) {
      const { statusCode, body = '' } = await lambda.invoke(read(`${name.replace('/', '-')}.json`));
      answers.push({ name, isAccepted: statusCode < 300 && !body.includes('"error"') });
    }
    await lambda.stop();

    expect(answers).toEqual(names.map((name) => ({ name, isAccepted: true })));
  });
});
