import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHandler } from '../../functions/board-updates/handler.ts';
import { boardUpdateStores } from '../../lib/aws/composition.ts';
import { searched, searchKey } from '../../lib/aws/stores/search-store.ts';
import { pipeRecord } from '../../local/events/event-bridge.ts';
import { cliOf } from '../cli/run-cli.ts';
import { lambdaContext } from '../support/events.ts';
import { violations } from '../support/invariants.ts';
import { openTestStream, type TestStream } from '../support/stream.ts';
import { boardOf } from './board-fixture.ts';
import { accountDocument, booking, type Service, startService } from './service.ts';

let service: Service;
let board: ReturnType<typeof boardOf>;
let stream: TestStream;
beforeEach(async () => {
  service = await startService();
  const origins = { crm: ['loc_zenith'], voiceone: ['agent_zenith'], voicetwo: ['asst_zenith'] };
  await service.accounts.put(accountDocument({ accountId: 'zenith', origins }));
  board = boardOf(service);
  stream = await openTestStream(service.table);
});
afterEach(async () => {
  expect(await violations(service.table.document, service.table.tableName)).toEqual([]);
  stream.client.destroy();
  await service.stop();
});

/** The records since the last time, as Lambda gets them. */
async function changes() {
  const records = await stream.records();
  return records
    .map((record) => pipeRecord(record, stream.streamArn))
    .filter((record) => searched.some((sk) => sk === Object(record).dynamodb.Keys.sk.S));
}

async function follow(records?: readonly object[]): Promise<void> {
  const { rights } = service.container().deps;
  const handler = createHandler({
    ...boardUpdateStores(service.dependencies),
    push: async () => 'sent',
    log: () => undefined,
  });
  const Records = [...(records ?? (await changes()))];
  await rights.runAs('board-updates', () => handler({ Records }, lambdaContext()));
}

const search = async (q: string, options = {}) =>
  (await board.get(`/search?q=${encodeURIComponent(q)}`, options)).body;
const idsBy = async (q: string): Promise<string[]> =>
  (await search(q)).requests.map(({ dispatchRequestId }: { dispatchRequestId: string }) => dispatchRequestId);

const ended = (call_id: string, from_number: string) => {
  const call = { call_id, agent_id: 'agent_acme', from_number, transcript: 'Hi' };
  return service.send('voiceone-call-complete', { event: 'call_ended', call });
};
const index = () => service.items(searchKey('acme-hvac'));

