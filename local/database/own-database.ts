import { DatabaseFault, type DatabaseProcess } from './database-process.ts';
import { findDynamoDbLocal, type KeyedDatabase, startDynamoDbLocal } from './dynamodb-local.ts';
import { embeddedProgram, NOT_INSTALLED, startEmbeddedDatabase } from './embedded-database.ts';

export interface OwnDatabaseOptions {
  /** Keeps the data; in memory without it. */
  readonly file?: string;
  /** The folder of a DynamoDB Local to run in any case. */
  readonly dynamoDbLocal?: string;
  /** The project's folder. */
  readonly root: string;
  readonly print: (line: string) => void;
  /** Whether the embedded database exists for this platform. */
  readonly isEmbedded?: boolean;
  /** The program that runs Java. */
  readonly java?: string;
  /** Where Homebrew installs programs. */
  readonly homebrew?: readonly string[];
  readonly timeoutMs?: number;
}

/** Java takes seconds to start, on a busy machine many. */
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
