import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { booking, type Service, startService } from '../functions/service.ts';
import { watchDatabase } from '../support/database-watch.ts';
import { type Tool, toolCallShapes, toolCalls } from '../support/platforms/voicetwo-tool-calls.ts';

let service: Service;
let database: ReturnType<typeof watchDatabase>;
beforeEach(async () => {
  service = await startService();
  database = watchDatabase(service.table);
});
afterEach(async () => {
  database.failing = undefined;
  await service.stop();
});

const captured = toolCallShapes['all three lists, as captured'] ?? (() => ({}));

/** The answer to each tool call, in the order of the answer. */
async function run(...tools: readonly Tool[]) {
  const { status, body } = await service.send('voicetwo', toolCalls(captured(tools)));
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['results']);
  expect(body.results.map(({ toolCallId }: { toolCallId: string }) => toolCallId)).toEqual(
    tools.map(({ id }) => id),
  );
  return body.results.map(({ result }: { result: string }) => {
    expect(result).not.toMatch(/[\r\n\u2028\u2029]/);
    return JSON.parse(result);
  });
}

const tool = (id: string, name: string, args: unknown = {}): Tool => ({ id, name, args });
const asked = { date: '2026-06-10', serviceType: 'AC Repair' };
const hours = tool('hours', 'getBusinessHours');

describe('several tool calls in one message', () => {
  it('run look-ups in parallel', async () => {
    database.slowness = 40;
    await run(tool('a', 'checkAvailability', asked));
    const alone = Math.max(...database.most.values());
    await run(
      tool('a', 'checkAvailability', asked),
      tool('b', 'checkAvailability', { ...asked, date: '2026-06-11' }),
      tool('c', 'lookupCustomer'),
    );
    expect(Math.max(...database.most.values())).toBeGreaterThan(alone);
  });

  it('run writes in sequence, and are answered in order', async () => {
    database.slowness = 10;
    const [first, look, second] = await run(
      tool('a', 'bookAppointment', booking()),
      tool('b', 'checkAvailability', asked),
      tool('c', 'bookAppointment', booking({ time: '13:00' })),
    );
    expect(first).toMatchObject({ confirmed: true, time: '9:00 AM' });
    expect(look).toMatchObject(asked);
    expect(second).toMatchObject({ time: '1:00 PM', dispatchRequestId: first.dispatchRequestId });
    expect(second.message).toContain('is now at 1 PM with Ana instead of at 9 AM');
    expect(database.most.get('TransactWriteItemsCommand')).toBe(1);
    expect(await service.requests.list('acme-hvac')).toHaveLength(1);
  });

  it('are answered one by one if some of them fail', async () => {
    const answers = await run(
      tool('coffee', 'makeCoffee', { sugar: 'two\nlumps' }),
      tool('broken', 'bookAppointment', '{"date": "2026-06-10", "time"'),
      tool('nothing', 'checkAvailability', null),
      tool('unnamed', ''),
      tool('good', 'bookAppointment', booking({ notes: 'first line\nsecond line' })),
      hours,
    );
    expect(answers).toEqual([
      { error: { code: 'unknown_function', message: expect.any(String) } },
      expect.objectContaining({ confirmed: false, reason: 'missing_argument' }),
      expect.objectContaining({ availableSlots: [], reason: 'missing_argument' }),
      { error: { code: 'unknown_function', message: expect.any(String) } },
      expect.objectContaining({ confirmed: true }),
      expect.objectContaining({ timezone: 'America/New_York' }),
    ]);
    expect(service.lines.at(-1)).toMatchObject({ code: 'unknown_function' });
    expect(service.lines.at(-1)?.toolCalls).toHaveLength(6);
  });

  // The clock advances with each failure; otherwise the retries would never end.
  const throttled = () => {
    service.clock.now += 700;
    return Object.assign(new Error('slow down'), { name: 'ThrottlingException' });
  };

  it('return successful look-ups if only writing fails', async () => {
    await run(hours);
    database.failing = { commands: /Transact/, error: throttled };
    const answers = await run(tool('a', 'checkAvailability', asked), tool('b', 'bookAppointment', booking()));
    expect(answers).toEqual([
      expect.objectContaining({
        ...asked,
        availableSlots: expect.arrayContaining([
          { date: expect.any(String), time: '9:00 AM', start: '09:00', technician: 'Ana' },
        ]),
      }),
      {
        error: {
          code: 'temporarily_unavailable',
          message: expect.stringContaining("couldn't change anything"),
        },
      },
    ]);
  });

  it('are all answered if the storage is down', async () => {
    database.failing = { commands: /./, error: throttled };
    const faults = await run(
      tool('a', 'checkAvailability', asked),
      tool('b', 'bookAppointment', booking()),
      hours,
    );
    expect(faults.map((answer: { error?: { code: string } }) => answer.error?.code)).toEqual(
      Array(3).fill('temporarily_unavailable'),
    );
    expect(service.lines.at(-1)).toMatchObject({
      status: 200,
      outcome: 'fault',
      toolCalls: [
        { function: 'check_availability' },
        { function: 'book_job' },
        { function: 'get_business_hours' },
      ],
    });
  });

  it('run once if the message is repeated', async () => {
    const tools = [
      tool('a', 'bookAppointment', booking()),
      tool('b', 'createCustomer', { customerName: 'Dana' }),
    ];
    const first = await run(...tools);
    const [booked, customer] = await run(...tools);
    expect(booked).toEqual(first[0]);
    expect(customer).toMatchObject({ customerId: first[1].customerId, created: false });
    expect(await service.requests.list('acme-hvac')).toHaveLength(1);
  });
});
