import { execFile } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { bundle, bundledFiles, bundledLibraries, libraryBundle } from '../../infra/bundling.ts';

export interface Bundle {
  readonly file: string;
  /** Without the source map. */
  readonly bytes: number;
  /** The source files in it, relative to the project's root. */
  readonly inputs: readonly string[];
}

/** Bundles a source file as CDK bundles a function; `without` leaves out options for comparison. */
export async function makeBundle(
  entry: string,
  folder: string,
  without: readonly (keyof typeof bundle)[] = [],
): Promise<Bundle> {
  const options = Object.fromEntries(
    Object.entries(bundle).filter(([name]) => !without.some((left) => left === name)),
  );
  const { outputs } = (
    await build({
      ...options,
      absWorkingDir: process.cwd(),
      bundle: true,
      platform: 'node',
      target: 'node24',
      entryPoints: [entry],
      outfile: join(folder, 'index.js'),
      metafile: true,
      logLevel: 'error',
    })
  ).metafile;
  const output = Object.entries(outputs).find(([name]) => name.endsWith('.js'))?.[1];
  if (output === undefined) throw new Error(`No bundle of ${entry}`);
  for (const [name, source] of Object.entries(bundledFiles)) copyFileSync(source, join(folder, name));
  for (const [name, entry] of Object.entries(bundledLibraries)) {
    const mainFields = [...libraryBundle.mainFields];
    await build({ ...libraryBundle, mainFields, entryPoints: [entry], outfile: join(folder, name) });
  }
  const inputs = Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  return { file: join(folder, 'index.js'), bytes: output.bytes, inputs: inputs.map(([name]) => name) };
}

/** The bundle of a function. */
export const bundleFunction = (id: string, folder: string): Promise<Bundle> =>
  makeBundle(join('functions', id, 'index.ts'), join(folder, id));

/** What a script prints on Node as Lambda runs it: nothing is in the environment but what is given. */
export async function runOnNode(script: string, env: Record<string, string> = {}): Promise<string> {
  const node = join('node_modules', '.bin', 'node');
  const { stdout } = await promisify(execFile)(node, ['-e', script], { env });
  return stdout;
}
