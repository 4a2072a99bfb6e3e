import { join } from 'node:path';
import { startServer } from './server.ts';
import { faultLines } from './start-fault.ts';

const folder = import.meta.dirname;

try {
  await startServer({ environment: process.env, root: join(folder, '..'), folder });
} catch (error) {
  for (const line of faultLines(error)) process.stderr.write(`${line}\n`);
  process.exit(1);
}
