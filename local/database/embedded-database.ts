import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { makePrivateFile } from '../private-file.ts';

/** A DynamoDB-compatible server that runs as a child process of this one. */
export interface EmbeddedDatabase {
  readonly endpoint: string;
  /** Calls back once with a line that says how the process ended, unless `stop` ended it. */
  onExit(listener: (how: string) => void): void;
  /** Resolves when the process has exited and its file is complete. */
  stop(): Promise<void>;
}

/** The reason is one line that says what to do. */
export class EmbeddedDatabaseFault extends Error {}

const ATTEMPTS = 3;
const START_TIMEOUT_MS = 10_000;
const STOP_TIMEOUT_MS = 5_000;

/**
 * Starts the database in memory, or in `file`, whose folder is created. It has no access control, so it listens at a
 * random loopback address on a free port.
 */
export async function startEmbeddedDatabase({ file }: { readonly file?: string }): Promise<EmbeddedDatabase> {
  const binary = findBinary();
  // It contains callers' names and numbers. SQLite gives its other files the same mode.
  if (file !== undefined) makePrivateFile(file);
  const host = ['127', ...Array.from({ length: 3 }, () => randomInt(1, 255))].join('.');
  for (let attempt = 1; ; attempt += 1) {
    // It can't report a port, so we choose one; another process may use it first.
    const port = await freePort(host);
    const result = await launch(binary, { host, port, ...(file === undefined ? {} : { file }) });
    if (typeof result !== 'string') return result;
    if (attempt === ATTEMPTS || !result.includes('already in use')) {
      const remedy = file === undefined ? '' : ` Set DISPATCH_DB to another file, or move ${file} away.`;
      throw new EmbeddedDatabaseFault(`${result}${remedy}`);
    }
  }
}

function findBinary(): string {
  const entry = process.argv[1] ?? process.cwd();
  for (const from of [entry, join(process.cwd(), 'package.json')]) {
    try {
      return createRequire(from).resolve('@dynoxide/linux-x64/dynoxide');
    } catch {
      // Not resolvable from here; try the other starting point.
    }
  }
  throw new EmbeddedDatabaseFault(
    'The embedded database (@dynoxide/linux-x64) is not installed: it exists for Linux on x64 only. ' +
      'Set DYNAMODB_ENDPOINT to another DynamoDB, such as http://127.0.0.1:8000 of DynamoDB Local.',
  );
}

function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, host, () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** The running database, or the reason why it did not start. */
async function launch(
  binary: string,
  { host, port, file }: { host: string; port: number; file?: string },
): Promise<EmbeddedDatabase | string> {
  const where = file === undefined ? [] : ['--db-path', file];
  // Its own session, so that Ctrl-C reaches only the server, which then stops the database.
  const child = spawn(binary, ['--host', host, '--port', String(port), ...where], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const failure = await started(child);
  if (failure !== undefined) {
    child.kill('SIGKILL');
    return failure;
  }
  const release = guard(child);
  return running(child, `http://${host}:${port}`, release);
}

/** Undefined if it listens, otherwise the reason why not. */
function started(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    let output = '';
    const timer = setTimeout(() => resolve('The embedded database did not start in time.'), START_TIMEOUT_MS);
    const finish = (failure?: string) => {
      clearTimeout(timer);
      resolve(failure);
    };
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('listening on')) finish();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', (error) => finish(`The embedded database did not start: ${error.message}.`));
    child.once('exit', () => finish(`The embedded database did not start: ${lastLine(output)}`));
  });
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

/**
 * Stops the database if this process dies, even by SIGKILL: the guard waits for the end of its standard input, which
 * the kernel closes.
 */
function guard(child: ChildProcess): () => void {
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill "$0" 2>/dev/null', String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => undefined);
  watcher.stdin?.on('error', () => undefined);
  return () => watcher.kill('SIGKILL');
}

function running(child: ChildProcess, endpoint: string, release: () => void): EmbeddedDatabase {
  const listeners: ((how: string) => void)[] = [];
  let stopping = false;
  let ended: string | undefined;
  const gone = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      release();
      ended = `The embedded database ended (${signal ?? `exit code ${code}`}).`;
      if (!stopping) for (const listener of listeners) listener(ended);
      resolve();
    });
  });
  return {
    endpoint,
    onExit(listener) {
      if (ended !== undefined && !stopping) listener(ended);
      else listeners.push(listener);
    },
    async stop() {
      stopping = true;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await gone;
      clearTimeout(timer);
    },
  };
}
