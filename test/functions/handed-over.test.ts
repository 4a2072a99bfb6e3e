import { describe, expect, it } from '@jest/globals';
import { reminderStores } from '../../lib/aws/composition.ts';
import { createOutbox } from '../../lib/aws/stores/outbox-store.ts';
import type { OutboxMessage, Template } from '../../lib/record/outbox/message.ts';
import { takeAlert } from '../../lib/record/take-alert.ts';
import { type HandoverDependencies, handOver } from '../../lib/touch/hand-over.ts';
import { processNotice } from '../../lib/touch/process-notice.ts';
import { everyDay } from '../lib/accounts/on-call-document.ts';
import { standInProvider } from '../support/stand-in-provider.ts';
import { runReminders } from './reminders-fixture.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const PHONE = '+12125550123';
const sms = { provider: 'webhook', from: '+12125550100' };
const hours = everyDay(['00:00', '24:00']);
const service = servicePerTest(() =>
  accountDocument({
    notify: {
      senders: { sms, email: { provider: 'webhook', from: 'office@acme.example' } },
      customer: { reminder: [{ hoursBefore: 2 }], follow: { hoursAfter: 1, text: 'How was it?' } },
    },
    onCall: [{ name: 'Ana', phone: '+12125550151', role: 'first', hours, notify: ['sms'] }],
    alarmEmail: 'owner@acme.example',
  }),
);
const provider = standInProvider();
const deadline = () => service().clock.now + 5_000;
const deps = (): HandoverDependencies => ({
  ...reminderStores(service().dependencies),
  providers: provider.providers,
  seeAt: () => 'https://board.example',
});

/** Makes messages of the changes of a request, without handing any over. */
async function plan(dispatchRequestId: string, kind: 'visit' | 'urgent') {
  const made = { ...deps(), ...reminderStores(service().dependencies), baseUrl: 'https://pages.example' };
  expect(await processNotice(dispatchRequestId, kind, made, deadline())).toBe('planned');
}
async function messageOf(template: Template): Promise<OutboxMessage> {
  const page = await createOutbox(service().dependencies).page('acme-hvac', { limit: 50 }, deadline());
  const found = page.messages.find((one) => one.template === template);
  if (found === undefined) throw new Error('No such message');
  return found;
}
/** Hands a message over once it is due; returns what became of it. */
async function handedOver(template: Template, over: Partial<HandoverDependencies> = {}) {
  const { messageId, dueAt } = await messageOf(template);
  service().clock.now = Math.max(service().clock.now, Date.parse(dueAt));
  provider.take();
  await handOver(messageId, { ...deps(), ...over }, deadline());
  return { status: (await messageOf(template)).status, handed: provider.take().length };
}
const book = (args: object = {}): Promise<{ dispatchRequestId: string }> =>
  service().call('book_job', booking({ textConsent: true, ...args }));
const report = () => book({ urgency: 'emergency', notes: 'I smell gas' });
async function take(dispatchRequestId: string) {
  const container = service().container().deps;
  const found = await container.requests.get(dispatchRequestId, deadline());
  if (found === undefined) throw new Error('No such request');
  await takeAlert(found, 'Ana', service().clock.now, container, deadline());
}

const superseded = { status: 'superseded', handed: 0 };

describe('a message whose request has changed since, before messages were made of the change', () => {
  it('is no reminder for somebody to whom the technician is on the way', async () => {
    const { dispatchRequestId } = await book();
    await plan(dispatchRequestId, 'visit');
    await service().change(dispatchRequestId, { to: 'dispatched' });
    await service().change(dispatchRequestId, { to: 'en_route' });

    expect(await handedOver('reminder')).toEqual(superseded);
  });

  it('is no word of a technician on the way who has arrived', async () => {
    const { dispatchRequestId } = await book();
    await service().change(dispatchRequestId, { to: 'dispatched' });
    await service().change(dispatchRequestId, { to: 'en_route' });
    await plan(dispatchRequestId, 'visit');
    await service().change(dispatchRequestId, { to: 'in_progress' });

    expect(await handedOver('onMyWay')).toEqual(superseded);
  });

  it('is no news of a visit that has begun meanwhile', async () => {
    const { dispatchRequestId } = await book({ date: '2026-06-01', time: '10:00' });
    await plan(dispatchRequestId, 'visit');
    service().clock.now = Date.parse('2026-06-01T10:00-04:00');

    expect(await handedOver('booked')).toEqual(superseded);
  });

  it('is no word of who has an emergency that was reported again', async () => {
    const { dispatchRequestId } = await report();
    await runReminders(service(), undefined, provider.providers);
    await take(dispatchRequestId);
    await plan(dispatchRequestId, 'urgent');
    service().clock.now += 10 * 60_000;
    const again = await service().call(
      'book_job',
      booking({ urgency: 'emergency', notes: 'I smell gas again' }),
      { call_id: 'call_2' },
    );
    expect(again.dispatchRequestId).toBe(dispatchRequestId);

    expect(await handedOver('taken')).toEqual(superseded);
  });

  it('is no alert of what is no emergency any more', async () => {
    const { dispatchRequestId } = await report();
    await plan(dispatchRequestId, 'urgent');
    await service().lower(dispatchRequestId);

    expect(await handedOver('alert')).toEqual(superseded);
  });
});

describe('a claim that takes long', () => {
  /** The clock goes on while the database stores the claim, and something may happen meanwhile. */
  const slowly = (ms: number, meanwhile: () => Promise<unknown>): Partial<HandoverDependencies> => {
    const { outbox } = deps();
    let claims = 0;
    return {
      outbox: {
        ...outbox,
        async claim(...claim) {
          const result = await outbox.claim(...claim);
          claims += 1;
          if (claims > 1) return result;
          service().clock.now += ms;
          await meanwhile();
          return result;
        },
      },
    };
  };
  const move = () => service().call('reschedule_job', { date: '2026-06-11', time: '10:00' });

  it('is judged again, so that nothing is handed over that no longer stands', async () => {
    const { dispatchRequestId } = await book();
    await plan(dispatchRequestId, 'visit');

    expect(await handedOver('booked', slowly(2_500, move))).toEqual(superseded);
  });

  it('leads to one message if all still stands', async () => {
    const { dispatchRequestId } = await book();
    await plan(dispatchRequestId, 'visit');

    expect(
      await handedOver(
        'booked',
        slowly(2_500, async () => undefined),
      ),
    ).toEqual({ status: 'sent', handed: 1 });
  });

  it('ends at the beginning of the night', async () => {
    const { dispatchRequestId } = await book();
    await plan(dispatchRequestId, 'visit');
    service().clock.now = Date.parse('2026-06-01T20:59:58-04:00');

    expect(
      await handedOver(
        'booked',
        slowly(2_500, async () => undefined),
      ),
    ).toEqual({ status: 'due', handed: 0 });
    expect((await messageOf('booked')).dueAt).toBe('2026-06-02T12:00:00.000Z');
  });

  it('hands nothing over to somebody who ended texts meanwhile', async () => {
    const { dispatchRequestId } = await book();
    await plan(dispatchRequestId, 'visit');
    const stop = () =>
      service().send('messaging-webhook', {
        type: 'message.received',
        data: { id: 'in_1', from: PHONE, to: '+12125550100', text: 'STOP' },
      });

    expect(await handedOver('booked', slowly(2_500, stop))).toEqual({ status: 'suppressed', handed: 0 });
  });
});
