import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';

const folder = mkdtempSync(join(tmpdir(), 'dispatch-loading-'));
afterAll(() => rmSync(folder, { recursive: true }));

const node = join(process.cwd(), 'node_modules/node/bin/node');
const hook = join(folder, 'hook.mjs');
writeFileSync(
  hook,
  `import { registerHooks } from 'node:module';
const loaded = [];
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
process.on('exit', () => process.stderr.write(JSON.stringify(loaded)));`,
);

/** Returns the modules that a command loads in a process of its own. */
async function loadedBy(...args: readonly string[]): Promise<readonly string[]> {
  const { stderr } = await promisify(execFile)(node, ['--import', hook, 'cli/main.ts', ...args]);
  return JSON.parse(stderr.slice(stderr.indexOf('["')));
}

const commandFile =
  /\/cli\/(?:requests|technicians|samples|secrets|accounts|customers|users|preflight|events)/;

describe('a command loads no module of another one', () => {
  it.each<[readonly string[], RegExp, RegExp]>([
    [['hash-api-key', '--help'], /cli\/secrets\/secrets-command/, /cli\/requests|zipcodes/],
    [['open', 'board', '--help'], /cli\/open/, /cli\/requests|client-cloudformation|zipcodes/],
    [['plan', '--help'], /cli\/planning\/plan-command/, /requests-command|zipcodes/],
  ])('%j', async (args, own, others) => {
    const loaded = await loadedBy(...args);
    expect(loaded.filter((url) => own.test(url))).not.toEqual([]);
    expect(loaded.filter((url) => others.test(url))).toEqual([]);
  });

  it('the version loads none', async () => {
    expect((await loadedBy('--version')).filter((url) => commandFile.test(url))).toEqual([]);
  });
});

it('compiled code is kept for the next command', async () => {
  await loadedBy('--version');
  expect(readdirSync('node_modules/.cache/dispatch')).not.toEqual([]);
});
