import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { type Cloud, startCloud } from '../support/deployed/cloud.ts';
import { triggers } from '../support/deployed/triggers.ts';

jest.setTimeout(600_000);

let cloud: Cloud;
let empty: string;
beforeAll(async () => {
  empty = mkdtempSync(join(tmpdir(), 'dispatch-empty-'));
  writeFileSync(join(empty, 'index.js'), '');
  cloud = await startCloud();
});
afterAll(async () => {
  await cloud.stop();
  rmSync(empty, { recursive: true });
});

/** Whether a function does what it is for, with other settings if there are any. */
async function works(path: string, settings?: Parameters<Cloud['replace']>[1]): Promise<boolean> {
  await cloud.replace(path, settings);
  return (await triggers[path]?.(cloud).catch(() => false)) ?? false;
}

it('each function has a trigger, which it serves', async () => {
  const failing: string[] = [];
  for (const { path } of cloud.functions) if (!(await works(path))) failing.push(path);

  expect(failing).toEqual([]);
  expect(Object.keys(triggers).sort()).toEqual(cloud.functions.map(({ path }) => path).sort());
});

it('no function works without its code', async () => {
  const surviving: string[] = [];
  for (const { path } of cloud.functions) {
    if (await works(path, { folder: empty })) surviving.push(path);
    await cloud.replace(path);
  }

  expect(surviving).toEqual([]);
});

it('no function works without any one of its variables', async () => {
  const surviving: string[] = [];
  for (const { path, variables } of cloud.functions) {
    for (const name of Object.keys(variables)) {
      const { [name]: _, ...others } = variables;
      if (await works(path, { variables: others })) surviving.push(`${path}: ${name}`);
    }
    await cloud.replace(path);
  }

  expect(surviving).toEqual([]);
});
