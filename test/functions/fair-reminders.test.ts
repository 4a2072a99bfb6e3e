import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { reminderStores } from '../../lib/aws/composition.ts';
import { toRequestItem } from '../../lib/aws/items/request-item.ts';
import { sendDueReminders } from '../../lib/intake/send-due.ts';
import { StorageUnavailable } from '../../lib/record/faults.ts';
import { dispatchRequestIdFrom } from '../../lib/record/ids.ts';
import type { RequestStore } from '../../lib/record/ports.ts';
import type { DispatchRequest } from '../../lib/record/request.ts';
import { MINUTE_MS } from '../../lib/scheduling/time.ts';
import { everyDay } from '../lib/accounts/on-call-document.ts';
import { runReminders } from './reminders-fixture.ts';
import { accountDocument, type Service, START, startService } from './service.ts';

const at = (minutes: number) => new Date(START + minutes * MINUTE_MS).toISOString();
const onCall = ['first', 'backup'].map((role, index) => ({
  ...{ name: role, phone: `+1212555010${index}`, role },
  hours: everyDay(['00:00', '24:00']),
}));
let service: Service;
beforeEach(async () => {
  service = await startService(accountDocument({ onCall, emergency: { acknowledgeMinutes: 5 } }));
});
afterEach(() => service.stop());

/** A callback that was due an hour ago. */
const overdue = (accountId: string, index: number): DispatchRequest => ({
  ...{ dispatchRequestId: dispatchRequestIdFrom([accountId, String(index)]), accountId, version: 1 },
  ...{ kind: 'message', topic: 'callback', status: 'requested', urgency: 'routine', source: 'voiceone' },
  ...{ createdAt: at(-120), updatedAt: at(-120), dueAt: at(-60), needsReview: ['callback'] },
  ...{ customer: { phone: '+12125550199' }, invocations: [] },
  history: [{ at: at(-120), to: 'requested', by: 'caller' }],
});
/** An emergency that should have been escalated an hour ago. */
const unacknowledged = (accountId: string, index: number): DispatchRequest => ({
  ...overdue(accountId, index),
  ...{ kind: undefined, urgency: 'emergency', alertedAt: at(-120), dueAt: at(-60), escalatesAt: at(-60) },
});
/** As a newer release may write it. */
const unreadable = (request: DispatchRequest) => ({
  ...toRequestItem(request, undefined),
  status: 'awaiting_parts',
});
const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

async function put(items: readonly Record<string, unknown>[]) {
  const { document, tableName } = service.table;
  for (let first = 0; first < items.length; first += 25) {
    const puts = items.slice(first, first + 25).map((Item) => ({ PutRequest: { Item } }));
    await document.send(new BatchWriteCommand({ RequestItems: { [tableName]: puts } }));
  }
}

async function emergencyDue() {
  const { dispatchRequestId } = await service.call('book_job', { urgency: 'emergency' });
  service.clock.now += 5 * MINUTE_MS;
  return dispatchRequestId;
}
const told = async (id: string) => (await service.requests.get(id))?.notified?.map(({ role }) => role);

it('one run escalates an emergency beside hundreds of overdue callbacks of other accounts, and reports them all', async () => {
  await put(many(300, (index) => toRequestItem(overdue('aaa-first-in-line', index), undefined)));
  const id = await emergencyDue();
  const order: string[] = [];
  const { commit } = service.container().deps.requests;
  const lines = await runReminders(service, (change, deadline) => {
    order.push(change.next.dispatchRequestId);
    return commit(change, deadline);
  });
  expect(order[0]).toBe(id);
  expect(await told(id)).toEqual(['first', 'backup']);
  expect(lines).toEqual([{ outcome: 'reminded', requests: 301 }]);
});

it('requests that this release cannot read stop nothing, and are counted with the id of one', async () => {
  const escalations = many(120, (index) => unacknowledged('aaa-first-in-line', index));
  const callbacks = many(120, (index) => overdue('acme-hvac', 1_000 + index));
  await put([...escalations, ...callbacks].map(unreadable));
  await put([toRequestItem(overdue('acme-hvac', 0), undefined)]);
  const id = await emergencyDue();
  const lines = await runReminders(service);
  expect(await told(id)).toEqual(['first', 'backup']);
  expect(lines).toEqual([
    { outcome: 'reminded', requests: 2 },
    expect.objectContaining({
      ...{ outcome: 'skipped', error: 'UnreadableItem', RemindersSkipped: 240 },
      dispatchRequestId: expect.stringMatching(/^dr_/),
    }),
  ]);
});

it('an account without a readable document does not stop the escalations of others', async () => {
  await put([toRequestItem(unacknowledged('aaa-first-in-line', 0), undefined)]);
  await put([{ pk: 'ACCOUNT#aaa-first-in-line', sk: 'ACCOUNT', v: 1, document: 'damaged' }]);
  const id = await emergencyDue();
  const lines = await runReminders(service);
  expect(await told(id)).toEqual(['first', 'backup']);
  expect(lines).toContainEqual(expect.objectContaining({ RemindersSkipped: 1 }));
});

it('a run whose time ends before all are reminded says so, and the next one reminds the others', async () => {
  const callbacks = many(120, (index) => overdue('acme-hvac', index));
  await put(callbacks.map((request) => toRequestItem(request, undefined)));
  const ids = callbacks.map(({ dispatchRequestId }) => dispatchRequestId);
  const isReminded = async (id: string) => (await service.requests.get(id))?.overdueAt !== undefined;
  const remindedIds = async () => {
    const reminded = await Promise.all(ids.map(isReminded));
    return ids.filter((_, index) => reminded[index]);
  };
  const { deps } = service.container();
  let changes = 0;
  const commit: RequestStore['commit'] = async (change, deadline) => {
    changes += 1;
    const isLast = changes === 40;
    const result = await deps.requests.commit(change, deadline);
    if (isLast) service.clock.now += 30_000;
    return result;
  };
  const { reminders, accounts } = reminderStores(service.dependencies);
  const known = { ...deps, reminders, accounts, requests: { ...deps.requests, commit } };
  const end = () => service.clock.now + 30_000;
  const [first, done] = [await sendDueReminders(known, end()), await remindedIds()];
  expect(first).toMatchObject({ skipped: [], unavailable: undefined, isUnfinished: true });
  // What was on its way when the time ended may be stored without being counted.
  expect(first.reminded).toBeLessThanOrEqual(done.length);
  expect(done.length).toBeLessThan(ids.length);
  const second = await sendDueReminders(known, end());
  expect(second).toMatchObject({ reminded: ids.length - done.length, isUnfinished: false });
  expect(await remindedIds()).toEqual(ids);
});

it('a run that cannot write fails after it has tried everything', async () => {
  await put(many(40, (index) => toRequestItem(overdue('acme-hvac', index), undefined)));
  let tried = 0;
  const failing = () => {
    tried += 1;
    return Promise.reject(new StorageUnavailable({ cause: undefined }));
  };
  await expect(runReminders(service, failing)).rejects.toThrow(StorageUnavailable);
  expect(tried).toBe(40);
});
