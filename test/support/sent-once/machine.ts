import { AsyncLocalStorage } from 'node:async_hooks';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import * as v from 'valibot';
import { documentClientOf } from '../../../lib/aws/table/client.ts';
import { testEndpoint } from '../database.ts';
import { errorOf } from '../faulty-document.ts';
import { pick } from '../random.ts';

/** A process may end before and after each of these steps of sending. */
const steps = ['plan', 'claim', 'hand-over', 'record'] as const;
export type Step = (typeof steps)[number];
export type KillPoint = `${'before' | 'after'} ${Step}`;
export const killPoints: readonly KillPoint[] = steps.flatMap(
  (step) => [`before ${step}`, `after ${step}`] as const,
);

/** One run of a function. */
export interface Process {
  /** This share of its requests goes wrong. */
  readonly faults: number;
  /** It ends when it comes to the point for the nth time. */
  readonly kill?: { readonly point: KillPoint; readonly nth: number } | undefined;
}

/** What may go wrong with a request to the database. */
const faultsOfDatabase = [
  ...['throttle', 'throttle', 'conflict', 'timeout', 'lostAnswer', 'lostAnswer'],
  ...['late', 'hang', 'delayed'],
] as const;

/** Milliseconds. A client gives a request up after one second. */
const LATE_MS = 700;
const HANG_MS = 1_000;

const Text = v.object({ pk: v.string() });
const Writes = v.object({
  TransactItems: v.array(
    v.object({
      Put: v.optional(v.object({ Item: v.looseObject(Text.entries) })),
      Update: v.optional(v.object({ Key: Text })),
    }),
  ),
});

export type StoredItem = Readonly<Record<string, unknown>> & { readonly pk: string };

function itemsIn(input: unknown): {
  readonly puts: readonly StoredItem[];
  readonly updated: readonly string[];
} {
  if (!v.is(Writes, input)) return { puts: [], updated: [] };
  const { TransactItems } = v.parse(Writes, input);
  return {
    puts: TransactItems.flatMap(({ Put }) => Put?.Item ?? []),
    updated: TransactItems.flatMap(({ Update }) => Update?.Key.pk ?? []),
  };
}

/** Returns the step of sending that a write is; undefined for all others. */
function stepOf({ puts, updated }: ReturnType<typeof itemsIn>): Step | undefined {
  const messages = puts.filter(({ pk }) => pk.startsWith('MESSAGE#'));
  if (messages.some(({ status }) => status === 'sending')) return 'claim';
  if (messages.some(({ claimedAt }) => claimedAt !== undefined)) return 'record';
  return messages.length > 0 && updated.some((pk) => pk.startsWith('NOTICE#')) ? 'plan' : undefined;
}

/** Brings each request to its end: a deadline on the machine's own clock would end another one each time. */
class UnhurriedHandler extends NodeHttpHandler {
  override handle(request: Parameters<NodeHttpHandler['handle']>[0]) {
    return super.handle(request);
  }
}

export interface MachineOptions {
  readonly random: () => number;
  readonly clock: { now: number };
  /** Hears of each stored item. */
  readonly onStored: (item: StoredItem) => void;
}

/** Processes that share a database. Their requests are made one after the other, so that a seed repeats everything. */
export function createMachine({ random, clock, onStored }: MachineOptions) {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new DynamoDBClient({
    endpoint: testEndpoint(),
    region: 'us-east-1',
    credentials,
    requestHandler: new UnhurriedHandler(),
  });
  const document = documentClientOf(client);
  const running = new AsyncLocalStorage<
    Process & { reached: Map<string, number>; isDead: boolean; end: () => void }
  >();
  const counts = new Map<string, number>();
  const steps: string[] = [];
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const killedAt = (point: KillPoint) => counts.get(`killed ${point}`) ?? 0;
  const never = () => new Promise<never>(() => undefined);
  const delayed: (() => Promise<unknown>)[] = [];
  let last: Promise<unknown> = Promise.resolve();

  /** Passes a step of the process that runs, which may end there. */
  async function reach(point: KillPoint): Promise<void> {
    const process = running.getStore();
    if (process === undefined) return;
    if (process.isDead) await never();
    const times = (process.reached.get(point) ?? 0) + 1;
    process.reached.set(point, times);
    if (process.kill?.point !== point || process.kill.nth !== times) return;
    process.isDead = true;
    count(`killed ${point}`);
    process.end();
    await never();
  }

  /** Does what reads or writes the database when all that asked for it before is done. */
  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const before = last;
    const own = before.then(work);
    last = own.catch(() => undefined);
    return await own;
  }

  document.middlewareStack.add(
    (next, context) => async (args) => {
      const operation = String(context.commandName).replace(/Command$/, '');
      const writes = itemsIn(args.input);
      const step = stepOf(writes);
      const execute = async () => {
        const result = await next(args);
        for (const item of writes.puts) onStored(item);
        return result;
      };
      const faulty = async () => {
        const process = running.getStore();
        const late = random() < 0.3 ? delayed.shift() : undefined;
        await late?.().catch(() => undefined);
        if (process === undefined || random() >= process.faults) return await execute();
        const fault = pick(random, faultsOfDatabase);
        count(`database ${fault}`);
        switch (fault) {
          case 'late':
            clock.now += LATE_MS;
            return await execute();
          case 'hang':
            clock.now += HANG_MS;
            if (random() < 0.5) await execute().catch(() => undefined);
            throw errorOf('timeout', operation);
          case 'delayed':
            // Only transactions carry a token, by which the database knows a second one.
            if (operation === 'TransactWriteItems') delayed.push(execute);
            throw errorOf('timeout', operation);
          case 'lostAnswer':
            await execute().catch(() => undefined);
            throw errorOf(fault, operation);
          case 'throttle':
          case 'timeout':
            throw errorOf(fault, operation);
          case 'conflict':
            throw errorOf(operation === 'TransactWriteItems' ? fault : 'throttle', operation);
        }
      };
      if (step !== undefined) await reach(`before ${step}`);
      const result = await inTurn(async () => {
        steps.push(`${clock.now} ${operation} ${JSON.stringify(writes.puts.map(({ pk }) => pk))}`);
        return running.getStore()?.isDead ? undefined : await faulty();
      });
      if (result === undefined) return await never();
      if (step !== undefined) await reach(`after ${step}`);
      return result;
    },
    { step: 'initialize', name: 'faultyMachine' },
  );

  return {
    document,
    counts,
    /** What was asked of the database, in order. */
    steps,
    inTurn,
    /** The point at which the fewest processes have ended. */
    nextKill: (): KillPoint => killPoints.toSorted((a, b) => killedAt(a) - killedAt(b))[0] ?? 'before claim',
    count,
    reach,
    /** The share of requests of the running process that go wrong. */
    faults: () => running.getStore()?.faults ?? 0,
    /** Runs a process to its end; undefined if it was killed. */
    async run<T>(process: Process, work: () => Promise<T>): Promise<T | undefined> {
      let end = () => undefined;
      const died = new Promise<undefined>((resolve) => {
        end = () => {
          resolve(undefined);
          return undefined;
        };
      });
      const state = { ...process, reached: new Map<string, number>(), isDead: false, end };
      return await Promise.race([running.run(state, work), died]);
    },
    stop: () => client.destroy(),
  };
}

export type Machine = ReturnType<typeof createMachine>;
