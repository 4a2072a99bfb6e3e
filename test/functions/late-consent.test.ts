import { beforeEach, describe, expect, it } from '@jest/globals';
import type { OutboxMessage } from '../../lib/record/outbox/message.ts';
import { standInProvider } from '../support/stand-in-provider.ts';
import { runReminders } from './reminders-fixture.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const PHONE = '+12125550123';
const COMPANY = '+12125550100';
const sender = { provider: 'webhook', from: COMPANY };
const senders = { sms: sender, email: { provider: 'webhook', from: 'office@acme.example' } };
const service = servicePerTest(() =>
  accountDocument({
    technicians: [{ id: 'ana', name: 'Ana', phone: '+12125550151' }],
    notify: { senders, customer: {}, technicians: { at: '06:30' } },
  }),
);
const provider = standInProvider();
beforeEach(() => {
  provider.take();
});

const run = async (seconds = 0) => {
  service().clock.now += seconds * 1_000;
  await runReminders(service(), undefined, provider.providers);
  return provider.take();
};
const runAt = async (local: string) => {
  service().clock.now = Date.parse(`${local}:00-04:00`);
  return await run();
};
/** In the order of their names, because messages are handed over in parallel. */
const told = (messages: readonly OutboxMessage[]) =>
  messages.map(({ template, to }) => [template, to]).toSorted();

let calls = 0;
/** A function call in a call of its own. */
const call = (name: string, args: object) => {
  calls += 1;
  return service().call(name, { ...args }, { call_id: `late_${calls}` });
};
const decides = (textConsent: boolean) =>
  call('create_customer', { customerName: 'Dana Miller', textConsent });
let texts = 0;
const reply = async (text: string) => {
  texts += 1;
  const data = { id: `late_${texts}`, from: PHONE, to: COMPANY, text };
  await service().send('messaging-webhook', { type: 'message.received', data });
};

describe('consent that comes after the booking', () => {
  it('in the same call, has the booking told', async () => {
    await call('book_job', booking());
    await run(30);
    await decides(true);

    expect(told(await run(60))).toEqual([['booked', PHONE]]);
    expect(await run(300)).toEqual([]);
  });

  it('long after it, has the reminder sent, and no news of what the customer knows', async () => {
    await call('book_job', booking());
    await run(2 * 24 * 3600);
    await decides(true);

    expect(await run(300)).toEqual([]);
    const [reminder, ...others] = await runAt('2026-06-09T09:00');
    expect(reminder).toMatchObject({ template: 'reminder', to: PHONE, hoursBefore: 24 });
    expect(others).toEqual([]);
  });

  it('long after a booking, has told where it was moved to since, and no state that it is in', async () => {
    const { dispatchRequestId } = await call('book_job', booking());
    await call('book_job', booking({ date: '2026-06-12', time: '9:00', additionalVisit: true }));
    await run(24 * 3600);
    await call('reschedule_job', { dispatchRequestId, date: '2026-06-11', time: '10:00' });
    await run(2 * 24 * 3600);
    await decides(true);
    const [changed, ...others] = await run();

    expect(changed).toMatchObject({ template: 'changed', to: PHONE });
    expect(changed?.text).toContain('is now on Thursday, June 11, 10 AM');
    expect(others).toEqual([]);
  });

  it.each([
    [59, [['booked', PHONE]]],
    [61, []],
  ])(
    '%i minutes after a booking whose status has changed, is measured from the booking',
    async (minutes, expected) => {
      const { dispatchRequestId } = await call('book_job', booking());
      await run((minutes - 10) * 60);
      await service().change(dispatchRequestId, { to: 'dispatched' });
      await run(10 * 60);
      await decides(true);

      expect(told(await run(60))).toEqual(expected);
    },
  );

  it('has a change told that nobody could tell before', async () => {
    await call('book_job', booking({ textConsent: true }));
    await run(60);
    await reply('STOP');
    await call('reschedule_job', { date: '2026-06-11', time: '10:00' });
    expect(told(await run(60))).toEqual([['stopped', PHONE]]);
    await run(2 * 24 * 3600);
    await reply('START');
    const sent = await run();

    expect(told(sent)).toEqual([
      ['changed', PHONE],
      ['started', PHONE],
    ]);
    expect(sent.find(({ template }) => template === 'changed')?.text).toContain(
      'is now on Thursday, June 11, 10 AM',
    );
    expect(told(await runAt('2026-06-10T10:00'))).toEqual([['reminder', PHONE]]);
  });

  it('has a cancellation told that nobody could tell before', async () => {
    await call('book_job', booking({ textConsent: true }));
    await run(60);
    await reply('STOP');
    await call('cancel_job', {});
    await run(3600);
    await reply('START');

    expect(told(await run())).toEqual([
      ['canceled', PHONE],
      ['started', PHONE],
    ]);
  });

  it('has nothing told that was told by e-mail, and the reminder go to the number', async () => {
    await call('book_job', booking({ email: 'dana@home.example' }));
    expect(told(await run(60))).toEqual([['booked', 'dana@home.example']]);
    await decides(true);

    expect(await run(300)).toEqual([]);
    expect(told(await runAt('2026-06-09T09:00'))).toEqual([['reminder', PHONE]]);
  });

  it('sends the news that waits for the morning once, and to the number', async () => {
    service().clock.now = Date.parse('2026-06-01T22:00:00-04:00');
    await call('book_job', booking({ textConsent: true }));
    await run(60);
    await decides(false);
    await run(60);
    await decides(true);
    await run(60);

    expect(told(await runAt('2026-06-02T08:00'))).toEqual([['booked', PHONE]]);
  });

  it('has told what was suppressed while it was withdrawn', async () => {
    await call('book_job', booking({ textConsent: true }));
    await run();
    await reply('STOP');
    expect(told(await run(60))).toEqual([['stopped', PHONE]]);
    await reply('START');

    expect(told(await run(60))).toEqual([
      ['booked', PHONE],
      ['started', PHONE],
    ]);
    expect(await run(300)).toEqual([]);
  });

  it('tells technicians of no change of their day', async () => {
    await call('book_job', booking({ date: '2026-06-01', time: '13:00' }));
    expect(told(await run(60))).toEqual([['dayLink', '+12125550151']]);
    await decides(true);

    expect(told(await run(60))).toEqual([['booked', PHONE]]);
  });

  it('keeps what waits for the technician', async () => {
    await call('book_job', booking({ date: '2026-06-01', time: '13:00' }));
    await run(10);
    await decides(true);
    await run(10);

    expect(told(await run(60))).toEqual([
      ['booked', PHONE],
      ['dayLink', '+12125550151'],
    ]);
  });

  it('has nothing told of the visits of others who called from the number', async () => {
    await call('book_job', booking({ customerPhone: '+12125550177' }));
    await run(60);
    await decides(true);

    expect(await run(300)).toEqual([]);
  });

  it('that is said again has nothing told again', async () => {
    await call('book_job', booking({ textConsent: true }));
    expect(told(await run(60))).toEqual([['booked', PHONE]]);
    await decides(true);

    expect(await run(300)).toEqual([]);
  });

  it('and is withdrawn before the next run has nothing told', async () => {
    await call('book_job', booking());
    await run(60);
    await decides(true);
    await decides(false);

    expect(told(await run(60))).toEqual([['stopped', PHONE]]);
  });
});
