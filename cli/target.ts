import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { acceptingLeads, boardStores, realDependencies } from '../lib/aws/composition.ts';
import { createAccountStore } from '../lib/aws/stores/account-store.ts';
import { createConsentStore } from '../lib/aws/stores/consent-store.ts';
import { createRequestReader } from '../lib/aws/stores/request-store.ts';
import { documentClientOf } from '../lib/aws/table/client.ts';
import { StorageUnavailable } from '../lib/record/faults.ts';
import type { StoredAccount } from '../lib/record/ports.ts';
import { databaseClient } from '../local/database/database-access.ts';
import { readState, type ServerState, stateFileName } from '../local/state-file.ts';
import { CliFault, explainedByAws, unreachableCode } from './fault.ts';
import { toJson } from './output.ts';
import type { DeployedStack } from './stack.ts';

/** What a command gets from its process: environment, folder, clock, input and output. */
export interface CliContext {
  /** The version of the package. */
  readonly version: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The project's folder. */
  readonly root: string;
  readonly now: () => Date;
  /** Waits for milliseconds, or until the signal is aborted. */
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Writes to standard output. */
  readonly print: (text: string) => void;
  /** Writes to standard error. */
  readonly complain: (text: string) => void;
  /** Reads all of standard input. */
  readonly readInput: () => Promise<Buffer>;
  /** Opens a URL in the browser. */
  readonly browse: (url: string) => Promise<void>;
  /** The width of the terminal, if standard output is one. */
  readonly columns?: number | undefined;
}

/** The options that every command has. */
export interface TargetOptions {
  readonly endpoint?: string | undefined;
  readonly table?: string | undefined;
  /** The name of a deployed stack. */
  readonly stack?: string | undefined;
  readonly json?: boolean | undefined;
  readonly tsv?: boolean | undefined;
}

/** The time limit of a database operation in milliseconds. It is long because no caller is waiting. */
export const DEADLINE_MS = 10_000;

/** The time limit of reading accounts in milliseconds. It is short so that a dead database is reported soon. */
const ACCOUNTS_WITHIN_MS = 3_000;

/** Returns all stores over a table, with clock and randomness. */
export function storesOf(
  table: { readonly document: DynamoDBDocumentClient; readonly tableName: string },
  cli: Pick<CliContext, 'now'>,
) {
  const now = () => cli.now().getTime();
  const deps = { ...realDependencies(table), now };
  return {
    ...deps,
    ...boardStores(deps),
    leads: acceptingLeads(deps),
    accounts: createAccountStore({ ...deps, withinMs: ACCOUNTS_WITHIN_MS }),
    reader: createRequestReader(deps),
    consents: createConsentStore(deps),
    /** The end of the time limit of an operation that begins now. */
    get deadline() {
      return now() + DEADLINE_MS;
    },
  };
}

/** The table that a command works on. */
export type Target = ReturnType<typeof storesOf>;

/** Returns the state of the server that `npm start` is running, if there is one. */
export function runningServer({
  environment,
  root,
}: Pick<CliContext, 'environment' | 'root'>): ServerState | undefined {
  return readState(stateFileName(environment, root));
}

/**
 * Runs `use` with a table: that of the stack, otherwise the one that the other options, the environment or the running
 * server name, in this order.
 */
export async function withTarget<T>(
  cli: CliContext,
  options: TargetOptions,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  if (options.stack !== undefined) {
    const { readStack } = await import('./stack.ts');
    return await withStackTable(cli, await readStack(options.stack), use);
  }
  const { endpoint, tableName } = locate(cli, options);
  const client = databaseClient(endpoint, cli.environment);
  try {
    return await use(storesOf({ document: documentClientOf(client), tableName }, cli));
  } catch (error) {
    throw explained(error, endpoint, tableName);
  } finally {
    client.destroy();
  }
}

/** Runs `use` with the table of a deployed stack, in its region and with the credentials of the machine. */
export async function withStackTable<T>(
  cli: CliContext,
  { name, region, tableName }: DeployedStack,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  const client = new DynamoDBClient({ region });
  try {
    return await use(storesOf({ document: documentClientOf(client), tableName }, cli));
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') {
      throw new CliFault(`${tableName}: the table of the stack ${name} is gone.`);
    }
    throw explainedByAws(error, `reading or writing the table ${tableName}`);
  } finally {
    client.destroy();
  }
}

/**
 * Reads from the table and prints the result as JSON or as text.
 * @param json what to print as JSON instead of the result itself
 */
export async function show<T>(
  cli: CliContext,
  options: TargetOptions,
  read: (target: Target) => Promise<T>,
  text: (found: T) => string | Promise<string>,
  json: (found: T) => unknown = (found) => found,
): Promise<void> {
  const found = await withTarget(cli, options, read);
  cli.print(options.json ? toJson(json(found)) : await text(found));
}

/** Reads something that belongs to an account and prints it as JSON or as text. */
export async function showOfAccount<T>(
  cli: CliContext,
  options: TargetOptions & { readonly account: string },
  read: (account: StoredAccount, target: Target) => Promise<T>,
  text: (found: T, account: StoredAccount) => string,
  json: (found: T) => unknown = (found) => found,
): Promise<void> {
  await show(
    cli,
    options,
    async (target) => {
      const account = await readAccount(target, options.account);
      return { account, found: await read(account, target) };
    },
    ({ found, account }) => text(found, account),
    ({ found }) => json(found),
  );
}

/** Returns the account with that id; throws a fault if there is none. */
export async function readAccount({ accounts }: Target, id: string): Promise<StoredAccount> {
  const account = await accounts.byId(id);
  if (account !== undefined) return account;
  throw new CliFault(`${id}: there is no such account; "accounts list" shows the existing ones.`);
}

function locate(cli: CliContext, options: TargetOptions) {
  const { environment } = cli;
  const given = options.endpoint ?? (environment.DYNAMODB_ENDPOINT?.trim() || undefined);
  const server = given === undefined ? runningServer(cli) : undefined;
  const endpoint = given ?? server?.endpoint;
  if (endpoint === undefined) {
    throw new CliFault(
      'server: none is running; start one with npm start, or pass --stack, or --endpoint (and --table).',
    );
  }
  if (!URL.canParse(endpoint))
    throw new CliFault('--endpoint: expected a URL such as http://127.0.0.1:8000.');
  const named = options.table ?? (environment.DISPATCH_TABLE?.trim() || undefined);
  return { endpoint, tableName: named ?? server?.table ?? 'dispatch-local' };
}

function explained(error: unknown, endpoint: string, tableName: string): unknown {
  if (!(error instanceof Error) || error instanceof CliFault) return error;
  if (error.name === 'ResourceNotFoundException') {
    return new CliFault(`${tableName}: there is no such table at ${endpoint}; name the table with --table.`);
  }
  if (unreachableCode(error) !== undefined || error instanceof StorageUnavailable) {
    return new CliFault(`${endpoint}: does not answer; start it, or pass another --endpoint.`);
  }
  return error;
}
