import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { runCli } from './program.ts';

process.exitCode = await runCli(process.argv.slice(2), {
  environment: process.env,
  root: join(import.meta.dirname, '..'),
  now: () => new Date(),
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  readInput: () => buffer(process.stdin),
});
