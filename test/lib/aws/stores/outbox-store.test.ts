import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { realDependencies } from '../../../../lib/aws/composition.ts';
import { eraseMessages } from '../../../../lib/aws/erasing/erase-messages.ts';
import { createDueItems, createNotices, createOutbox } from '../../../../lib/aws/stores/outbox-store.ts';
import { decideTransition } from '../../../../lib/record/lifecycle.ts';
import { messageIdOf, type OutboxMessage, tellsOf } from '../../../../lib/record/outbox/message.ts';
import { accountId, clock, DEADLINE, newBooking, PHONE, START, stores, table } from '../stores-fixture.ts';

const FAR = DEADLINE + 60_000;
const at = (ms: number) => new Date(START + ms).toISOString();

function outboxOf() {
  const deps = { ...realDependencies(table), now: () => clock.now };
  return { outbox: createOutbox(deps), notices: createNotices(deps), due: createDueItems(deps) };
}

let count = 0;
function message(over: Partial<OutboxMessage> = {}): OutboxMessage {
  count += 1;
  return {
    messageId: messageIdOf(['test', String(count)]),
    ...{
      accountId,
      template: 'booked',
      audience: 'customer',
      channel: 'sms',
      to: PHONE,
      from: '+12125550100',
    },
    ...{ provider: 'log', text: 'Booked.', segments: 1, status: 'due', attempts: 0 },
    ...{ createdAt: at(count), dueAt: at(60_000), expiresAt: at(86_400_000) },
    ...over,
  };
}

const sending = (one: OutboxMessage): OutboxMessage => ({
  ...one,
  status: 'sending',
  attempts: one.attempts + 1,
  claimedAt: at(60_000),
});

async function all<Item>(list: AsyncIterator<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for (let next = await list.next(); !next.done; next = await list.next()) found.push(next.value);
  return found;
}

const booked = async () => {
  const next = newBooking();
  await stores.requests.commit({ next }, DEADLINE);
  return next;
};

async function consent(sms: boolean, phone: string): Promise<void> {
  const Item = { pk: `CUSTOMER#${accountId}#${phone}`, sk: 'CONSENT', sms };
  await table.document.send(new PutCommand({ TableName: table.tableName, Item }));
}

describe('notices', () => {
  it('are raised by the write of a request that changes what is told, and by no other', async () => {
    const { notices } = outboxOf();
    const request = await booked();
    const noted = { ...request, version: 2, notes: [{ kind: 'said', text: 'Ring twice.' }] as const };
    const before = await notices.get(request.dispatchRequestId, 'visit', DEADLINE);
    await stores.requests.commit({ next: noted, previous: request }, DEADLINE);
    const after = await notices.get(request.dispatchRequestId, 'visit', DEADLINE);

    expect(before).toMatchObject({ count: 1, since: request.updatedAt, memory: { pending: [], made: [] } });
    expect(after).toEqual(before);
    expect(await notices.get(request.dispatchRequestId, 'urgent', DEADLINE)).toBeUndefined();
  });

  it('become messages at once or not at all', async () => {
    const { notices, outbox } = outboxOf();
    const request = await booked();
    const notice = await notices.get(request.dispatchRequestId, 'visit', DEADLINE);
    if (notice === undefined) throw new Error('A booking raises a notice');
    const made = message({ dispatchRequestId: request.dispatchRequestId, tells: tellsOf(request) });
    const memory = { told: 'nothing', pending: [made.messageId], made: [] };
    const plan = { notice, messages: [made], superseded: [], memory };
    const late = decideTransition(request, { to: 'canceled', why: undefined }, { by: 'caller', now: START });
    if (late.kind !== 'change') throw new Error('A booking may be canceled');
    await stores.requests.commit({ next: late.next, previous: request }, FAR);

    expect(await notices.plan(plan, FAR)).toBe('contended');
    expect(await outbox.get(made.messageId, FAR)).toBeUndefined();
    const latest = await notices.get(request.dispatchRequestId, 'visit', FAR);
    expect(latest).toMatchObject({ count: 2, since: notice.since });
    expect(await notices.plan({ ...plan, notice: latest ?? notice }, FAR)).toBe('stored');
    expect(await outbox.get(made.messageId, FAR)).toEqual(made);
    expect(await notices.get(request.dispatchRequestId, 'visit', FAR)).toBeUndefined();
  });
});

