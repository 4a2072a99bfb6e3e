import { QueryCommand as DatabaseQueryCommand } from '@aws-sdk/client-dynamodb';
import {
  GetCommand,
  type GetCommandInput,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import type { ContainerDependencies } from '../../lib/aws/composition.ts';
import { createAccountStore } from '../../lib/aws/stores/account-store.ts';
import type { TransactItems } from '../../lib/aws/table/operations.ts';
import type { HttpHandler } from '../../lib/http/pipeline.ts';
import { createTestTable, type TestTable } from '../support/database.ts';
import { accountDocument, clientOf, dependenciesOver, withDatabase } from './database.ts';
import { context, handlersOver } from './handlers.ts';
import { progress } from './progress.ts';
import { type Group, median, row } from './report.ts';
import { availabilityEvent, bookingEvent } from './requests.ts';

const PARALLEL = 32;
const BOOKINGS = 64;
/** Jobs of one hour with many technicians, so that a round's bookings all fit. */
const TIMES = ['08:00', '09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00', '17:00'];
const TECHNICIANS = 20;

const accountId = 'bench';

/** A booking that runs out of time can't be compared, so the service's clock is this many times slower. */
const SLOWER = 20;
const limits = { connect: 60_000, answer: 60_000 };

/** The dependencies of stores that give a booking 50 s, even on a slow machine. */
function patientOver({ endpoint, tableName }: TestTable): ContainerDependencies {
  const began = Date.now();
  const now = () => began + (Date.now() - began) / SLOWER;
  return { ...dependenciesOver(endpoint, tableName), document: clientOf(endpoint, limits), now };
}

/** Bookings of one account under load. */
export const throughput: Group = {
  name: 'throughput',
  title: `Bookings of one account, ${PARALLEL} in parallel, embedded database`,
  measure: (quick) =>
    withDatabase(async () => {
      const booked: number[] = [];
      const looped: number[] = [];
      const called: number[] = [];
      const rounds = quick ? 3 : 11;
      for (let round = -1; round < rounds; round++) {
        // The embedded database writes more slowly the more items a table has, so each round has tables of its own.
        const own = await createTestTable();
        const others = [await createTestTable(), await createTestTable()] as const;
        const dependencies = patientOver(own);
        const { functionCall } = handlersOver(dependencies);
        await createAccountStore(dependencies).put(accountDocument(accountId, TECHNICIANS));
        await functionCall(availabilityEvent(accountId, 'first'), context);
        const calls = noteCalls(dependencies);
        const booking = await perSecond(() => bookAll(functionCall));
        const transactions = await perSecond(() => writeAll(calls, others[0]));
        const callsAlone = await perSecond(() => callAll(calls, others[1]));
        for (const table of [own, ...others]) await table.destroy();
        progress('booking', round + 1, rounds);
        if (round < 0) continue;
        booked.push(booking);
        looped.push(transactions);
        called.push(callsAlone);
      }
      const bookings = median(booked);
      return [
        row('bookings', 'the bare transaction in a loop', 'per s', [bookings, median(looped)], {
          atLeast: 0.8,
        }),
        row('bookings', 'their database calls alone, as parallel', 'per s', [bookings, median(called)]),
      ];
    }),
};

async function perSecond(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (BOOKINGS / (performance.now() - start)) * 1000;
}

async function bookAll(handler: HttpHandler): Promise<void> {
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

/** Notes the database's work from now on: reads, and transactions that were stored. */
function noteCalls({ document }: ContainerDependencies): Calls {
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

/** Writes the same transaction into another table. */
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
