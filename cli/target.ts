import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { documentClientOf } from '../lib/aws/table/client.ts';
import { StorageUnavailable } from '../lib/record/faults.ts';
import { databaseClient } from '../local/database/database-access.ts';
import { readState, type ServerState, stateFileName } from '../local/state-file.ts';
import { explainedByAws, unreachableCode } from './aws-fault.ts';
import { CliFault } from './fault.ts';
import { type DeployedStack, readStack } from './stack.ts';

/** The process's environment, folder, clock, input and output. */
export interface CliContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The project's folder. */
  readonly root: string;
  readonly now: () => Date;
  /** Waits for milliseconds, or until the signal is aborted. */
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly print: (text: string) => void;
  /** All of standard input. */
  readonly readInput: () => Promise<Buffer>;
}

/** The context of the command line. */
export interface CliHost extends CliContext {
  /** Of the package. */
  readonly version: string;
  readonly complain: (text: string) => void;
  /** The width of the terminal, if the output is one. */
  readonly columns?: number | undefined;
}

export interface TargetOptions {
  readonly endpoint?: string;
  readonly table?: string;
  /** The name of a deployed stack. */
  readonly stack?: string;
  readonly json?: boolean;
}

/** The table that a command reads. */
export interface Target {
  readonly document: DynamoDBDocumentClient;
  readonly tableName: string;
}

/** The server that `npm start` runs now. */
export function runningServer({ environment, root }: CliContext): ServerState | undefined {
  return readState(stateFileName(environment, root));
}

/**
 * Runs `use` with the table of the stack or else of the other options, of the environment, or of the running server, in
 * this order.
 */
export async function withTarget<T>(
  cli: CliContext,
  options: TargetOptions,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  if (options.stack !== undefined) return withStackTable(await readStack(options.stack), use);
  const { environment } = cli;
  const { endpoint, tableName } = locate(cli, options);
  const client = databaseClient(endpoint, environment);
  try {
    return await use({ document: documentClientOf(client), tableName });
  } catch (error) {
    throw explained(error, endpoint, tableName);
  } finally {
    client.destroy();
  }
}

/** Runs `use` with the table of a deployed stack, in its region and with the credentials of the machine. */
export async function withStackTable<T>(
  { name, region, tableName }: DeployedStack,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  const client = new DynamoDBClient({ region });
  try {
    return await use({ document: documentClientOf(client), tableName });
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') {
      throw new CliFault(`${tableName}: the table of the stack ${name} is gone.`);
    }
    throw explainedByAws(error, `reading or writing the table ${tableName}`);
  } finally {
    client.destroy();
  }
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