describe('messages', () => {
  it('are each stored once, and listed by account, request and recipient, the newest first', async () => {
    const { outbox } = outboxOf();
    const [to, dispatchRequestId] = ['+12125550177', 'dr_listed'];
    const [first, second] = [message({ to, dispatchRequestId }), message({ to, dispatchRequestId })];
    await outbox.add({ messages: [first, second] }, FAR);
    await outbox.add({ messages: [{ ...first, text: 'Another.' }] }, FAR);

    expect(await outbox.ofRecipient(accountId, to, FAR)).toEqual([second, first]);
    expect(await outbox.ofRequest(accountId, dispatchRequestId, FAR)).toEqual([second, first]);
    const page = await outbox.page(accountId, { limit: 1 }, FAR);
    const { next: after } = page;
    expect(page.messages).toEqual([second]);
    expect((await outbox.page(accountId, { limit: 1, after }, FAR)).messages).toEqual([first]);
  });

  it('are due by account, and are found while they are handed over', async () => {
    const { outbox, due } = outboxOf();
    const other = 'beta-plumbing';
    const [own, later] = [message({ accountId: other }), message({ accountId: other, dueAt: at(120_000) })];
    const alert = message({ accountId: other, template: 'alert', audience: 'onCall' });
    await outbox.add({ messages: [own, later, alert] }, FAR);
    await outbox.claim({ next: sending(own), previous: own, needsConsent: false, isFirst: false }, FAR);

    expect(await due.accounts('text', at(120_000), FAR)).toContain(other);
    expect(await all(due.due('text', other, at(60_000), FAR))).toEqual([]);
    expect(await all(due.due('text', other, at(120_000), FAR))).toEqual([later.messageId]);
    expect(await all(due.due('alert', other, at(60_000), FAR))).toEqual([alert.messageId]);
    expect(await all(due.due('handover', other, at(119_999), FAR))).toEqual([]);
    expect(await all(due.due('handover', other, at(120_000), FAR))).toEqual([own.messageId]);
  });

  it('are claimed once', async () => {
    const { outbox } = outboxOf();
    const one = message();
    await outbox.add({ messages: [one] }, FAR);
    const claim = { next: sending(one), previous: one, needsConsent: false, isFirst: false };

    expect(await outbox.claim(claim, FAR)).toBe('stored');
    expect(await outbox.claim(claim, FAR)).toBe('changed');
    expect(await outbox.get(one.messageId, FAR)).toEqual(sending(one));
  });

  it('are not claimed without consent, or once their request has changed', async () => {
    const { outbox } = outboxOf();
    const request = await booked();
    const one = message({ to: '+12125550178' });
    await outbox.add({ messages: [one] }, FAR);
    const claim = { next: sending(one), previous: one, needsConsent: true, isFirst: false, request };

    expect(await outbox.claim(claim, FAR)).toBe('outdated');
    await consent(false, one.to);
    expect(await outbox.claim(claim, FAR)).toBe('outdated');
    await consent(true, one.to);
    expect(await outbox.claim({ ...claim, request: { ...request, version: 7 } }, FAR)).toBe('outdated');
    expect(await outbox.claim(claim, FAR)).toBe('stored');
  });

  it('say how to end texts in the first to a number only', async () => {
    const { outbox } = outboxOf();
    const [one, two] = [message({ to: '+12125550179' }), message({ to: '+12125550179' })];
    await outbox.add({ messages: [one, two] }, FAR);
    const claimOf = (own: OutboxMessage) => ({
      next: sending(own),
      previous: own,
      needsConsent: false,
      isFirst: true,
    });

    expect(await outbox.isFirstText(one, FAR)).toBe(true);
    expect(await outbox.claim(claimOf(one), FAR)).toBe('stored');
    expect([await outbox.isFirstText(one, FAR), await outbox.isFirstText(two, FAR)]).toEqual([true, false]);
    expect(await outbox.claim(claimOf(two), FAR)).toBe('outdated');
  });

  it('change only as they were read, and raise a notice of their request', async () => {
    const { outbox, notices } = outboxOf();
    const one = message({ template: 'alert', audience: 'onCall', dispatchRequestId: 'dr_alerted' });
    await outbox.add({ messages: [one] }, FAR);
    const failed = { ...one, status: 'failed', reason: 'landline' } as const;

    expect(await outbox.change({ next: failed, previous: one, messages: [], raises: true }, FAR)).toBe(
      'stored',
    );
    expect(await outbox.change({ next: failed, previous: one, messages: [] }, FAR)).toBe('changed');
    expect(await notices.get('dr_alerted', 'urgent', FAR)).toMatchObject({ accountId, count: 1 });
  });
});

it('an erased person leaves the outbox, and what is due to them is not sent', async () => {
  const { outbox } = outboxOf();
  const to = '+12125550171';
  const due = message({ to, name: 'Dana', dispatchRequestId: 'dr_erased' });
  const alert = message({
    template: 'alert',
    audience: 'onCall',
    name: 'Ana',
    dispatchRequestId: 'dr_erased',
  });
  const sent = message({ to, status: 'sent', attempts: 1 });
  await outbox.add({ messages: [due, alert, sent] }, FAR);
  const deps = { ...realDependencies(table), now: () => clock.now };
  await eraseMessages(accountId, { requestIds: ['dr_erased'], phones: [to] }, deps);
  const stored = await Promise.all([due, alert, sent].map(({ messageId }) => outbox.get(messageId, FAR)));

  expect(stored).toMatchObject([
    { to: '', text: '', status: 'suppressed', reason: 'erased' },
    { to: PHONE, name: 'Ana', text: '', status: 'suppressed', reason: 'erased' },
    { to: '', text: '', status: 'sent' },
  ]);
  expect(stored[0]).not.toHaveProperty('name');
  expect(await outbox.ofRecipient(accountId, to, FAR)).toEqual([]);
});

it('an erased person leaves the outbox, however many messages keep their number', async () => {
  const { outbox } = outboxOf();
  const to = '+12125550172';
  const [oldest, ...later] = Array.from({ length: 60 }, (_, index) =>
    message({ to, status: 'sent', ...(index > 0 && { audience: 'onCall', text: '' }) }),
  );
  await outbox.add({ messages: [oldest, ...later].filter((one) => one !== undefined) }, FAR);
  await eraseMessages(
    accountId,
    { requestIds: [], phones: [to] },
    { ...realDependencies(table), now: () => clock.now },
  );

  expect(await outbox.get(oldest?.messageId ?? '', FAR)).toMatchObject({ to: '', text: '' });
});
