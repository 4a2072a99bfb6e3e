import { describe, expect, it } from '@jest/globals';
import { reminderStores } from '../../lib/aws/composition.ts';
import { createOutbox } from '../../lib/aws/stores/outbox-store.ts';
import type { OutboxMessage } from '../../lib/record/outbox/message.ts';
import { takeAlert } from '../../lib/record/take-alert.ts';
import { MINUTE_MS } from '../../lib/scheduling/time.ts';
import { recordDelivery } from '../../lib/touch/record-delivery.ts';
import { everyDay } from '../lib/accounts/on-call-document.ts';
import { standInProvider } from '../support/stand-in-provider.ts';
import { runReminders } from './reminders-fixture.ts';
import { accountDocument } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const always = everyDay(['00:00', '24:00']);
const ana = { technicianId: 'ana', phone: '+12125550101', role: 'first', hours: always };
const ben = { name: 'Ben', phone: '+12125550102', role: 'backup', hours: always, notify: ['sms'] };
const kim = {
  ...{ name: 'Kim', phone: '+12125550103', role: 'manager', hours: always },
  ...{ notify: ['email'], email: 'kim@acme.example' },
};
const sender = { provider: 'webhook', from: '+12125550100' };
const notify = {
  senders: { sms: sender, voice: sender, email: { provider: 'webhook', from: 'office@acme.example' } },
  office: [
    { email: 'boss@acme.example', for: ['emergency'] },
    { sms: '+12125550160', for: ['failed'] },
  ],
};
const service = servicePerTest(() =>
  accountDocument({
    onCall: [ana, ben, kim],
    emergency: { acknowledgeMinutes: 5 },
    notify,
    alarmEmail: 'owner@acme.example',
  }),
);
const provider = standInProvider();

const caller = { customerName: 'Dana', address: '401 West 14th Street', city: 'New York' };
const report = (args: object = {}): Promise<{ dispatchRequestId: string }> => {
  provider.take();
  provider.answer(() => undefined);
  return service().call('book_job', { ...caller, urgency: 'emergency', notes: 'I smell gas', ...args });
};
const run = async (minutes = 0) => {
  service().clock.now += minutes * MINUTE_MS;
  await runReminders(service(), undefined, provider.providers);
  return provider.take();
};
const shown = ({ template, channel, to, text }: OutboxMessage) => [template, channel, to, text];
const alertsIn = (messages: readonly OutboxMessage[]) =>
  messages
    .filter(({ template }) => template === 'alert')
    .map(({ channel, to }) => `${channel} ${to}`)
    .sort();
const stored = async ({ dispatchRequestId }: { dispatchRequestId: string }) => {
  const found = await service().stored.get(dispatchRequestId);
  if (found === undefined) throw new Error('No such request');
  return found;
};
const historyOf = async (answer: { dispatchRequestId: string }) =>
  (await service().requests.get(answer.dispatchRequestId))?.history.map(({ why }) => why);
const deadline = () => service().clock.now + 5_000;
const outbox = () => createOutbox(service().dependencies);

