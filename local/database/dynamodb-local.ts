import { randomBytes } from 'node:crypto';
import { chmodSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { makePrivateFile } from '../private-file.ts';
import { DatabaseFault, type DatabaseProcess, freePort, launchDatabase } from './database-process.ts';

const SERVER = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner';
/** The folder of libraries in Amazon's archive. Maven puts all files into one folder instead. */
const LIBRARIES = 'DynamoDBLocal_lib';

/** Whether the folder has Amazon's DynamoDB Local. */
export const hasDynamoDbLocal = (folder: string): boolean =>
  globSync('DynamoDBLocal{,-[0-9]*}.jar', { cwd: folder }).length > 0;

/** The folders in which Homebrew installs programs. */
const HOMEBREW = ['/opt/homebrew', '/usr/local'];

/**
 * Returns the folder of an installed DynamoDB Local, which `npm run test:dynamodb-local` or Homebrew has installed.
 * @param root the project's folder
 * @param prefixes the folders in which Homebrew installs programs
 */
export function findDynamoDbLocal(root: string, prefixes: readonly string[] = HOMEBREW): string | undefined {
  const homebrew = prefixes.map((prefix) => join(prefix, 'Caskroom/dynamodb-local/*'));
  return [join(root, 'node_modules/.cache/dynamodb-local'), ...globSync(homebrew)].find(hasDynamoDbLocal);
}

/** A DynamoDB Local that holds its data under an access key, without which others see an empty database. */
export interface KeyedDatabase extends DatabaseProcess {
  readonly accessKeyId: string;
}

export interface DynamoDbLocalOptions {
  /** The folder with its `.jar` file. */
  readonly folder: string;
  /** The folder of its data, which is created if it is missing. Without it, data is kept in memory. */
  readonly data?: string;
  /** The program that runs it. */
  readonly java?: string;
  /** How long it may take to start. */
  readonly timeoutMs: number;
}

/**
 * Starts DynamoDB Local by Java. It listens on every interface of the machine, which no option changes, but it keeps
 * the tables of each access key apart; the key is random.
 */
export async function startDynamoDbLocal(options: DynamoDbLocalOptions): Promise<KeyedDatabase> {
  const { folder, data, java = 'java', timeoutMs } = options;
  const accessKeyId = data === undefined ? newKey() : keyOf(data);
  const port = await freePort('0.0.0.0');
  const endpoint = `http://127.0.0.1:${port}`;
  const folders = [folder, join(folder, LIBRARIES)];
  const started = await launchDatabase({
    name: 'DynamoDB Local',
    program: java,
    args: [
      `-Djava.library.path=${folders.join(delimiter)}`,
      ...['-cp', folders.map((each) => join(each, '*')).join(delimiter), SERVER],
      ...['-port', String(port), '-disableTelemetry'],
      ...(data === undefined ? ['-inMemory'] : ['-dbPath', data]),
    ],
    endpoint,
    isReady: () => answers(endpoint),
    timeoutMs,
  });
  if (typeof started === 'string') throw new DatabaseFault(`${started} It needs Java 17 or later.`);
  return { ...started, accessKeyId };
}

/** Returns a key of letters and digits only, because the key names the database's file. */
const newKey = () => randomBytes(20).toString('hex');

/** Reads the key of stored data from a file beside the data, or creates both. */
function keyOf(data: string): string {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  chmodSync(data, 0o700);
  const file = join(data, 'access-key');
  makePrivateFile(file);
  const known = readFileSync(file, 'utf8');
  if (known !== '') return known;
  const key = newKey();
  writeFileSync(file, key);
  return key;
}

/** Any answer shows that it listens: it refuses this request, which has no signature. */
const answers = (endpoint: string): Promise<boolean> =>
  fetch(endpoint).then(
    () => true,
    () => false,
  );
