import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { toMessageItem } from '../../lib/aws/items/message-item.ts';
import { messageIdOf, type OutboxMessage } from '../../lib/record/outbox/message.ts';
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
  for (let run = 0; run < 60 && provider.handed.length < TEXTS; run++) {
    service.clock.now += 60_000;
    await runReminders(service, undefined, provider.providers);
  }
  expect(new Set(provider.handed.map(({ messageId }) => messageId)).size).toBe(TEXTS);
  service.clock.now += 60_000;
  expect(await runReminders(service, undefined, provider.providers)).toEqual([]);
});
