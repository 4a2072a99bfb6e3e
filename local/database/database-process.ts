import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { listenAt } from '../listen.ts';

/** A DynamoDB-compatible server that runs as a child process of this one. */
export interface DatabaseProcess {
  readonly endpoint: string;
  /** Calls back once with a line that says how the process ended, unless `stop` ended it. */
  onExit(listener: (how: string) => void): void;
  /** Resolves when the process has exited and its file is complete. */
  stop(): Promise<void>;
}

/** The reason is one line that says what to do. */
export class DatabaseFault extends Error {}

export interface Launch {
  /** The subject of messages, such as "DynamoDB Local". */
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  /** The URL at which it will listen. */
  readonly endpoint: string;
  /** Whether it listens, given all that it has printed. */
  readonly isReady: (output: string) => boolean | Promise<boolean>;
  readonly timeoutMs: number;
}

const POLL_MS = 10;
const STOP_TIMEOUT_MS = 5_000;

/** Starts a database. Resolves to the running database, or to the reason why it did not start. */
export async function launchDatabase(launch: Launch): Promise<DatabaseProcess | string> {
  const { name, program, args, endpoint } = launch;
  // The database gets a session of its own, so that Ctrl-C reaches only the server, which then stops the database.
  const child = spawn(program, [...args], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  // The guard starts first, because Java takes seconds until it listens.
  const release = guard(child);
  const failure = await started(child, launch);
  if (failure !== undefined) {
    child.kill('SIGKILL');
    release();
    return failure;
  }
  return running(child, { name, endpoint, release });
}

/** Resolves to a free port of an address. Another process may take it before the caller does. */
export async function freePort(host: string): Promise<number> {
  const probe = createServer();
  const port = await listenAt(probe, 0, host);
  return new Promise((resolve) => probe.close(() => resolve(port)));
}

/** Resolves to undefined once the database listens, or to the reason why it does not. */
async function started(
  child: ChildProcess,
  { name, isReady, timeoutMs }: Launch,
): Promise<string | undefined> {
  let output = '';
  let failure: string | undefined;
  const read = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  child.once('error', (error) => {
    failure = `${name} did not start: ${error.message}.`;
  });
  child.once('exit', () => {
    failure ??= `${name} did not start: ${lastLine(output)}`;
  });
  const latest = performance.now() + timeoutMs;
  while (failure === undefined && !(await isReady(output))) {
    if (performance.now() > latest) return `${name} did not start in time.`;
    await pause(POLL_MS);
  }
  return failure;
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

/**
 * Stops the database if this process dies, even by SIGKILL: the guard waits for the end of its standard input, which
 * the kernel closes.
 */
function guard(child: ChildProcess): () => void {
  if (child.pid === undefined) return () => undefined;
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill "$0" 2>/dev/null', String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => undefined);
  watcher.stdin?.on('error', () => undefined);
  return () => watcher.kill('SIGKILL');
}

interface Running {
  readonly name: string;
  readonly endpoint: string;
  /** Ends the guard. */
  readonly release: () => void;
}

function running(child: ChildProcess, { name, endpoint, release }: Running): DatabaseProcess {
  const listeners: ((how: string) => void)[] = [];
  let stopping = false;
  let ended: string | undefined;
  const gone = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      release();
      ended = `${name} ended (${signal ?? `exit code ${code}`}).`;
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
