import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDocumentClient, meterCalls } from '../../../lib/aws/table/client.ts';
import type { RequestLog } from '../../../lib/http/log.ts';
import { createMeter } from '../../../lib/meter.ts';
import { createTestTable, type TestTable } from '../../support/database.ts';
import { lambdaContext } from '../../support/events.ts';
import { functionCallHandler } from '../../support/function-call.ts';
import { patient } from '../../support/paused-clock.ts';
import {
  type Asked,
  date,
  functionCallEvent,
  stoppedClock,
  storeAccount,
} from '../../support/race-account.ts';

const accountId = 'trips';
let table: TestTable;
let client: ReturnType<typeof counting>;

beforeAll(async () => {
  table = await createTestTable();
  await storeAccount(table, { accountId, technicians: 3 });
  client = counting(table);
  // Warm: the account is cached, as in every request of a container but the first.
  await client.ask({ callId: 'warm', name: 'check_availability' });
});
afterAll(async () => {
  client.document.destroy();
  await table.destroy();
});

/** A handler whose client records when commands begin and end, and the request's log line. */
function counting({ endpoint, tableName }: TestTable) {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const document = createDocumentClient({ endpoint, region: 'us-east-1', credentials }, patient);
  const trace: string[] = [];
  document.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (isAside(commandName, args.input)) return await next(args);
        trace.push(`> ${commandName}`);
        const result = await next(args);
        trace.push(`< ${commandName}`);
        return result;
      },
    { step: 'initialize', name: 'countRoundTrips' },
  );
  const meter = createMeter();
  meterCalls(document, meter);
  const lines: RequestLog[] = [];
  const log = (line: RequestLog) => lines.push(line);
  const handler = functionCallHandler(document, tableName, { now: stoppedClock, meter, log });
  const ask = async (asked: Omit<Asked, 'accountId' | 'time'> & { accountId?: string; time?: string }) => {
    trace.length = 0;
    const event = functionCallEvent({ accountId, time: '9:00 AM', ...asked });
    const answer = await handler(event, lambdaContext());
    const { roundTrips: logged } = lines.at(-1) ?? {};
    return { body: answer.body, trace: [...trace], trips: roundTrips(trace), logged };
  };
  return { document, ask };
}

/** No answer waits for what is kept for the call's next functions. */
const isAside = (commandName: string, input: unknown): boolean =>
  commandName === 'UpdateItemCommand' && JSON.stringify(input).includes('MEMORY#');

/** Commands that were under way at the same time, one list per round trip. */
function roundTrips(trace: readonly string[]): string[][] {
  const trips: string[][] = [];
  let open = 0;
  for (const line of trace) {
    if (!line.startsWith('>')) open -= 1;
    else {
      if (open === 0) trips.push([]);
      trips.at(-1)?.push(line.slice(2));
      open += 1;
    }
  }
  return trips.map((trip) => trip.sort());
}

const READS = [...Array<string>(8).fill('GetItemCommand'), ...Array<string>(4).fill('QueryCommand')];

