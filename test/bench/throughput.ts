import { QueryCommand as DatabaseQueryCommand } from '@aws-sdk/client-dynamodb';
import {
  GetCommand,
  type GetCommandInput,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import type { StoreDependencies } from '../../lib/aws/composition.ts';
import { createAccountStore } from '../../lib/aws/stores/account-store.ts';
import type { TransactItems } from '../../lib/aws/table/transaction.ts';
import type { HttpHandler } from '../../lib/http/pipeline.ts';
import { createTestTable, type TestTable } from '../support/database.ts';
import { accountDocument, dependenciesOver, withDatabase } from './database.ts';
import { context, handlersOver } from './handlers.ts';
import { progress } from './progress.ts';
import { type Group, median, row } from './report.ts';
import { availabilityEvent, bookingEvent } from './requests.ts';

const PARALLEL = 32;
const BOOKINGS = 64;
/** Jobs of one hour with many technicians, so that a round's bookings all fit. */
const TIMES = ['08:00', '09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00', '17:00'];
const TECHNICIANS = 20;

/** Bookings of one account under load. */
export const throughput: Group = {
  name: 'throughput',
  title: `Bookings of one account, ${PARALLEL} in parallel, embedded database`,
  measure: (quick) =>
    withDatabase(async (endpoint, tableName) => {
      const dependencies = dependenciesOver(endpoint, tableName);
      const calls = noteCalls(dependencies);
      const others = [await createTestTable(), await createTestTable()] as const;
      const { functionCall } = handlersOver(dependencies);
      const accounts = createAccountStore(dependencies);
      const rates = { booked: newRates(), looped: newRates(), called: newRates() };
      const rounds = quick ? 3 : 11;
      for (let round = -1; round < rounds; round++) {
        const accountId = `bench-${round + 1}`;
        await accounts.put(accountDocument(accountId, TECHNICIANS));
        await functionCall(availabilityEvent(accountId, 'first'), context);
        calls.reads.length = 0;
        calls.writes.length = 0;
        const booked = await perSecond(() => bookAll(functionCall, accountId));
        const looped = await perSecond(() => writeAll(calls, others[0]));
        const called = await perSecond(() => callAll(calls, others[1]));
        progress('booking', round + 1, rounds);
        if (round < 0) continue;
        rates.booked.push(booked);
        rates.looped.push(looped);
        rates.called.push(called);
      }
      const [booked, looped, called] = [rates.booked, rates.looped, rates.called].map(median);
      return [
        row('bookings', 'the bare transaction in a loop', 'per s', [booked ?? 0, looped ?? 0], {
          atLeast: 0.8,
        }),
        row('bookings', 'their database calls alone, as parallel', 'per s', [booked ?? 0, called ?? 0]),
      ];
    }),
};

const newRates = (): number[] => [];

async function perSecond(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (BOOKINGS / (performance.now() - start)) * 1000;
}

async function bookAll(handler: HttpHandler, accountId: string): Promise<void> {
  let next = 0;
  const line = async () => {
    while (next < BOOKINGS) {
      const number = next++;
      const event = bookingEvent(accountId, `${accountId}-${number}`, TIMES[number % TIMES.length]);
      const { body = '' } = await handler(event, context);
      if (!body.includes('"confirmed":true')) throw new Error(`Not booked: ${body}`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, line));
}

interface Calls {
  readonly reads: (GetCommandInput | QueryCommandInput)[];
  readonly writes: TransactItems[];
}

/** Counts the database's work from now on: reads, and transactions that were stored. */
function noteCalls({ document }: StoreDependencies): Calls {
  const calls: Calls = { reads: [], writes: [] };
  document.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        const { input } = args;
        if ('Key' in input && commandName === 'GetItemCommand')
          calls.reads.push({ ...input, Key: input.Key });
        if ('KeyConditionExpression' in input) calls.reads.push(input);
        if ('TransactItems' in input && commandName === 'TransactWriteItemsCommand') {
          calls.writes.push((input.TransactItems ?? []).filter((item) => 'Put' in item || 'Update' in item));
        }
        return result;
      },
    { step: 'initialize', name: 'noteCalls' },
  );
  return calls;
}

/** The same transaction on its own, in another table. */
async function write(items: TransactItems, { document, tableName }: TestTable): Promise<void> {
  const TransactItems = items.map(({ Put, Update }) => ({
    ...(Put && { Put: { ...Put, TableName: tableName } }),
    ...(Update && { Update: { ...Update, TableName: tableName } }),
  }));
  await document.send(new TransactWriteCommand({ TransactItems }));
}

async function writeAll({ writes }: Calls, table: TestTable): Promise<void> {
  for (const items of writes) await write(items, table);
}

/** The same reads and transactions as those of the bookings, with the same concurrency. */
async function callAll({ reads, writes }: Calls, table: TestTable): Promise<void> {
  const { document } = table;
  const each = Math.ceil(reads.length / BOOKINGS);
  const line = async (first: number) => {
    for (let index = first; index < writes.length; index += PARALLEL) {
      const own = reads.slice(index * each, (index + 1) * each);
      await Promise.all(
        own.map((input) =>
          'Key' in input ? document.send(new GetCommand(input)) : document.send(queryOf(input)),
        ),
      );
      await write(writes[index] ?? [], table);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, (_, first) => line(first)));
}

/** A query of the document client, or one with the database's own values, as a schedule is read. */
function queryOf(input: QueryCommandInput) {
  const isOwn = Object.values(input.ExpressionAttributeValues ?? {}).some(
    (value) => typeof value === 'object',
  );
  return isOwn ? new DatabaseQueryCommand(input) : new QueryCommand(input);
}
