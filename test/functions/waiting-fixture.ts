import { afterEach, beforeEach, expect } from '@jest/globals';
import { createHandler } from '../../functions/board-updates/handler.ts';
import { boardUpdateStores } from '../../lib/aws/composition.ts';
import { followedPatterns } from '../../lib/aws/followed.ts';
import { createOutbox } from '../../lib/aws/stores/outbox-store.ts';
import { decideOnTexts } from '../../lib/intake/consent.ts';
import type { OutboxMessage } from '../../lib/record/outbox/message.ts';
import { setWaiting, type WaitingFor } from '../../lib/record/waiting.ts';
import { matchesPattern, pipeRecord } from '../../local/events/event-bridge.ts';
import { lambdaContext } from '../support/events.ts';
import { violations } from '../support/invariants.ts';
import { standInProvider } from '../support/stand-in-provider.ts';
import { openTestStream, type TestStream } from '../support/stream.ts';
import { runReminders } from './reminders-fixture.ts';
import { accountDocument, booking, type Service, startService } from './service.ts';

export const COMPANY = '+12125550100';
const sender = { provider: 'webhook', from: COMPANY };
/** An account that texts its customers. */
export const textingAccount = (over: Record<string, unknown> = {}) =>
  accountDocument({ notify: { senders: { sms: sender }, customer: {} }, ...over });

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;

/** A person with a number of their own. */
export interface Person {
  readonly phone: string;
  readonly call: { readonly call_id: string; readonly from_number: string };
}

export const person = (last: number): Person => ({
  phone: `+1212555017${last}`,
  call: { call_id: `call_${last}`, from_number: `+1212555017${last}` },
});

/** A company, its stream and its providers, new for each test. */
export function waitingPerTest(account: () => object = textingAccount) {
  const state: { service?: Service; stream?: TestStream } = {};
  const provider = standInProvider();
  const service = (): Service => {
    if (state.service === undefined) throw new Error('The service has not started');
    return state.service;
  };
  beforeEach(async () => {
    provider.take();
    provider.answer(() => undefined);
    state.service = await startService(account());
    state.stream = await openTestStream(state.service.table);
  });
  afterEach(async () => {
    const { table, clock, stop } = service();
    expect(await violations(table.document, table.tableName, clock.now)).toEqual([]);
    state.stream?.client.destroy();
    await stop();
  });

  /** The records since the last time that the function gets. */
  async function records(): Promise<readonly object[]> {
    const { stream } = state;
    if (stream === undefined) return [];
    return (await stream.records())
      .map((record) => pipeRecord(record, stream.streamArn))
      .filter((record) => followedPatterns.some((pattern) => matchesPattern(pattern, record)));
  }

  async function follow(given?: readonly object[]): Promise<void> {
    const { rights } = service().container().deps;
    const handler = createHandler({
      ...boardUpdateStores(service().dependencies),
      push: async () => 'sent',
      log: () => undefined,
    });
    const Records = [...(given ?? (await records()))];
    await rights.runAs('board-updates', () => handler({ Records }, lambdaContext()));
  }

  /** Lets some milliseconds pass, and runs what follows the stream and what runs every minute. */
  async function run(ms = 0): Promise<readonly OutboxMessage[]> {
    service().clock.now += ms;
    await follow();
    await runReminders(service(), undefined, provider.providers);
    return provider.take();
  }

  const deps = () => service().container().deps;
  const until = () => service().clock.now + 1_000;

  async function consent(phone: string, sms = true) {
    const decision = { accountId: 'acme-hvac', phone, sms, by: 'caller', now: service().clock.now } as const;
    await decideOnTexts(decision, deps(), until());
  }

  /** Books a visit for somebody who may be texted. */
  async function book({ phone, call }: Person, args: Record<string, unknown> = {}): Promise<string> {
    const { dispatchRequestId } = await service().call(
      'book_job',
      booking({ customerPhone: phone, ...args }),
      call,
    );
    await consent(phone);
    return dispatchRequestId;
  }

  async function wait(id: string, wish: WaitingFor | 'off' = {}) {
    const request = await service().stored.get(id);
    if (request === undefined) throw new Error('It is stored');
    const who = { by: 'dispatcher:Robin', now: service().clock.now } as const;
    return await setWaiting(request, wish, who, deps(), until());
  }

  async function cancel(id: string) {
    await service().change(id, { to: 'canceled', why: 'sick' });
  }

  async function outbox(): Promise<readonly string[]> {
    const page = await createOutbox(service().dependencies).page('acme-hvac', { limit: 50 }, until());
    return page.messages
      .filter(({ template }) => template === 'offer')
      .map(({ to, status, reason }) => [to, status, reason].filter(Boolean).join(' '));
  }

  return { service, provider, records, follow, run, consent, book, wait, cancel, outbox };
}

export const offersAmong = (messages: readonly OutboxMessage[]): readonly OutboxMessage[] =>
  messages.filter(({ template }) => template === 'offer');

export const toWhom = (messages: readonly OutboxMessage[]): readonly string[] =>
  offersAmong(messages).map(({ to }) => to);
