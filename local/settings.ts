import { existsSync, statSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { hasDynamoDbLocal } from './database/dynamodb-local.ts';
import { HOST } from './hosts.ts';
import { StartFault } from './start-fault.ts';
import { stateFileName } from './state-file.ts';

export interface Settings {
  readonly port: number;
  /** Further hosts that requests may name, such as that of a tunnel. */
  readonly hosts: readonly string[];
  /** Address of the embedded database and the Secrets Manager stand-in. */
  readonly bind: string;
  readonly database: DatabaseChoice;
  readonly tableName: string;
  /** The absolute path of the secrets. Without it, the demo's secrets are used. */
  readonly secretsFile?: string;
  /** The absolute path of the account documents. Without it, the demo account is used. */
  readonly accountsFolder?: string;
  /** URL that each event is posted to. */
  readonly eventsUrl?: string;
  /** File with the position of published events; none for a database in memory. */
  readonly eventsPositionFile?: string;
  /** Whether a new table gets a day of the demo account. */
  readonly demoDay: boolean;
  /** File in which the command line finds the running server. */
  readonly stateFile: string;
}

/** An embedded database without a file is kept in memory. */
export type DatabaseChoice =
  | {
      readonly kind: 'embedded';
      readonly file?: string;
      /** The folder of a DynamoDB Local to run in its place. */
      readonly dynamoDbLocal?: string;
    }
  | { readonly kind: 'endpoint'; readonly endpoint: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment variables listed in docs/local.md; empty ones count as unset. Reports all faults at once. */
export function readSettings(environment: Environment, root: string): Settings {
  const faults: string[] = [];
  const value = (name: string) => environment[name]?.trim() || undefined;
  const path = (name: string) => {
    const given = value(name);
    return given === undefined ? undefined : resolve(given);
  };
  const port = readPort(value('PORT'), faults);
  const bind = readBind(value('DISPATCH_BIND'), faults);
  const hosts = readHosts(value('DISPATCH_HOSTS'), faults);
  const java = path('DYNAMODB_LOCAL');
  if (java !== undefined && !hasDynamoDbLocal(java)) {
    faults.push('DYNAMODB_LOCAL: expected the folder with DynamoDBLocal.jar.');
  }
  const chosen = readDatabase(value('DYNAMODB_ENDPOINT'), value('DISPATCH_DB'), root, faults);
  const database =
    chosen.kind === 'embedded' && java !== undefined ? { ...chosen, dynamoDbLocal: java } : chosen;
  const secretsFile = path('DISPATCH_SECRETS');
  const accountsFolder = path('DISPATCH_ACCOUNTS');
  if (secretsFile !== undefined && !existsSync(secretsFile)) {
    faults.push(`DISPATCH_SECRETS: there is no file ${secretsFile}.`);
  }
  if (accountsFolder !== undefined && !isFolder(accountsFolder)) {
    faults.push(`DISPATCH_ACCOUNTS: there is no folder ${accountsFolder}.`);
  }
  const tableName = value('DISPATCH_TABLE') ?? 'dispatch-local';
  if (!/^[A-Za-z0-9_.-]{3,255}$/.test(tableName)) {
    faults.push('DISPATCH_TABLE: expected 3 to 255 letters, digits, _, . or -.');
  }
  const eventsUrl = readEventsUrl(value('DISPATCH_EVENTS_URL'), faults);
  const isDemo = readDemoDay(value('DISPATCH_DEMO'), faults);
  if (faults.length > 0) throw new StartFault(faults);
  const eventsPositionFile = positionFileOf(database, root);
  return {
    port,
    hosts,
    bind,
    database,
    tableName,
    ...(secretsFile === undefined ? {} : { secretsFile }),
    ...(accountsFolder === undefined ? {} : { accountsFolder }),
    ...(eventsUrl === undefined ? {} : { eventsUrl }),
    ...(eventsPositionFile === undefined ? {} : { eventsPositionFile }),
    demoDay: isDemo && accountsFolder === undefined && secretsFile === undefined,
    stateFile: stateFileName(environment, root),
  };
}

function readPort(text: string | undefined, faults: string[]): number {
  if (text === undefined) return 3000;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  faults.push(`PORT: expected a number from 0 to 65535 (0 takes a free port), not "${text}".`);
  return 0;
}

function readHosts(text: string | undefined, faults: string[]): readonly string[] {
  const hosts = text === undefined ? [] : text.split(',').map((host) => host.trim());
  if (!hosts.every((host) => HOST.test(host)))
    faults.push('DISPATCH_HOSTS: expected host names such as abc.ngrok.app, separated by commas.');
  return hosts;
}

/** Reads one specific address, never that of all interfaces, because secrets are served there. */
function readBind(text: string | undefined, faults: string[]): string {
  if (text === undefined) return '127.0.0.1';
  if (isIPv4(text) && text !== '0.0.0.0') return text;
  faults.push('DISPATCH_BIND: expected the IPv4 address of one interface, such as 172.17.0.1.');
  return text;
}

function readDatabase(
  endpoint: string | undefined,
  file: string | undefined,
  root: string,
  faults: string[],
): DatabaseChoice {
  if (endpoint !== undefined) {
    if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint)) {
      faults.push('DYNAMODB_ENDPOINT: expected a URL such as http://127.0.0.1:8000.');
    }
    return { kind: 'endpoint', endpoint };
  }
  if (file === ':memory:') return { kind: 'embedded' };
  const absolute = file === undefined ? join(root, '.dispatch', 'dispatch.db') : resolve(file);
  if (isFolder(absolute))
    faults.push(`DISPATCH_DB: ${absolute} is a folder; name a file in ${dirname(absolute)}.`);
  return { kind: 'embedded', file: absolute };
}

function readDemoDay(text: string | undefined, faults: string[]): boolean {
  if (text !== undefined && text !== 'on' && text !== 'off')
    faults.push('DISPATCH_DEMO: expected on or off.');
  return text !== 'off';
}

function readEventsUrl(text: string | undefined, faults: string[]): string | undefined {
  if (text === undefined) return undefined;
  const url = /^https?:\/\//.test(text) ? URL.parse(text) : null;
  // Fetch refuses URLs with a user. The fault does not repeat the URL, which may contain a secret.
  if (url === null || url.username !== '' || url.password !== '') {
    faults.push('DISPATCH_EVENTS_URL: expected a URL such as http://127.0.0.1:4000/events, without a user.');
  }
  return text;
}

function positionFileOf(database: DatabaseChoice, root: string): string | undefined {
  if (database.kind === 'endpoint') return join(root, '.dispatch', 'events.json');
  return database.file === undefined ? undefined : `${database.file}.events.json`;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