describe('what a dispatcher looks for', () => {
  it('is found by kind, with date and status', async () => {
    const said = booking({ customerName: 'Siobhán O’Connor', address: '7 Elm Street', zip: '10011' });
    const { dispatchRequestId } = await service.call('book_job', said);
    await ended('call_1', '+12125550123');
    await follow();

    for (const q of ["siobhan o'c", '7 elm', '10011', '5550123', '(212) 555-0123', dispatchRequestId])
      expect([q, await idsBy(q)]).toEqual([q, [dispatchRequestId]]);
    expect(await search("o'connor")).toMatchObject({
      requests: [
        {
          dispatchRequestId,
          status: 'scheduled',
          customer: 'Siobhán O’Connor',
          appointment: { date: '2026-06-10', time: '9:00 AM', technician: 'Ana' },
        },
      ],
      customers: [{ phone: '+12125550123', name: 'Siobhán O’Connor', sites: [{ address: '7 Elm Street' }] }],
      calls: [],
      isMore: false,
    });
    expect((await search('0123')).calls).toMatchObject([{ callId: 'call_1', caller: '+12125550123' }]);
  });

  it('is found under its present name only', async () => {
    await service.call('book_job', booking());
    await follow();
    await service.call('book_job', booking({ customerName: 'Dora Milner' }));
    await follow();

    expect(await idsBy('miller')).toEqual([]);
    expect(await idsBy('milner')).toHaveLength(1);
    const words = (await index()).map(({ sk, of }) => (Object(of).sk === 'REQUEST' ? sk : ''));
    expect(words.join()).not.toContain('wmiller');
  });

  it('lists the newest first, and says when there are more', async () => {
    for (let call = 0; call < 12; call++)
      for (let lead = 0; lead < 9; lead++) {
        const contact = { id: `c${call}`, firstName: 'Pat', phone: `+1212555${String(2000 + call * 10)}` };
        const customData = { serviceRequested: 'AC Repair', notes: `${call} ${lead}` };
        service.clock.now += 1000;
        await service.send('crm', { type: 'WorkflowWebhook', locationId: 'loc_acme', contact, customData });
      }
    await follow();
    const found = await search('pat');
    const dates = found.requests.map(({ createdAt }: { createdAt: string }) => createdAt);

    expect(dates).toHaveLength(100);
    expect(dates).toEqual(dates.toSorted().reverse());
    expect(found.isMore).toBe(true);
    expect((await search('pat 5552110')).requests).toHaveLength(9);
    expect((await search('pat 5552110')).isMore).toBe(false);
  });

  it('is not found in another account', async () => {
    await service.call('book_job', booking());
    await follow();
    const nothing = { requests: [], customers: [], calls: [], isMore: false };
    const [id] = await idsBy('dana');

    for (const q of ['dana', '5550123', id])
      expect((await board.send(`/accounts/zenith/search?q=${q}`, { accounts: '*' })).body).toEqual(nothing);
  });

  it.each(['', '?q=', '?q=a', `?q=${'x'.repeat(101)}`, '?q=%20%20a%20'])(
    'must be a text: %s',
    async (query) => {
      const { status, body } = await board.get(`/search${query}`);
      expect([status, body.errors]).toEqual([
        422,
        [{ path: 'q', expected: 'a text of 2 to 100 characters' }],
      ]);
    },
  );

  it('may be any text', async () => {
    for (const q of ['%%', '#!', '\u0000\u0001xx', '💧💧', '0'.repeat(100), 'a '.repeat(50)])
      expect((await search(q)).requests).toEqual([]);
  });

  it('is no call past its retention', async () => {
    await ended('call_1', '+12125550177');
    await follow();
    expect((await search('5550177')).calls).toHaveLength(1);
    service.clock.now += 366 * 24 * 60 * 60 * 1000;

    expect((await search('5550177')).calls).toEqual([]);
    for (const { expiresAt } of await index()) expect(expiresAt).toBeLessThan(service.clock.now / 1000);
  });
});

describe('the index', () => {
  it('is the same however often and late records come', async () => {
    await service.call('book_job', booking());
    await ended('call_1', '+12125550123');
    const first = await changes();
    await follow(first);
    await service.call('book_job', booking({ customerName: 'Dora Milner', address: '9 Oak Ave' }));
    const second = await changes();
    await follow(second);
    const once = await index();
    for (const records of [first, [...first, ...second], second, first]) await follow(records);

    expect(await index()).toEqual(once);
  });

  it('is not written when nothing that is looked for changes', async () => {
    const { dispatchRequestId } = await service.call('book_job', booking());
    await follow();
    await service.change(dispatchRequestId, { to: 'dispatched' });
    const records = await changes();
    expect(records).toHaveLength(1);
    const commands: string[] = [];
    service.table.document.middlewareStack.add((next, { commandName = '' }) => (args) => {
      commands.push(commandName);
      return next(args);
    });
    await follow(records);

    // It asks whose pages are open.
    expect(commands).toEqual(['QueryCommand']);
  });

  it('loses an erased person at once, and late records do not bring the person back', async () => {
    await service.call('book_job', booking({ address: '7 Elm Street', email: 'dana@example.com' }));
    await ended('call_1', '+12125550123');
    const before = await changes();
    await follow(before);
    const cli = cliOf(service);
    await cli.run(
      'customers',
      'delete',
      '--account',
      'acme-hvac',
      '--phone',
      '+12125550123',
      '--keep-visits',
      '--yes',
    );
    expect(await index()).toEqual([]);

    await follow(before);
    await follow();
    expect(await index()).toEqual([]);
    expect(await idsBy('dana')).toEqual([]);
  });
});