describe('the round trips of a warm function', () => {
  it('are one query for availability', async () => {
    const { trips, logged } = await client.ask({ callId: 'a', name: 'check_availability' });
    expect(trips).toEqual([['QueryCommand']]);
    expect(logged).toBe(1);
  });

  it('are two for a booking: all reads at once, then one transaction', async () => {
    const { body, trace, trips, logged } = await client.ask({ callId: 'b' });
    expect(logged).toBe(2);
    expect(body).toContain('"confirmed":true');
    expect(trips).toEqual([READS, ['TransactWriteItemsCommand']]);
    expect(trace.slice(0, READS.length).filter((line) => line.startsWith('<'))).toEqual([]);
  });

  it('are two for a move', async () => {
    const { body, trips } = await client.ask({ callId: 'b', time: '1:00 PM' });
    expect(body).toContain('instead of at');
    expect(trips).toEqual([READS, ['TransactWriteItemsCommand']]);
  });

  it('are two for a refusal, which is kept, and for its repeat, too', async () => {
    const early = { callId: 'r', time: '3:10 AM' };
    const { body, trips } = await client.ask(early);
    expect(body).toContain('"reason":"closed"');
    expect(trips).toEqual([READS, ['PutItemCommand']]);
    const repeated = await client.ask(early);
    expect(repeated.body).toBe(body);
    // What the first answer has written aside may still be under way, and a trip that overlaps with it counts as one.
    expect(repeated.logged).toBeLessThanOrEqual(2);
  });

  it('are one for a repeat without changes', async () => {
    const { body, trips } = await client.ask({ callId: 'b', time: '1:00 PM' });
    expect(body).toContain('"confirmed":true');
    expect(trips).toEqual([READS]);
  });

  const OWN = Array<string>(3).fill('QueryCommand');

  it('are two for a change of an appointment by phone', async () => {
    const moved = await client.ask({ callId: 'b', time: '2:00 PM', name: 'reschedule_job' });
    expect(moved.body).toContain('instead of at');
    expect(moved.trips).toEqual([
      ['GetItemCommand', 'GetItemCommand', ...OWN, 'QueryCommand'],
      ['TransactWriteItemsCommand'],
    ]);
    const canceled = await client.ask({ callId: 'b', name: 'cancel_job' });
    expect(canceled.body).toContain('"canceled":true');
    expect(canceled.trips).toEqual([['GetItemCommand', ...OWN], ['TransactWriteItemsCommand']]);
  });

  it('are one for a message, and two for additions', async () => {
    const taken = await client.ask({ callId: 'd', name: 'take_message', args: { about: 'The invoice' } });
    expect(taken.body).toContain('"noted":true');
    expect(taken.trips).toEqual([['TransactWriteItemsCommand']]);
    const more = await client.ask({ callId: 'd', name: 'take_message', args: { about: 'And the warranty' } });
    // The first write is refused, and the refusal returns the existing message.
    expect(more.body).toContain('"noted":true');
    expect(more.logged).toBe(2);
  });

  it('are two for a transfer that nobody can take: a look for an emergency, and the message', async () => {
    const { body, trips } = await client.ask({ callId: 'h', name: 'transfer_call' });
    expect(body).toContain('"dueAt"');
    expect(trips).toHaveLength(2);
    expect(trips[1]).toEqual(['TransactWriteItemsCommand']);
  });

  it('are two for it as well if others are on call at other times', async () => {
    const onCall = [{ name: 'Kim', phone: '+12125550153', role: 'manager', shifts: [] }];
    await storeAccount(table, { accountId: 'on-call', technicians: 3, onCall });
    await client.ask({ accountId: 'on-call', callId: 'warm', name: 'check_availability' });
    const { body, trips } = await client.ask({ accountId: 'on-call', callId: 'i', name: 'transfer_call' });
    expect(body).toContain('"dueAt"');
    expect(trips).toHaveLength(2);
  });

  it('do not increase with held times: two for holding one, one for availability, two for booking it', async () => {
    const hold = { seconds: 180, perNumber: 2 };
    await storeAccount(table, { accountId: 'holds', technicians: 3, hold });
    const asked = { accountId: 'holds', callId: 'held', args: { date } };
    await client.ask({ ...asked, name: 'check_availability' });
    const held = await client.ask({ ...asked, name: 'hold_time' });
    expect(held.body).toContain('"held":true');
    expect(held.trips).toEqual([expect.any(Array), ['TransactWriteItemsCommand']]);
    const listed = await client.ask({ ...asked, name: 'check_availability' });
    expect(listed.trips).toEqual([[...Array<string>(3).fill('GetItemCommand'), 'QueryCommand']]);
    const booked = await client.ask(asked);
    expect(booked.body).toContain('"confirmed":true');
    expect(booked.trips).toEqual([['GetItemCommand', ...READS], ['TransactWriteItemsCommand']]);
    // Again, with another held time, which the same transaction releases.
    await client.ask({ ...asked, name: 'hold_time', time: '1:00 PM' });
    const moved = await client.ask({ ...asked, time: '3:00 PM' });
    expect(moved.body).toContain('instead of at');
    expect(moved.trips).toHaveLength(2);
  });

  it("are two for a customer's details", async () => {
    const { body, trips } = await client.ask({ callId: 'j', name: 'create_customer' });
    expect(body).toContain('"created":');
    expect(trips).toEqual([['GetItemCommand'], ['TransactWriteItemsCommand']]);
  });

  it('are one for a look-up', async () => {
    const { trips } = await client.ask({ callId: 'b', name: 'lookup_customer' });
    expect(trips).toHaveLength(1);
  });
});
