import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { toMessageItem } from '../../lib/aws/items/message-item.ts';
import { createOutbox } from '../../lib/aws/stores/outbox-store.ts';
import { StorageUnavailable } from '../../lib/record/faults.ts';
import { messageIdOf, type OutboxMessage } from '../../lib/record/outbox/message.ts';
import { createFaultyDocument } from '../support/faulty-document.ts';
import { standInProvider } from '../support/stand-in-provider.ts';
import { runReminders } from './reminders-fixture.ts';
import { accountDocument, type Service, START, startService } from './service.ts';

const COMPANY = '+12125550100';
const PHONE = '+12125550123';
const TEXTS = 150;
const sender = { provider: 'webhook', from: COMPANY };
let service: Service;
beforeEach(async () => {
  service = await startService(accountDocument({ notify: { senders: { sms: sender }, customer: {} } }));
});
afterEach(() => service.stop());

function textOf(index: number): OutboxMessage {
  const at = new Date(START - 60_000).toISOString();
  return {
    messageId: messageIdOf(['late', String(index)]),
    ...{ accountId: 'acme-hvac', template: 'help', audience: 'customer', channel: 'sms' },
    ...{ provider: 'webhook', to: PHONE, from: COMPANY, text: 'How can we help?', isAnswer: true },
    ...{ status: 'due', attempts: 0, createdAt: at, dueAt: at },
    expiresAt: new Date(START + 24 * 3_600_000).toISOString(),
  };
}

const ids = Array.from({ length: TEXTS }, (_, index) => textOf(index).messageId);
async function statuses() {
  const outbox = createOutbox(service.dependencies);
  const found = await Promise.all(ids.map((id) => outbox.get(id, service.clock.now + 1_000)));
  return found.map((message) => message?.status);
}

it('a run that ends at its deadline with texts left has not failed, says so, and the next ones go on', async () => {
  const { document, tableName } = service.table;
  for (let first = 0; first < TEXTS; first += 25) {
    const puts = Array.from({ length: 25 }, (_, index) => toMessageItem(textOf(first + index)));
    const RequestItems = { [tableName]: puts.map((Item) => ({ PutRequest: { Item } })) };
    await document.send(new BatchWriteCommand({ RequestItems }));
  }
  const provider = standInProvider(() => {
    // The run has 45 seconds.
    if (provider.handed.length === 50) service.clock.now += 46_000;
    return undefined;
  });
  const lines = await runReminders(service, undefined, provider.providers);

  expect(lines).toContainEqual(expect.objectContaining({ outcome: 'unfinished', MessagesBehind: 1 }));
  expect(lines).not.toContainEqual(expect.objectContaining({ outcome: 'skipped' }));
  expect(provider.handed.length).toBeLessThan(TEXTS);
  const handed = () => provider.handed.map(({ messageId }) => messageId);
  // The deadline may come between the note that a text is being sent and its handover: then it is known as unknown.
  const isLeft = async () => (await statuses()).some((status) => status === 'due' || status === 'sending');
  for (let run = 0; run < 60 && (await isLeft()); run++) {
    service.clock.now += 60_000;
    await runReminders(service, undefined, provider.providers);
  }
  const ended = await statuses();
  const notHanded = ids.filter((id) => !handed().includes(id));
  expect(handed().toSorted()).toEqual(ids.filter((id) => !notHanded.includes(id)).toSorted());
  expect(ids.flatMap((id, index) => (ended[index] === 'sent' ? [id] : [])).toSorted()).toEqual(
    handed().toSorted(),
  );
  expect(ids.flatMap((id, index) => (ended[index] === 'unknown' ? [id] : []))).toEqual(notHanded);
  expect(notHanded.length).toBeLessThan(TEXTS / 10);
  service.clock.now += 60_000;
  expect(await runReminders(service, undefined, provider.providers)).toEqual([]);
});

it.each([1, 3])('a run fails if the database answers nothing from its query %i on', async (silentFrom) => {
  const { document, plan } = createFaultyDocument();
  plan((operation, nth) => {
    if (operation === 'Query' && nth < silentFrom) return undefined;
    // The client gives a request up after a second.
    service.clock.now += 1_000;
    return 'timeout';
  });
  await expect(runReminders(service, undefined, {}, document)).rejects.toThrow(StorageUnavailable);
});
