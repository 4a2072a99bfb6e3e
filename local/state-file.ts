import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { writePrivateJson } from './private-file.ts';

const ServerState = v.object({
  url: v.string(),
  /** The address of the board, which signs in whoever opens it. */
  board: v.string(),
  endpoint: v.string(),
  table: v.string(),
  /** The stand-in for Secrets Manager. */
  secretsEndpoint: v.string(),
  /** Absent for the demo's secrets. */
  secrets: v.nullable(v.string()),
  /** The file of the embedded database, if it has one. */
  database: v.nullable(v.string()),
  pid: v.number(),
});

/** The state of a running server, for the command line. */
export type ServerState = v.InferOutput<typeof ServerState>;

/**
 * Returns the path of the state file, which is named after the database file so that two servers don't collide. For the
 * default database file, or none, it is `.dispatch/server.json` of the project.
 */
export function stateFileName(
  environment: Readonly<Record<string, string | undefined>>,
  root: string,
): string {
  const file = environment.DISPATCH_DB?.trim() || undefined;
  const elsewhere = environment.DYNAMODB_ENDPOINT?.trim() || undefined;
  const ownFolder = join(root, '.dispatch');
  const isNamed = file !== undefined && file !== ':memory:' && elsewhere === undefined;
  const isOther = isNamed && resolve(file) !== join(ownFolder, 'dispatch.db');
  return isOther ? `${resolve(file)}.server.json` : join(ownFolder, 'server.json');
}

/** Writes a file that only its owner can read, because the endpoints give access to the database and the secrets. */
export function writeState(file: string, state: ServerState): void {
  writePrivateJson(file, state);
}

/** Returns the state in the file, if the process that wrote it is still running. */
export function readState(file: string): ServerState | undefined {
  try {
    const parsed = v.safeParse(ServerState, JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success && isAlive(parsed.output.pid) ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the file, unless another server has written it since. */
export function removeState(file: string, pid: number): void {
  if (readState(file)?.pid === pid) rmSync(file, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
