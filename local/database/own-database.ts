import { randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { makePrivateFile } from '../private-file.ts';
import { DatabaseFault, type DatabaseProcess, freePort, launchDatabase } from './database-process.ts';
import { findDynamoDbLocal, type KeyedDatabase, startDynamoDbLocal } from './dynamodb-local.ts';

export interface OwnDatabaseOptions {
  /** The file that keeps the data. Without it, data is kept in memory. */
  readonly file?: string;
  /** The folder of a DynamoDB Local to run even if the embedded database exists. */
  readonly dynamoDbLocal?: string;
  /** The project's folder. */
  readonly root: string;
  readonly print: (line: string) => void;
  /** Whether the embedded database exists for this platform. */
  readonly isEmbedded?: boolean;
  /** The program that runs Java. */
  readonly java?: string;
  /** The folders in which Homebrew installs programs. */
  readonly homebrew?: readonly string[];
  readonly timeoutMs?: number;
}

/** Java takes many seconds to start on a busy machine. */
const START_TIMEOUT_MS = 60_000;

/** Starts the embedded database. If there is none, starts an installed DynamoDB Local. */
export async function startOwnDatabase(
  options: OwnDatabaseOptions,
): Promise<DatabaseProcess | KeyedDatabase> {
  const { file, root, print, java, homebrew, timeoutMs = START_TIMEOUT_MS } = options;
  const { isEmbedded = embeddedProgram() !== undefined } = options;
  const folder = options.dynamoDbLocal ?? (isEmbedded ? undefined : findDynamoDbLocal(root, homebrew));
  if (folder === undefined && !isEmbedded) throw new DatabaseFault(NOT_INSTALLED);
  if (folder === undefined) return startEmbeddedDatabase({ timeoutMs, ...(file !== undefined && { file }) });
  const data = file === undefined ? {} : { data: `${file}.dynamodb-local` };
  const database = await startDynamoDbLocal({
    ...{ folder, timeoutMs, ...data },
    ...(java !== undefined && { java }),
  });
  const { port } = new URL(database.endpoint);
  print(
    `DynamoDB Local listens on every interface of this machine at port ${port}; its data is under a random access key.`,
  );
  return database;
}

const NOT_INSTALLED =
  'The embedded database (@dynoxide/linux-x64) is not installed: it exists for Linux on x64 only. Install Java 17 and ' +
  "Amazon's DynamoDB Local and set DYNAMODB_LOCAL to its folder, or set DYNAMODB_ENDPOINT to a DynamoDB that runs.";

const ATTEMPTS = 3;

export interface EmbeddedDatabaseOptions {
  /** The file that keeps the data. Without it, data is kept in memory. */
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
  // The file contains callers' names and numbers. SQLite gives its other files the same mode.
  if (file !== undefined) makePrivateFile(file);
  const host = ['127', ...Array.from({ length: 3 }, () => randomInt(1, 255))].join('.');
  for (let attempt = 1; ; attempt += 1) {
    // The database can't report a port that it chose itself, so it gets one, which another process may take first.
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

/** Returns the path of the embedded database's program, if it exists for this platform. */
function embeddedProgram(): string | undefined {
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
