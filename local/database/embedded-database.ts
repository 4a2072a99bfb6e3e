import { randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { makePrivateFile } from '../private-file.ts';
import { DatabaseFault, type DatabaseProcess, freePort, launchDatabase } from './database-process.ts';

/** What to do if there is no database to start. */
export const NOT_INSTALLED =
  'The embedded database (@dynoxide/linux-x64) is not installed: it exists for Linux on x64 only. Install Java 17 and ' +
  "Amazon's DynamoDB Local and set DYNAMODB_LOCAL to its folder, or set DYNAMODB_ENDPOINT to a DynamoDB that runs.";

const ATTEMPTS = 3;

export interface EmbeddedDatabaseOptions {
  /** Keeps the data; in memory without it. */
  readonly file?: string;
  /** How long it may take to start. */
  readonly timeoutMs: number;
}

/**
 * Starts the database in memory, or in `file`, whose folder is created. It has no access control, so it listens at a
 * random loopback address on a free port.
 */
export async function startEmbeddedDatabase({
  file,
  timeoutMs,
}: EmbeddedDatabaseOptions): Promise<DatabaseProcess> {
  const program = embeddedProgram();
  if (program === undefined) throw new DatabaseFault(NOT_INSTALLED);
  // It contains callers' names and numbers. SQLite gives its other files the same mode.
  if (file !== undefined) makePrivateFile(file);
  const host = ['127', ...Array.from({ length: 3 }, () => randomInt(1, 255))].join('.');
  for (let attempt = 1; ; attempt += 1) {
    // It can't report a port of its own, so we choose one; another process may take it first.
    const port = await freePort(host);
    const result = await launchDatabase({
      name: 'The embedded database',
      program,
      args: ['--host', host, '--port', String(port), ...(file === undefined ? [] : ['--db-path', file])],
      endpoint: `http://${host}:${port}`,
      isReady: (output) => output.includes('listening on'),
      timeoutMs,
    });
    if (typeof result !== 'string') return result;
    if (attempt === ATTEMPTS || !result.includes('already in use')) {
      const remedy = file === undefined ? '' : ` Set DISPATCH_DB to another file, or move ${file} away.`;
      throw new DatabaseFault(`${result}${remedy}`);
    }
  }
}

/** The program of the embedded database, if it exists for this platform. */
export function embeddedProgram(): string | undefined {
  const entry = process.argv[1] ?? process.cwd();
  for (const from of [entry, join(process.cwd(), 'package.json')]) {
    try {
      return createRequire(from).resolve('@dynoxide/linux-x64/dynoxide');
    } catch {
      // Not resolvable from here; try the other starting point.
    }
  }
  return undefined;
}
