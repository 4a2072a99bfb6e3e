import { randomUUID } from 'node:crypto';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { createAccountRepository } from '../../lib/aws/account-repository.ts';
import type { World } from '../../lib/aws/composition.ts';
import type { WebhookHandler } from '../../lib/http/webhook.ts';
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
      const { functionCall } = handlersOver(world);
      const accounts = createAccountRepository({ ...world });
      const rates: [number[], number[]] = [[], []];
      const rounds = quick ? 3 : 11;
      for (let round = -1; round < rounds; round++) {
        const accountId = `bench-${round + 1}`;
        await accounts.put(accountDocument(accountId, TECHNICIANS));
        const booked = await perSecond(() => bookAll(functionCall, accountId));
        const bare = await perSecond(() => writeAll(world));
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

/** What a booking writes, without anything around it: a claim of four quarters, the request, the customer. */
async function writeAll({ document, tableName: TableName }: World): Promise<void> {
  for (let number = 0; number < BOOKINGS; number++) {
    const id = randomUUID();
    const claim = {
      TableName,
      Key: { pk: 'SCHEDULE#bare', sk: id },
      UpdateExpression: 'SET #a=:r,#b=:r,#c=:r,#d=:r',
      ConditionExpression:
        'attribute_not_exists(#a) AND attribute_not_exists(#b) AND attribute_not_exists(#c) AND attribute_not_exists(#d)',
      ExpressionAttributeNames: { '#a': '1', '#b': '2', '#c': '3', '#d': '4' },
      ExpressionAttributeValues: { ':r': id },
    };
    const request = { pk: `REQUEST#${id}`, sk: 'REQUEST', status: 'scheduled', history: 'x'.repeat(500) };
    const Put = { TableName, Item: request, ConditionExpression: 'attribute_not_exists(pk)' };
    const customer = {
      TableName,
      Key: { pk: `CUSTOMER#${id}`, sk: 'CUSTOMER' },
      UpdateExpression: 'SET phone=:p',
      ExpressionAttributeValues: { ':p': '+12125550123' },
    };
    const TransactItems = [{ Update: claim }, { Put }, { Update: customer }];
    await document.send(new TransactWriteCommand({ TransactItems, ClientRequestToken: id }));
  }
}
