import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { samples } from '../../cli/samples/samples.ts';
import { kits } from '../../lib/kits/index.ts';
import { integrations } from '../../lib/platforms/index.ts';
import { platformRouteIds } from '../../lib/routes.ts';
import { type CommandLine, startCommandLine } from '../support/command-line.ts';

let cli: CommandLine;
beforeAll(async () => {
  cli = await startCommandLine();
});
afterAll(() => cli.stop());

const names = integrations.flatMap((integration) =>
  kits[integration].smoke.map((name) => `${integration}/${name}`),
);

describe('smoke', () => {
  it('reaches every endpoint of the platforms', () => {
    expect(new Set(names.map((name) => samples.get(name)?.route))).toEqual(new Set(platformRouteIds));
  });

  it('books and cancels through every platform, and leaves nothing', async () => {
    const { code, stdout } = await cli.run(['smoke', '--json']);
    const steps: { sample: string; status: number; fault?: string }[] = JSON.parse(stdout);

    expect(steps.filter(({ fault }) => fault !== undefined)).toEqual([]);
    expect(steps.map(({ sample }) => sample)).toEqual(names);
    expect(code).toBe(0);
    const accounts: { accountId: string }[] = await cli.json('accounts', 'list');
    expect(accounts.map(({ accountId }) => accountId)).not.toContain('smoke-test');
  });

  it('can be run again, and fails if an answer is wrong', async () => {
    const wrong = cli.file('secrets.json', JSON.stringify({}));
    const again = await cli.run(['smoke']);

    expect(again.code).toBe(0);
    expect(again.stdout).toContain('as expected');
    expect(again.stderr).toContain('voiceone/book-job');
    const failed = await cli.run(['smoke', '--secret-file', wrong]);
    expect(failed.code).toBe(1);
  });
});
