import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import * as v from 'valibot';
import { createTestTable, type TestTable } from '../support/database.ts';
import { violations } from '../support/invariants.ts';
import { compileCache } from '../support/processes.ts';
import { type Asked, functionCallEvent, storeAccount } from '../support/race-account.ts';

const root = process.cwd();
const NODE = join(root, 'node_modules/node/bin/node');

const Reply = v.object({ number: v.number(), body: v.pipe(v.string(), v.parseJson()) });
const Answer = v.looseObject({
  confirmed: v.optional(v.boolean()),
  canceled: v.optional(v.boolean()),
  reason: v.optional(v.string()),
  dispatchRequestId: v.optional(v.string()),
  time: v.optional(v.string()),
  date: v.optional(v.string()),
  technician: v.optional(v.string()),
  alternatives: v.optional(v.array(v.unknown())),
  error: v.optional(v.object({ code: v.string() })),
});
export type FunctionAnswer = v.InferOutput<typeof Answer>;

export interface Worker {
  /** Undefined if the process was killed before it answered. */
  ask(asked: Asked): Promise<FunctionAnswer | undefined>;
  kill(): void;
}

/** Starts a process with its own handler; resolves when it listens. */
export async function startWorker(endpoint: string, tableName: string): Promise<Worker> {
  const child = fork(join(root, 'test/race/worker.ts'), [endpoint, tableName], {
    execPath: NODE,
    execArgv: [],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`A worker ended with ${code} before it listened.`)));
  });
  return workerOf(child);
}

function workerOf(child: ChildProcess): Worker {
  const waiting = new Map<number, (answer: FunctionAnswer | undefined) => void>();
  let count = 0;
  child.on('message', (message) => {
    const { number, body } = v.parse(Reply, message);
    waiting.get(number)?.(v.parse(Answer, body));
    waiting.delete(number);
  });
  child.on('error', () => undefined);
  child.once('exit', () => {
    for (const resolve of waiting.values()) resolve(undefined);
  });
  return {
    ask: (asked) =>
      new Promise((resolve) => {
        const number = count++;
        waiting.set(number, resolve);
        child.send({ number, event: functionCallEvent(asked) });
      }),
    kill: () => child.kill('SIGKILL'),
  };
}

export interface Fleet {
  readonly table: TestTable;
  readonly workers: readonly Worker[];
  /** Sends all at once, spread over the processes. */
  askAll(asked: readonly Asked[]): Promise<FunctionAnswer[]>;
  stop(): Promise<void>;
}

async function startFleet(size: number): Promise<Fleet> {
  const table = await createTestTable();
  const { endpoint, tableName } = table;
  const workers = await Promise.all(Array.from({ length: size }, () => startWorker(endpoint, tableName)));
  return {
    table,
    workers,
    async askAll(asked) {
      const answers = await Promise.all(asked.map((each, index) => workers[index % size]?.ask(each)));
      return answers.map((answer) => {
        if (answer === undefined) throw new Error('A worker ended without an answer.');
        return answer;
      });
    },
    async stop() {
      for (const worker of workers) worker.kill();
      await table.destroy();
    },
  };
}

/** Processes on one table for the tests of a file, after each of which the table violates no invariant. */
export function fleetPerFile(size: number): () => Fleet {
  let fleet: Fleet | undefined;
  const started = () => {
    if (fleet === undefined) throw new Error('The fleet has not started.');
    return fleet;
  };
  beforeAll(async () => {
    fleet = await startFleet(size);
  });
  afterEach(async () => {
    const { document, tableName } = started().table;
    expect(await violations(document, tableName)).toEqual([]);
  });
  afterAll(() => fleet?.stop());
  return started;
}

/** What each of a number of callers asks for. */
export const many = (count: number, one: (index: number) => Asked): Asked[] =>
  Array.from({ length: count }, (_, index) => one(index));

export const faultsIn = (answers: readonly FunctionAnswer[]): string[] =>
  answers.flatMap(({ error }) => error?.code ?? []);

/** A separate account that every process has cached, so that the race is timed and not the first look-up. */
export async function warmAccount(fleet: Fleet, accountId: string, technicians: number): Promise<string> {
  await storeAccount(fleet.table, { accountId, technicians });
  const first = { accountId, callId: 'warm', time: '', name: 'check_availability' };
  await fleet.askAll(many(fleet.workers.length, () => first));
  return accountId;
}
