import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Bundling, writeBundle } from '../../infra/bundling.ts';

export interface Bundle {
  readonly file: string;
  /** Of all that is loaded at once, without source maps. */
  readonly bytes: number;
  /** The source files of what is loaded at once, relative to the project's root. */
  readonly inputs: readonly string[];
  /** The files that are loaded when something in them is called. */
  readonly deferred: readonly string[];
}

/** Bundles a source file as a function is deployed, or with other options. */
export function makeBundle(entry: string, folder: string, bundling?: Bundling): Bundle {
  const inputs = writeBundle(entry, folder, bundling);
  const atOnce = loadedAtOnce(folder, 'index.js');
  return {
    file: join(folder, 'index.js'),
    bytes: atOnce.map((name) => statSync(join(folder, name)).size).reduce((sum, size) => sum + size),
    inputs: atOnce.flatMap((name) => inputs[name] ?? []),
    deferred: Object.keys(inputs).filter((name) => !atOnce.includes(name)),
  };
}

/** Returns the file and those that it requires while it is loaded, which is outside any function. */
function loadedAtOnce(folder: string, name: string, found: string[] = []): string[] {
  if (found.includes(name)) return found;
  found.push(name);
  const code = readFileSync(join(folder, name), 'utf8');
  for (const [, required = ''] of code.matchAll(/(?<!\?\?=)require\("\.\/([\w-]+\.js)"\)/g))
    loadedAtOnce(folder, required, found);
  return found;
}

/** The bundle of a function. */
export const bundleFunction = (id: string, folder: string): Bundle =>
  makeBundle(join('functions', id, 'index.ts'), join(folder, id));

/** What a script prints on Node as Lambda runs it: nothing is in the environment but what is given. */
export async function runOnNode(script: string, env: Record<string, string> = {}): Promise<string> {
  const node = join('node_modules', '.bin', 'node');
  const { stdout } = await promisify(execFile)(node, ['-e', script], { env });
  return stdout;
}