describe('a reported emergency', () => {
  it('alerts the first person on call at the next run, by text and by voice, and the office', async () => {
    await report();
    const handed = await run();

    expect(handed.map(shown)).toEqual(
      expect.arrayContaining([
        [
          ...['alert', 'sms', ana.phone],
          expect.stringMatching(
            /^Gas smell, 401 West 14th Street, New York\. Dana, \(212\) 555-0123\. Reply 1 to take it, or open https:\/\/pages\.example\/a\/[\w-]{22}$/,
          ),
        ],
        ['alert', 'voice', ana.phone, expect.stringContaining('Gas smell, 401 West 14th Street')],
        [
          'office',
          'email',
          'boss@acme.example',
          expect.stringContaining('https://board.example?account=acme-hvac'),
        ],
      ]),
    );
    expect(handed).toHaveLength(3);
    expect(await run()).toEqual([]);
  });

  it('calls in the language of the company', async () => {
    await service().accounts.put(accountDocument({ onCall: [ana], notify, language: 'es' }));
    await report();
    const sent = await run();

    expect(sent.find(({ channel }) => channel === 'voice')).toMatchObject({
      ...{ language: 'es', text: expect.stringContaining('Esta es una emergencia de') },
    });
    expect(sent.find(({ channel }) => channel === 'sms')?.language).toBeUndefined();
  });

  it.each([
    [['sms', 'voice'], 'To take it, reply 1 to the text message that you got.'],
    [['voice', 'email'], 'To take it, follow the link in the e-mail that you got.'],
    [['voice'], 'To take it, text 1 to (212) 555-0100.'],
  ] as const)('says in a call how somebody who hears by %j takes it', async (ways, says) => {
    const people = [{ ...ana, notify: ways, email: 'ana@acme.example' }];
    await service().accounts.put(accountDocument({ onCall: people, notify }));
    await report();
    const called = (await run()).find(({ channel }) => channel === 'voice');

    expect(called?.text).toContain(says);
  });

  it('names no way to take it in a call if the company sends no texts', async () => {
    const { sms: _, ...senders } = notify.senders;
    await service().accounts.put(accountDocument({ onCall: [ana], notify: { ...notify, senders } }));
    await report();
    const called = (await run()).find(({ channel }) => channel === 'voice');

    expect(called?.text).toMatch(/^This is an emergency for .*\. Gas smell, .*\. Again: Gas smell, /);
    expect(called?.text).not.toContain('To take it');
  });

  it('goes on to the next people while nobody takes it, and in the end to the alarm address', async () => {
    const answer = await report();
    await run();

    expect(alertsIn(await run(5))).toEqual([`sms ${ben.phone}`]);
    expect(alertsIn(await run(5))).toEqual([`email ${kim.email}`]);
    expect(alertsIn(await run(5))).toEqual(
      [`sms ${ana.phone}`, `voice ${ana.phone}`, `sms ${ben.phone}`, `email ${kim.email}`].sort(),
    );
    const last = await run(5);
    expect(last.map(({ template, to }) => [template, to])).toEqual([['alarm', 'owner@acme.example']]);
    expect((await stored(answer)).needsReview).toContain('nobody_reached');
    expect(await run(60)).toEqual([]);
    const { deps } = service().container();
    await takeAlert(await stored(answer), 'Ben', service().clock.now, deps, deadline());
    expect((await stored(answer)).needsReview).not.toContain('nobody_reached');
    await run();
    expect((await stored(answer)).needsReview).not.toContain('nobody_reached');
  });

  it('tells all who were alerted who took it, and alerts nobody else', async () => {
    const answer = await report();
    await run();
    await run(5);
    const { deps } = service().container();
    await takeAlert(await stored(answer), 'Ben', service().clock.now, deps, deadline());
    const told = (await run()).toSorted((a, b) => (a.to < b.to ? -1 : 1));

    expect(told.map(({ template, channel, to }) => [template, channel, to])).toEqual([
      ['taken', 'sms', ana.phone],
      ['taken', 'sms', ben.phone],
    ]);
    expect(told.map(({ text }) => text.slice(0, 23))).toEqual([
      'Ben has it: Gas smell, ',
      'You have it: Gas smell,',
    ]);
    expect(await run(30)).toEqual([]);
  });

  it('goes to the next person at once if no alert can reach the first, and says so', async () => {
    const answer = await report();
    provider.answer(({ to }) => (to === ana.phone ? { kind: 'failed', reason: 'landline' } : undefined));
    const handed = await run();

    expect(alertsIn(handed)).toEqual([`sms ${ana.phone}`, `sms ${ben.phone}`, `voice ${ana.phone}`]);
    expect(await historyOf(answer)).toContain('Ana could not be reached: landline');
    expect(handed.filter(({ to }) => to === '+12125550160')).toHaveLength(2);
  });

  it('waits for an answer as long as one of the ways may have reached the person', async () => {
    const answer = await report();
    provider.answer(({ channel }) => (channel === 'sms' ? { kind: 'failed', reason: 'blocked' } : undefined));

    expect(alertsIn(await run())).toEqual([`sms ${ana.phone}`, `voice ${ana.phone}`]);
    expect(await historyOf(answer)).not.toContain('Ana could not be reached: blocked');
  });

  it('counts a report of the provider that came later', async () => {
    const answer = await report();
    const sent = alertsIn(await run());
    const reached = await outbox().ofRequest('acme-hvac', answer.dispatchRequestId, deadline());
    const deps = { ...reminderStores(service().dependencies), seeAt: () => 'the board' };
    for (const { messageId, template } of reached)
      if (template === 'alert')
        await recordDelivery(
          { messageId, outcome: 'failed', reason: 'unreachable' },
          () => true,
          deps,
          deadline(),
        );

    expect(sent).toHaveLength(2);
    expect(alertsIn(await run())).toEqual([`sms ${ben.phone}`]);
    expect(await historyOf(answer)).toContain('Ana could not be reached: unreachable');
  });

  it('is in doubt after a minute without an answer, and is never sent again by itself', async () => {
    const answer = await report();
    const hanging = Promise.withResolvers<undefined>();
    provider.answer(({ to }) =>
      to === ana.phone ? hanging.promise.then(() => ({ kind: 'sent' })) : undefined,
    );
    const first = runReminders(service(), undefined, provider.providers);
    await service().dependencies.pause(0);
    for (let tries = 0; provider.handed.length < 2 && tries < 500; tries++)
      await service().dependencies.pause(5);
    provider.take();
    const handed = await run(2);
    hanging.resolve(undefined);
    // Its own time was over.
    await first.catch(() => undefined);

    expect(alertsIn(handed)).toEqual([`sms ${ben.phone}`]);
    expect(await historyOf(answer)).toContain('Ana could not be reached: no_answer');
    const messages = await outbox().ofRequest('acme-hvac', answer.dispatchRequestId, deadline());
    const lost = messages.filter(({ to }) => to === ana.phone);
    expect(lost.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['unknown', 1],
      ['unknown', 1],
    ]);
  });

  it('is tried again if the provider certainly did not take it', async () => {
    await report();
    let refusals = 2;
    provider.answer(({ channel }) => {
      if (channel !== 'sms' || refusals === 0) return undefined;
      refusals -= 1;
      return { kind: 'later' };
    });

    expect(alertsIn(await run())).toEqual([`sms ${ana.phone}`, `voice ${ana.phone}`]);
    expect(alertsIn(await run(4 / 60))).toEqual([]);
    expect(alertsIn(await run(1 / 60))).toEqual([`sms ${ana.phone}`]);
    expect(alertsIn(await run(14 / 60))).toEqual([]);
    expect(alertsIn(await run(1 / 60))).toEqual([`sms ${ana.phone}`]);
    expect(alertsIn(await run(1))).toEqual([]);
  });
});

it('an account without these fields sends nothing', async () => {
  await service().accounts.put(
    accountDocument({ onCall: [ana, ben, kim], emergency: { acknowledgeMinutes: 5 } }),
  );
  await report();

  expect(await run()).toEqual([]);
  expect(await run(60)).toEqual([]);
});
