import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { callerIdOf } from '../../record/calls.ts';
import { callsOf } from '../../record/erasing/links.ts';
import { noticeKinds } from '../../record/outbox/notice.ts';
import type { Deadline } from '../../record/ports.ts';
import { originsOf } from '../../record/store-account.ts';
import { noticeKey } from '../items/notice-item.ts';
import { accountKey, callKey, callsKey, fromRequestItems, requestKey } from '../items/request-item.ts';
import { accountItemKey, originItemKey, readAccount } from '../stores/account-reader.ts';
import { answersOf } from '../stores/answer-store.ts';
import { customerItemKey } from '../stores/customer-store.ts';
import { memoriesOf } from '../stores/memory-store.ts';
import { numberKey } from '../stores/number-reader.ts';
import { REFUSED_KEY } from '../stores/refused-lead-store.ts';
import { scheduleKey } from '../stores/schedule-reader.ts';
import { inIndex, inPartition, queryAll, readItem, type TableDependencies } from '../table/operations.ts';

export interface TestAccount {
  readonly accountId: string;
  /** The only number that the samples use, E.164. */
  readonly phone: string;
  /** The ids of requests that an index may not list yet. */
  readonly dispatchRequestIds: readonly string[];
}

const Key = v.object({ pk: v.string(), sk: v.string() });
type Key = v.InferOutput<typeof Key>;

/** An index lists deleted items for some time: it is queried again after this many ms, at most `LOOKS` times. */
const SETTLE_MS = 200;
const LOOKS = 25;

/**
 * Deletes a test account with everything that its samples stored: its requests, calls, customer and technicians'
 * days. Only items that identify repeated deliveries stay until they expire, at most a day. Deletes the account
 * last, so that after an interruption the next call finds the rest. Returns false if there was nothing.
 */
export async function deleteTestAccount(
  test: TestAccount,
  deps: TableDependencies,
  deadline: Deadline,
): Promise<boolean> {
  const { accountId, phone } = test;
  const deleted = new Set<string>();
  const remove = async (keys: readonly Key[]) => {
    for (const key of keys) await deleteItem(key, deps);
    for (const { pk, sk } of keys) deleted.add(`${pk} ${sk}`);
  };
  for (let look = 0; look < LOOKS; look++) {
    const found = await itemsOf(test, deps, deadline);
    if (found.length === 0) break;
    await remove(found);
    await deps.pause(SETTLE_MS);
  }
  await deleteItem(customerItemKey(test), deps);
  await deleteItem(numberKey(accountId, phone), deps);
  const account = await readAccount(deps, accountId, deadline);
  if (account !== undefined)
    await remove([...originsOf(account).map(originItemKey), accountItemKey(accountId)]);
  return deleted.size > 0;
}

/** Returns the keys of an account's requests, calls and technicians' days. Requests, which lead to others, come last. */
async function itemsOf(
  { accountId, phone, dispatchRequestIds }: TestAccount,
  deps: TableDependencies,
  deadline: Deadline,
): Promise<readonly Key[]> {
  const listed = (key: string) => queryAll(inIndex('byAccount', key), deps, deadline);
  const partition = (pk: string) => queryAll(inPartition(pk), deps, deadline);
  const known = dispatchRequestIds.map((id) => readItem(requestKey(id), deps, deadline));
  const requests = [...(await listed(accountKey(accountId))), ...(await Promise.all(known))].filter(Boolean);
  // No list has a call that was never reported.
  const stored = fromRequestItems(requests);
  const notices = stored.flatMap(({ dispatchRequestId }) =>
    noticeKinds.map((kind) => noticeKey(dispatchRequestId, kind)),
  );
  const unlisted = stored.flatMap((request) =>
    callsOf(request).map((call) => {
      const mark = call.indexOf(':');
      return callKey(accountId, call.slice(0, mark), call.slice(mark + 1));
    }),
  );
  const calls = (await listed(callsKey(accountId))).map((item) => v.parse(Key, item).pk);
  const ofCaller = [answersOf, memoriesOf].map((of) => of(accountId, callerIdOf(phone)));
  const partitions = [...new Set([...calls, ...unlisted, ...ofCaller, scheduleKey(accountId, '', '').pk])];
  const others = await Promise.all(partitions.map(partition));
  const refused = (await listed(REFUSED_KEY)).filter((item) => item.accountId === accountId);
  return [...refused, ...notices, ...others.flat(), ...requests].map((item) => v.parse(Key, item));
}

async function deleteItem(Key: Key, { document, tableName }: TableDependencies): Promise<void> {
  await document.send(new DeleteCommand({ TableName: tableName, Key }));
}
