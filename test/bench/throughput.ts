import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { createAccountRepository } from '../../lib/aws/account-repository.ts';
import type { World } from '../../lib/aws/composition.ts';
import type { TransactItems } from '../../lib/aws/transaction.ts';
import type { WebhookHandler } from '../../lib/http/webhook.ts';
import { createTestTable, type TestTable } from '../support/database.ts';
import { context, handlersOver } from './handlers.ts';
import { progress } from './progress.ts';
import { type Group, median, row } from './report.ts';
import { bookingEvent } from './requests.ts';
import { accountDocument, withDatabase, worldOver } from './world.ts';

const PARALLEL = 32;
const BOOKINGS = 64;
/** Of one hour each, so that a round's bookings all fit, each into many technicians' days. */
const TIMES = ['08:00', '09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00', '17:00'];
const TECHNICIANS = 20;

/** Bookings of one account under load. */
export const throughput: Group = {
  name: 'throughput',
  title: `Bookings of one account, ${PARALLEL} in parallel, embedded database`,
  measure: (quick) =>
    withDatabase(async (endpoint, tableName) => {
      const world = worldOver(endpoint, tableName);
      const written = noteWrites(world);
      const other = await createTestTable();
      const { functionCall } = handlersOver(world);
      const accounts = createAccountRepository({ ...world });
      const rates: [number[], number[]] = [[], []];
      const rounds = quick ? 3 : 11;
      for (let round = -1; round < rounds; round++) {
        const accountId = `bench-${round + 1}`;
        await accounts.put(accountDocument(accountId, TECHNICIANS));
        written.length = 0;
        const booked = await perSecond(() => bookAll(functionCall, accountId));
        const bare = await perSecond(() => writeAll(written.splice(0), other));
        progress('booking', round + 1, rounds);
        if (round < 0) continue;
        rates[0].push(booked);
        rates[1].push(bare);
      }
      const medians = [median(rates[0]), median(rates[1])] as const;
      return [row('bookings', 'the bare transaction in a loop', 'per s', medians, { atLeast: 0.8 })];
    }),
};

async function perSecond(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (BOOKINGS / (performance.now() - start)) * 1000;
}

async function bookAll(handler: WebhookHandler, accountId: string): Promise<void> {
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

/** The transactions that were stored, from now on. */
function noteWrites({ document }: World): TransactItems[] {
  const written: TransactItems[] = [];
  document.middlewareStack.add(
    (next, context) => async (args) => {
      const result = await next(args);
      if (context.commandName === 'TransactWriteItemsCommand' && 'TransactItems' in args.input) {
        const items = args.input.TransactItems ?? [];
        written.push(items.filter((item) => 'Put' in item || 'Update' in item));
      }
      return result;
    },
    { step: 'initialize', name: 'noteWrites' },
  );
  return written;
}

/** The same transactions without anything around them, one after another, into another table. */
async function writeAll(
  written: readonly TransactItems[],
  { document, tableName }: TestTable,
): Promise<void> {
  for (const items of written) {
    const TransactItems = items.map(({ Put, Update }) => ({
      ...(Put && { Put: { ...Put, TableName: tableName } }),
      ...(Update && { Update: { ...Update, TableName: tableName } }),
    }));
    await document.send(new TransactWriteCommand({ TransactItems }));
  }
}
