import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createOutbox } from '../../lib/aws/stores/outbox-store.ts';
import type { OutboxMessage } from '../../lib/record/outbox/message.ts';
import { standInProvider } from '../support/stand-in-provider.ts';
import { runReminders } from './reminders-fixture.ts';
import { accountDocument, booking, START } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const sender = { provider: 'webhook', from: '+12125550100' };
const senders = { sms: sender, email: { provider: 'webhook', from: 'office@acme.example' } };
const service = servicePerTest(() =>
  accountDocument({
    notify: { senders, customer: { follow: { hoursAfter: 2, text: 'How was it, {firstName}?' } } },
  }),
);
const provider = standInProvider();
const PHONE = '+12125550123';

beforeEach(async () => {
  provider.take();
  provider.answer(() => undefined);
  await consent(true);
});

async function consent(sms: boolean) {
  const Item = {
    pk: `CUSTOMER#acme-hvac#${PHONE}`,
    sk: 'CONSENT',
    v: 1,
    sms,
    at: 'x',
    by: 'caller',
  };
  await service().table.document.send(new PutCommand({ TableName: service().table.tableName, Item }));
}
const SECOND = 1_000;
const run = async (seconds = 0) => {
  service().clock.now += seconds * SECOND;
  await runReminders(service(), undefined, provider.providers);
  return provider.take();
};
/** Runs at an instant of New York's clocks in June. */
const runAt = async (local: string) => {
  service().clock.now = Date.parse(`${local}:00-04:00`);
  return await run();
};
const book = (args: Parameters<typeof booking>[0] = {}) => service().call('book_job', booking(args));
const move = (args: object) => service().call('reschedule_job', { ...args });
const texts = (messages: readonly OutboxMessage[]) => messages.map(({ text }) => text);
const templates = (messages: readonly OutboxMessage[]) => messages.map(({ template }) => template);
const outbox = async () => {
  const page = await createOutbox(service().dependencies).page(
    'acme-hvac',
    { limit: 50 },
    service().clock.now + 5_000,
  );
  return page.messages.map(({ template, status, reason }) =>
    [template, status, reason].filter(Boolean).join(' '),
  );
};

