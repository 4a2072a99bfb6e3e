#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // A reader such as `head` may close the pipe early, which is not an error.
    if (error.code === 'EPIPE') process.exit();
    process.stderr.write(`output: it can't be written (${error.code}).\n`);
    process.exit(1);
  });
}

const root = join(import.meta.dirname, '..');
// Compiling takes half of the time of a command. The cache is not in a folder that other users may write to.
enableCompileCache(join(root, 'node_modules/.cache/dispatch'));
// Imported after that, because what is imported above is compiled before.
const { runCli } = await import('./program.ts');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

process.exitCode = await runCli(process.argv.slice(2), {
  version,
  environment: process.env,
  root,
  now: () => new Date(),
  pause,
  columns: process.stdout.columns,
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  readInput: () => buffer(process.stdin),
  browse: async (url) => {
    const { default: open } = await import('open');
    await open(url);
  },
});

/** Ends early, without an error, if the signal is aborted. */
async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}
