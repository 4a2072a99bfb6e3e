import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { runCli } from './program.ts';

// A reader such as `head` may close the pipe early, which is not an error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

const root = join(import.meta.dirname, '..');
const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

process.exitCode = await runCli(process.argv.slice(2), {
  version: v.parse(v.object({ version: v.string() }), manifest).version,
  environment: process.env,
  root,
  now: () => new Date(),
  pause,
  columns: process.stdout.columns,
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  readInput: () => buffer(process.stdin),
});

/** Ends early, without an error, if the signal is aborted. */
async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}
