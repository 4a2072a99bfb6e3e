import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import type { RouteId } from '../../lib/routes.ts';

/** The name of a function's folder. */
export type FunctionName =
  | RouteId
  | 'board'
  | 'board-claims'
  | 'board-live'
  | 'board-updates'
  | 'events'
  | 'pages'
  | 'reminders'
  | 'urgent';

export interface Invocation {
  readonly number: number;
  readonly requestId: string;
  readonly route: FunctionName;
  readonly event: unknown;
  readonly at?: number | undefined;
}

export interface InvocationResult {
  readonly number: number;
  readonly answer?: unknown;
  readonly failure?: string;
}

/** The worker's first message: the functions are loaded, except those named in these lines. */
interface Ready {
  readonly ready: readonly string[];
}

export interface Functions {
  /** With `setsClock`, `at` is the function's time, in epoch milliseconds. */
  invoke(id: FunctionName, event: unknown, at?: number): Promise<unknown>;
  stop(): Promise<void>;
}

interface Options {
  /** The whole environment of the functions. */
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  /** Called with each line that a function writes to standard output. */
  readonly onLine: (line: string) => void;
  readonly onFault: (line: string) => void;
  /** Whether invocations set the clock, for the demo's past. */
  readonly setsClock?: true;
}

type Pending = Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>;

/** Loads the functions into a worker thread, whose standard output is read line by line. */
export async function startFunctions(options: Options): Promise<Functions> {
  let current = await launch(options);
  let count = 0;
  return {
    async invoke(route, event, at) {
      // Like Lambda, replaces a crashed container.
      if (current.ended()) current = await launch(options);
      count += 1;
      const invocation: Invocation = { number: count, requestId: randomUUID(), route, event, at };
      return current.send(invocation);
    },
    stop: () => current.stop(),
  };
}

async function launch({ env, folder, onLine, onFault, setsClock }: Options) {
  const worker = new Worker(join(folder, 'gateway', 'functions-worker.ts'), {
    env: { ...env },
    workerData: { setsClock: setsClock === true },
    stdout: true,
  });
  const pending: Pending = new Map();
  let ended = false;
  createInterface({ input: worker.stdout }).on('line', onLine);
  worker.on('error', (error) => onFault(`The functions crashed: ${error.message}`));
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: Ready | InvocationResult) => {
      if ('ready' in message) {
        for (const line of message.ready) onFault(line);
        resolve();
      } else settle(pending, message);
    });
    worker.once('exit', () => {
      ended = true;
      for (const number of pending.keys()) settle(pending, { number, failure: 'the function crashed' });
      reject(new Error('The functions did not load.'));
    });
  });
  return {
    ended: () => ended,
    stop: async () => {
      await worker.terminate();
    },
    send: (invocation: Invocation) =>
      new Promise<unknown>((resolve, reject) => {
        pending.set(invocation.number, { resolve, reject });
        worker.postMessage(invocation);
      }),
  };
}

function settle(pending: Pending, { number, answer, failure }: InvocationResult): void {
  const waiting = pending.get(number);
  pending.delete(number);
  if (failure === undefined) waiting?.resolve(answer);
  else waiting?.reject(new Error(failure));
}
