import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventsOf } from '../../lib/aws/stream-events.ts';
import { StorageUnavailable } from '../../lib/record/faults.ts';
import type { RequestStore } from '../../lib/record/ports.ts';
import { HOUR_MS } from '../../lib/scheduling/time.ts';
import { standInProvider } from '../support/stand-in-provider.ts';
import { openTestStream } from '../support/stream.ts';
import { runReminders } from './reminders-fixture.ts';
import { accountDocument, booking, type Service, startService } from './service.ts';

let service: Service;
let lines: object[];
beforeEach(async () => {
  service = await startService(accountDocument({ transfer: {} }));
  lines = [];
});
afterEach(() => service.stop());

const run = async (commit?: RequestStore['commit']) => {
  lines.push(...(await runReminders(service, commit)));
};
const leave = (over: object = {}) => service.call('take_message', { about: 'The invoice' }, { ...over });
const stored = (answer: { dispatchRequestId: string }) => service.requests.get(answer.dispatchRequestId);
const eventsOfItem = async ({ dispatchRequestId }: { dispatchRequestId: string }) =>
  (await service.items(`REQUEST#${dispatchRequestId}`))[0]?.events;

describe('an overdue callback', () => {
  it('is told to those of the office who hear of overdue callbacks, once', async () => {
    const provider = standInProvider();
    const sender = { provider: 'webhook', from: '+12125550100' };
    const office = [
      { sms: '+12125550160', for: ['overdue'] },
      { email: 'desk@acme.example', for: ['overdue', 'message'] },
      { email: 'boss@acme.example', for: ['emergency'] },
    ];
    const senders = { sms: sender, email: { provider: 'webhook', from: 'office@acme.example' } };
    await service.accounts.put(accountDocument({ transfer: {}, notify: { senders, office } }));
    const message = await leave({ customerName: 'Dana Miller' });
    await runReminders(service, undefined, provider.providers);
    provider.take();
    service.clock.now = Date.parse(message.dueAt);
    await runReminders(service, undefined, provider.providers);
    await runReminders(service, undefined, provider.providers);
    service.clock.now += 60_000;
    await runReminders(service, undefined, provider.providers);
    const sent = provider.take();

    expect(sent.map(({ template, to }) => [template, to]).toSorted()).toEqual([
      ['office', '+12125550160'],
      ['office', 'desk@acme.example'],
    ]);
    for (const { text } of sent)
      expect(text).toMatch(/^A promised call is overdue\. .*\(212\) 555-0123.* See it: https:\/\/board/);
  });

  it('is reported once when it is due, and not before', async () => {
    const message = await leave();
    service.clock.now = Date.parse(message.dueAt) - 1;
    await run();
    expect(await stored(message)).toMatchObject({ version: 1 });
    service.clock.now += 1;
    const { client, records } = await openTestStream(service.table);
    await run();
    await run();
    expect(await stored(message)).toMatchObject({
      version: 2,
      status: 'requested',
      overdueAt: message.dueAt,
      history: [{}, { by: 'service', why: 'nobody has called back in time' }],
    });
    expect(lines).toEqual([{ outcome: 'reminded', requests: 1 }]);
    const told = (await records()).flatMap(eventsOf);
    client.destroy();
    expect(told.map(({ type }) => type)).toEqual([
      'message.taken',
      'dispatch-request.needs-review',
      'message.overdue',
    ]);
  });

  it('is not reported once the message is closed or answered by a booking', async () => {
    const done = await leave();
    const answered = await leave({ call_id: 'call_2', from_number: '+12125550188' });
    await service.change(done.dispatchRequestId, { to: 'completed' });
    const other = booking({ customerPhone: '+12125550188' });
    await service.call('book_job', other, { call_id: 'call_2', from_number: '+12125550188' });
    service.clock.now += 48 * HOUR_MS;
    await run();
    expect(lines).toEqual([]);
    expect(await stored(answered)).toMatchObject({ status: 'completed' });
  });

  it('is reported again only for a new due time', async () => {
    const message = await leave();
    service.clock.now += 4 * HOUR_MS;
    await run();
    await leave({ transcript: 'again' });
    await service.call('take_message', { about: 'Nobody has called' });
    await run();
    expect(lines).toHaveLength(1);
    await service.change(message.dispatchRequestId, { to: 'completed' });
    await service.call('take_message', { about: 'The total is wrong too' });
    await run();
    expect(lines).toHaveLength(1);
    service.clock.now += 48 * HOUR_MS;
    await run();
    expect(lines).toHaveLength(2);
  });

  it('may belong to an emergency, or to a change that only a person may make', async () => {
    const emergency = await service.call(
      'book_job',
      { urgency: 'emergency' },
      { call_id: 'call_0', from_number: '+12125550188' },
    );
    await service.call('book_job', booking());
    service.clock.now = Date.UTC(2026, 5, 10, 12);
    const refused = await service.call('cancel_job', {}, { call_id: 'call_2' });
    service.clock.now = Date.UTC(2026, 5, 10, 14);
    await run();
    expect(lines).toEqual([{ outcome: 'reminded', requests: 2 }]);
    expect(await eventsOfItem(emergency)).toEqual(['message.overdue']);
    expect(await eventsOfItem(refused)).toEqual(['message.overdue']);
    await service.review(refused.dispatchRequestId);
    service.clock.now += 48 * HOUR_MS;
    await run();
    expect(lines).toHaveLength(1);
  });

  it('whose write fails is retried in the next run, and does not delay others', async () => {
    await leave();
    await leave({ call_id: 'call_2' });
    service.clock.now += 4 * HOUR_MS;
    let left = 1;
    const { commit } = service.container().deps.requests;
    const failing: typeof commit = (change, deadline) =>
      left-- > 0 ? Promise.reject(new StorageUnavailable({ cause: undefined })) : commit(change, deadline);
    await expect(run(failing)).rejects.toThrow(StorageUnavailable);
    await run();
    expect(lines).toEqual([{ outcome: 'reminded', requests: 1 }]);
    await run();
    expect(lines).toHaveLength(1);
  });

  it('is reported once even if two runs overlap', async () => {
    const message = await leave();
    service.clock.now += 4 * HOUR_MS;
    await Promise.all([run(), run()]);
    expect(await stored(message)).toMatchObject({ version: 2 });
    expect(lines).toEqual([{ outcome: 'reminded', requests: 1 }]);
  });
});
