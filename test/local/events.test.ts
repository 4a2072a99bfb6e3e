import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { formatEventLine } from '../../local/events/event-bridge.ts';
import { startEventPublisher } from '../../local/events/event-publisher.ts';
import { accountDocument, booking, startService } from '../functions/service.ts';
import { until } from '../support/processes.ts';
import { openTestStream } from '../support/stream.ts';
import { allEvents, consumer, enrich, folder, service, stream, tell } from './events-fixture.ts';

/** Random numbers from 0 to 1 for a seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('the events of a table', () => {
  /** Books, moves and cancels in several calls at once. */
  const happen = (calls: number) =>
    Promise.all(
      Array.from({ length: calls }, async (_, n) => {
        const from = { call_id: `call_${n}`, from_number: `+1212555${1000 + n}` };
        const date = `2026-06-${10 + n}`;
        await service.call('book_job', booking({ date, customerPhone: from.from_number }), from);
        await service.call('reschedule_job', { date, time: '14:00' }, from);
        await service.call('cancel_job', {}, from);
      }),
    );

  it('reach a consumer that fails half of the time, all of them, in order', async () => {
    const chance = seeded(7);
    const { taken, refused, url } = await consumer(() => [204, 200, 500, 302][Math.floor(chance() * 4)] ?? 0);
    tell(url);
    await happen(3);
    const expected = await allEvents();
    await until(() => taken.length >= expected.length);

    expect(expected.length).toBeGreaterThanOrEqual(9);
    expect(refused.length).toBeGreaterThan(2);
    expect(taken.map(({ detail }) => detail)).toEqual(expected);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(expected.length);
    const ids = new Set(taken.map(({ id }) => id));
    expect(refused.every(({ id }) => ids.has(id))).toBe(true);
  });

  it('have the format of EventBridge', async () => {
    const { taken, url } = await consumer(() => 200);
    tell(url);
    const { dispatchRequestId } = await service.call('book_job', booking({ address: '1 Main St' }));
    await until(() => taken.length === 1);

    expect(taken).toEqual([
      {
        version: '0',
        id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        'detail-type': 'dispatch-request.scheduled',
        source: 'dispatch',
        account: '000000000000',
        time: '2026-06-01T12:00:00Z',
        region: 'us-east-1',
        resources: [],
        detail: expect.objectContaining({
          type: 'dispatch-request.scheduled',
          dispatchRequestId,
          version: 1,
        }),
      },
    ]);
  });

  it('are printed as lines even while nothing accepts them, without the address', async () => {
    const { url } = await consumer(() => 503);
    const { lines } = tell(url);
    const { dispatchRequestId } = await service.call('book_job', booking({ address: '1 Main St' }));
    await service.call('cancel_job', {});
    await until(() => lines.length >= 3);

    expect(lines).toEqual(
      expect.arrayContaining([
        `2026-06-01T12:00:00.000Z  dispatch-request.scheduled       ${dispatchRequestId}  scheduled  version 1`,
        `2026-06-01T12:00:00.000Z  dispatch-request.canceled        ${dispatchRequestId}  canceled  version 2`,
        'DISPATCH_EVENTS_URL answered 503 and not 2xx: dispatch-request.scheduled is sent again until it is accepted.',
      ]),
    );
    expect(lines.join('\n')).not.toMatch(/s3cret|127\.0\.0\.1/);
  });

  it('of a day that was made up for a new table are delivered and neither printed nor told', async () => {
    const { taken, url } = await consumer(() => 200);
    const told: unknown[] = [];
    const demoUntil = service.clock.now;
    const { lines } = tell(url, { demoUntil, tell: async ({ detail }) => void told.push(detail) });
    const gas = { urgency: 'emergency', notes: 'It smells of gas.' };
    await service.call('book_job', booking(gas), { call_id: 'call_1' });
    service.clock.now += 1;
    const own = { call_id: 'call_2', from_number: '+12125550177' };
    await service.call('book_job', booking({ ...gas, customerPhone: own.from_number }), own);
    const expected = await allEvents();
    await until(() => taken.length === expected.length);

    const later = expected.filter(({ occurredAt }) => Date.parse(occurredAt) > demoUntil);
    expect(later.length).toBeLessThan(expected.length);
    expect(lines).toEqual(later.map(formatEventLine));
    expect(told).toEqual(later.filter(({ type }) => type === 'dispatch-request.needs-review'));
    expect(told).toHaveLength(1);
  });

  it('continue after a restart, with the same ids', async () => {
    let status = 200;
    const { taken, refused, url } = await consumer(() => status);
    const types = () => [...new Set(taken.map((event) => event['detail-type']))];
    const first = tell(url);
    await service.call('book_job', booking({ address: '1 Main St' }));
    await until(() => taken.length === 1);
    status = 500;
    await service.call('cancel_job', {});
    await until(() => refused.length > 0);
    await first.stop();
    status = 200;
    tell(url);
    await until(() => types().length === 2);
    // Events come in order: a repeat after the restart would have come before this one.
    const { dispatchRequestId } = await service.call('book_job', booking({ date: '2026-06-11' }));
    await until(() => taken.some(({ detail }) => detail.dispatchRequestId === dispatchRequestId));

    // The one under way at the stop may have been received twice, never the ones before it.
    expect(taken.filter(({ id }) => id === taken[0]?.id)).toHaveLength(1);
    expect(types()).toEqual(['dispatch-request.scheduled', 'dispatch-request.canceled']);
    expect(taken[1]?.id).toBe(refused[0]?.id);
  });

  it('are not lost if a later record without events precedes the stop', async () => {
    let status = 500;
    const { taken, refused, url } = await consumer(() => status);
    const first = tell(url);
    await service.call('book_job', booking({ address: '1 Main St' }));
    await service.accounts.put(accountDocument());
    await until(() => refused.length > 0);
    await first.stop();
    status = 200;
    tell(url);

    await until(() => taken.length > 0);
  });

  it('continue if their position cannot be saved, which is reported once', async () => {
    mkdirSync(join(folder, 'db.events.json', 'in the way'), { recursive: true });
    const { taken, url } = await consumer(() => 200);
    const { lines, stop } = tell(url);
    await service.call('book_job', booking({ address: '1 Main St' }));
    await until(() => lines.some((line) => line.includes('cannot be saved')));
    await service.call('cancel_job', {});
    await until(() => taken.length === 2);
    await stop();

    expect(lines.filter((line) => line.includes('cannot be saved'))).toEqual([
      `The position in the event stream cannot be saved in ${join(folder, 'db.events.json')}: the next start publishes events again.`,
    ]);
  });

  it('start from the beginning with another table', async () => {
    const { taken, url } = await consumer(() => 200);
    await tell(url).stop();
    await service.call('book_job', booking({ address: '1 Main St' }));
    const { client } = stream;
    const positionFile = join(folder, 'db.events.json');
    const other = await startService();
    const { streamArn, client: unused } = await openTestStream(other.table);
    unused.destroy();
    await other.call('book_job', booking({ address: '1 Main St' }));
    const print = () => undefined;
    const options = { client, positionFile, url, print, enrich, pollEvery: 10, firstPause: 1 };
    for (const arn of [stream.streamArn, streamArn]) {
      const publisher = startEventPublisher({ ...options, streamArn: arn });
      const before = taken.length;
      await until(() => taken.length === before + 1 && existsSync(positionFile));
      await publisher.stop();
    }
    await other.stop();

    expect(taken).toHaveLength(2);
  });
});
