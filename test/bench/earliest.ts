import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { realDependencies } from '../../lib/aws/composition.ts';
import { createAccountStore } from '../../lib/aws/stores/account-store.ts';
import { scheduleKey } from '../../lib/aws/stores/schedule-reader.ts';
import { BUCKET_MINUTES } from '../../lib/scheduling/occupancy.ts';
import { addDays, instantOf, utcDateOf, wallClockOf } from '../../lib/scheduling/time.ts';
import { functionCallEvent } from '../support/race-account.ts';
import { accountDocument, clientOf, dependenciesOver, withDatabase } from './database.ts';
import { context, handlersOver } from './handlers.ts';
import { type Group, median, row } from './report.ts';
import { availabilityEvent } from './requests.ts';
import { createWire } from './trips.ts';

const TECHNICIANS = 50;
const HORIZON = 60;
const ZONE = 'America/New_York';
const [OPENS, CLOSES] = [8 * 60, 18 * 60];
/** The most items that DynamoDB takes in one batch. */
const BATCH = 25;

const earliestEvent = (accountId: string, callId: string) =>
  functionCallEvent({
    accountId,
    callId,
    time: '',
    name: 'check_availability',
    args: { date: undefined },
  });

/** Claims a share of each hour on every day up to the horizon and beyond. */
function claims(accountId: string, share: number): readonly Record<string, unknown>[] {
  const { date: today } = wallClockOf(ZONE, Math.floor(Date.now() / 60_000));
  return Array.from({ length: HORIZON + 2 }, (_, ahead) => {
    const first = (instantOf(ZONE, addDays(today, ahead), OPENS) ?? 0) / BUCKET_MINUTES;
    const buckets = Array.from({ length: (CLOSES - OPENS) / BUCKET_MINUTES }, (_, place) => first + place);
    return Array.from({ length: TECHNICIANS }, (_, n) => {
      const taken = buckets.filter((bucket) => ((Math.floor(bucket / 4) + n) % 10) / 10 < share);
      return {
        ...scheduleKey(accountId, utcDateOf(first * BUCKET_MINUTES), `t${n}`),
        ...Object.fromEntries(taken.map((bucket) => [String(bucket), 'dr_0123456789abcdefghjk'])),
      };
    });
  }).flat();
}

async function store(document: DynamoDBDocumentClient, tableName: string, accountId: string, share: number) {
  await createAccountStore(realDependencies({ document, tableName })).put({
    ...accountDocument(accountId, TECHNICIANS),
    booking: { gridMinutes: 30, bufferMinutes: 0, horizonDays: HORIZON },
  });
  const items = claims(accountId, share);
  for (let from = 0; from < items.length; from += BATCH) {
    const puts = items.slice(from, from + BATCH).map((Item) => ({ PutRequest: { Item } }));
    await document.send(new BatchWriteCommand({ RequestItems: { [tableName]: puts } }));
  }
}

/** "The earliest" for a company that is booked up to its horizon: the longest possible search. */
export const earliest: Group = {
  name: 'earliest',
  title: 'The earliest, where 60 days of 50 technicians are full',
  measure: (quick) =>
    withDatabase(async (endpoint, tableName) => {
      const document = clientOf(endpoint);
      await store(document, tableName, 'full', 1);
      await store(document, tableName, 'busy', 0.9);
      const wire = createWire();
      const counted = patientHandler(await wire.to(endpoint), tableName);
      const functionCall = patientHandler(endpoint, tableName);
      const asked = async (handler: typeof functionCall, event: APIGatewayProxyEventV2, expected: string) => {
        const { body = '' } = await handler(event, context);
        if (!body.includes(expected)) throw new Error(`Answered ${body.slice(0, 200)}`);
      };
      const searched = (handler = functionCall) =>
        asked(handler, earliestEvent('full', 'a'), 'Nothing is free as far ahead');
      const looked = (handler = functionCall) => asked(handler, availabilityEvent('busy', 'a'), '"days"');
      await searched(counted);
      wire.reset();
      await searched(counted);
      const trips = wire.count();
      wire.stop();
      const [search, look] = await cpuOf(quick ? 7 : 21, searched, looked);
      return [
        row('round trips of the search', 'allowed', 'trips', [trips, 3], { atMost: 1 }),
        row('CPU of the search', 'availability of one day, nine tenths booked', 'ms', [search, look], {
          atMost: 20,
        }),
      ];
    }),
};

/** So that no deadline cuts the search short on a busy machine. */
function patientHandler(endpoint: string, tableName: string) {
  const startedAt = Date.now();
  const document = clientOf(endpoint, { connect: 10_000, answer: 60_000 });
  const deps = { ...dependenciesOver(endpoint, tableName), document, now: () => startedAt };
  return handlersOver(deps).functionCall;
}

/** The median CPU times of two requests that alternate. Milliseconds. */
async function cpuOf(
  rounds: number,
  subject: () => Promise<unknown>,
  baseline: () => Promise<unknown>,
): Promise<readonly [number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = -3; round < rounds; round++) {
    const [a, b] = [await cpu(subject, 1), await cpu(baseline, 10)];
    if (round < 0) continue;
    times[0].push(a);
    times[1].push(b);
  }
  return [median(times[0]), median(times[1])];
}

async function cpu(run: () => Promise<unknown>, count: number): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < count; done++) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / count;
}
