import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeBundle } from '../../infra/bundling.ts';

export interface Bundle {
  readonly file: string;
  /** Without the source map. */
  readonly bytes: number;
  /** The source files in it, relative to the project's root. */
  readonly inputs: readonly string[];
}

/** Bundles a source file as a function is deployed, or with other options. */
export function makeBundle(
  entry: string,
  folder: string,
  options?: Parameters<typeof writeBundle>[2],
): Bundle {
  const inputs = writeBundle(entry, folder, options);
  const file = join(folder, 'index.js');
  return { file, bytes: statSync(file).size, inputs };
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