describe('a customer who may be texted', () => {
  it('hears of a booking a minute later, once, and how to end texts in the first text', async () => {
    await book({ customerName: 'Dana Miller' });
    expect(await run(59)).toEqual([]);
    const [message, ...others] = await run(1);

    expect(others).toEqual([]);
    expect(message).toMatchObject({ template: 'booked', channel: 'sms', to: PHONE, version: 1 });
    expect(message?.text).toMatch(
      /^Acme Heating and Air: You are booked for AC Repair on Wednesday, June 10, 9 AM\. Details and changes: https:\/\/pages\.example\/v\/[\w-]{22} Reply STOP to end texts\.$/,
    );
    expect(await run(300)).toEqual([]);
  });

  it('hears the truth only, and once, if the visit changes meanwhile', async () => {
    await book();
    await run(30);
    await move({ date: '2026-06-11', time: '10:00' });

    expect(await run(40)).toEqual([]);
    expect(texts(await run(20))).toEqual([expect.stringContaining('Thursday, June 11, 10 AM')]);
    expect((await outbox()).filter((line) => line.startsWith('booked'))).toEqual([
      'booked sent',
      'booked superseded',
    ]);
  });

  it('waits at most five minutes for changes to end', async () => {
    await book();
    const handed: OutboxMessage[] = [];
    for (let minute = 0; minute < 6; minute++) {
      await move({ date: '2026-06-11', time: minute % 2 === 0 ? '10:00' : '13:00' });
      handed.push(...(await run(50)));
    }

    expect(templates(handed)).toEqual(['booked']);
  });

  it('hears of a move and of a cancellation, and nothing if what was told holds again', async () => {
    await book();
    await run(60);
    await move({ date: '2026-06-11', time: '10:00' });
    await run(10);
    await move({ date: '2026-06-10', time: '09:00' });
    expect(await run(300)).toEqual([]);
    await move({ date: '2026-06-11', time: '10:00' });
    expect(texts(await run(60))).toEqual([expect.stringContaining('is now on Thursday, June 11, 10 AM')]);
    await service().call('cancel_job', { date: '2026-06-11', time: '10:00' });
    expect(texts(await run(60))).toEqual([
      'Acme Heating and Air: Your AC Repair visit on Thursday, June 11, 10 AM, is canceled. To book another, call (212) 555-0100.',
    ]);
  });

  it('is reminded at the same time of the day before, of what stands only', async () => {
    await book();
    await run(60);
    await move({ date: '2026-06-12', time: '10:00' });
    await run(60);

    expect(await runAt('2026-06-09T09:00')).toEqual([]);
    expect(await runAt('2026-06-11T09:59')).toEqual([]);
    const [reminder, ...others] = await runAt('2026-06-11T10:00');
    expect(others).toEqual([]);
    expect(reminder).toMatchObject({ template: 'reminder', hoursBefore: 24 });
    expect(reminder?.text).toContain('visit on Friday, June 12, 10 AM');
  });

  it('gets the text of a change after midnight in the same morning', async () => {
    await runAt('2026-06-02T03:00');
    await book({ textConsent: true });
    expect(await run(60)).toEqual([]);
    expect(await runAt('2026-06-02T07:59')).toEqual([]);
    expect(templates(await runAt('2026-06-02T08:00'))).toEqual(['booked']);
  });

  it('gets no text at night, at the site', async () => {
    service().clock.now = Date.parse('2026-06-01T20:59:30-04:00');
    await book({ zip: '94105', address: '1 Main Street' });
    // It is before 18:00 in San Francisco.
    expect(templates(await run(60))).toEqual(['booked']);
    await move({ date: '2026-06-11', time: '10:00' });
    expect(await runAt('2026-06-01T23:30')).toHaveLength(1);
    await move({ date: '2026-06-12', time: '10:00' });
    expect(await runAt('2026-06-02T10:59')).toEqual([]);
    expect(templates(await runAt('2026-06-02T11:00'))).toEqual(['changed']);
  });

  it('gets nothing after ending texts, not even what was made before', async () => {
    await book();
    await run();
    await consent(false);

    expect(await run(60)).toEqual([]);
    expect(await outbox()).toContain('booked suppressed opted_out');
  });

  it('is reminded once, however the number may be reached meanwhile', async () => {
    const { dispatchRequestId } = await book({ email: 'dana@home.example' });
    await run(60);
    await consent(false);
    await service().change(dispatchRequestId, { to: 'dispatched' });
    await run(60);
    await consent(true);

    expect(templates(await runAt('2026-06-09T09:00'))).toEqual(['reminder']);
    expect(await run(60)).toEqual([]);
  });

  it('is asked about a visit that is done', async () => {
    const { dispatchRequestId } = await book({ customerName: 'Dana Miller' });
    await run(60);
    for (const to of ['dispatched', 'in_progress', 'completed'] as const)
      await service().change(dispatchRequestId, { to });

    expect(await run(2 * 3600 - 1)).toEqual([]);
    expect(texts(await run(1))).toEqual(['How was it, Dana?']);
  });
});

describe('a customer who may not be texted', () => {
  it('gets an e-mail, or nothing without an address', async () => {
    await consent(false);
    await book();
    expect(await run(60)).toEqual([]);
    await book({ serviceType: 'Heating Repair', time: '13:00', email: 'dana@home.example' });
    const [mail, ...others] = await run(60);

    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      channel: 'email',
      to: 'dana@home.example',
      subject: 'Your visit by Acme Heating and Air',
    });
    expect(mail?.text).not.toContain('STOP');
  });

  it('gets an e-mail if the number turns out to be a landline, and no text after that', async () => {
    provider.answer(({ channel }) =>
      channel === 'sms' ? { kind: 'failed', reason: 'landline' } : undefined,
    );
    await book({ email: 'dana@home.example' });
    expect((await run(60)).map(({ channel }) => channel)).toEqual(['sms']);
    expect((await run(1)).map(({ channel }) => channel)).toEqual(['email']);
    await move({ date: '2026-06-11', time: '10:00' });

    expect((await run(60)).map(({ channel, template }) => [channel, template])).toEqual([
      ['email', 'changed'],
    ]);
  });
});

it('hears nothing of a visit that was booked and canceled within a minute', async () => {
  await book();
  await run(20);
  await service().call('cancel_job', { date: '2026-06-10', time: '09:00' });

  expect(await run(600)).toEqual([]);
  expect(new Set(await outbox())).toEqual(new Set(['booked superseded', 'reminder superseded']));
  expect(service().clock.now).toBeGreaterThan(START);
});
