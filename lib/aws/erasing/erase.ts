import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { callerIdOf, hiddenCallerId, type MemoryKey, memoryKeyOf } from '../../record/calls.ts';
import {
  bodyWithout,
  customerWithout,
  eraseMention,
  eraseRequest,
  type RequestErasure,
  reasonWithout,
} from '../../record/erasing/erased.ts';
import { erasedText, type Mention } from '../../record/erasing/erased-text.ts';
import {
  type CallTrace,
  callNamed,
  callsOfLinks,
  type Link,
  type Links,
  type Mentions,
  repeatedIds,
} from '../../record/erasing/links.ts';

import { type DispatchRequest, UNASSIGNED } from '../../record/request.ts';
import { type ChangeDependencies, retry } from '../../record/retry.ts';
import { changedAsked, SUMMARY } from '../items/call-summary.ts';
import { callKey, requestKey } from '../items/request-item.ts';
import {
  callTombstone,
  invocationTombstone,
  numberTombstone,
  requestTombstone,
  tombstoneEnd,
} from '../items/tombstone.ts';
import { answersOf, withoutAnswer } from '../stores/answer-store.ts';
import { blockKey, isSameBlock } from '../stores/block-store.ts';
import { changedReports } from '../stores/call-store.ts';
import { consentKey } from '../stores/consent-store.ts';
import { customerItemKey } from '../stores/customer-store.ts';
import { revokeLinks } from '../stores/link-store.ts';
import { erasedMemory, isOfInterrupted, memoryKey } from '../stores/memory-store.ts';
import { numberKey } from '../stores/number-reader.ts';
import { bytesOfBody, fromRefusedItem, refusedLeadKey } from '../stores/refused-lead-store.ts';
import { forget } from '../stores/search-store.ts';
import { type StoreDependencies, updateOf } from '../table/operations.ts';
import { eraseMessages } from './erase-messages.ts';
import {
  itemsOfPartition,
  type memoriesAbout,
  type StoredTraces,
  type TraceDependencies,
} from './read-traces.ts';

interface ErasureRequest extends MentionErasure, RequestErasure, Pick<Links, 'links'> {
  readonly deliveries: StoredTraces['deliveries'];
  readonly memories: ReturnType<typeof memoriesAbout>;
}

const MAX_WRITES = 100;
const PROGRESS_LINKS = 100;

/**
 * Erases what was found about a person. First blocks late reports and cleans the texts of others, then erases the
 * last link first, so that after an interruption the same search finds the rest. Requests stay as `erasedRequest`
 * returns them.
 */
export async function eraseLinks(erasure: ErasureRequest, deps: ErasureDependencies): Promise<void> {
  const { account, identity, links } = erasure;
  for (const key of tombstonesOf(erasure)) await putUntilEnd(key, deps);
  await eraseMentions(erasure, deps);
  for (const key of erasure.memories) {
    if (isOfInterrupted(key)) await deleteItem(key, deps);
    else await putUntilEnd(erasedMemory(key), deps);
  }
  for (const key of memoriesOfCalls(erasure)) await putUntilEnd(erasedMemory(memoryKey(key)), deps);
  for (const { phone } of identity.phones()) {
    await deleteItem(numberKey(account.accountId, phone), deps);
    await deleteItem(consentKey(account.accountId, phone), deps);
  }
  const requestIds = links.flatMap((link) =>
    link.kind === 'request' ? [link.request.dispatchRequestId] : [],
  );
  const phones = identity.phones().map(({ phone }) => phone);
  await eraseMessages(account.accountId, { requestIds, phones }, deps);
  // A message that failed meanwhile may have stored what the carrier says of the number; an erased one can't.
  for (const phone of phones) await deleteItem(consentKey(account.accountId, phone), deps);
  await eraseAnswers(account.accountId, erasure, deps);
  for (const [index, link] of [...links].reverse().entries()) {
    if (index > 0 && index % PROGRESS_LINKS === 0) deps.onProgress(`Erased ${index} of ${links.length}.`);
    await eraseLink(link, erasure, deps);
  }
  // Until their requests were erased, messages may have been made of them.
  await eraseMessages(account.accountId, { requestIds, phones }, deps);
}

/** Occupies the ids under which a late repeat of a booking or report could store a request anew. */
async function blockRepeats(
  request: DispatchRequest,
  { account, identity }: ErasureRequest,
  { document, tableName: TableName, now }: ErasureDependencies,
): Promise<void> {
  const phones = identity.phones().map(({ phone }) => phone);
  for (const id of repeatedIds(request, account, phones)) {
    const Item = { ...requestTombstone(id, request, now()), v: 1, expiresAt: tombstoneEnd(now()) };
    const put = new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' });
    await document.send(put).catch(unlessRefused);
  }
}

/** Returns the keys of the tombstones for a person's numbers, calls and remembered invocations. */
function tombstonesOf({ account, identity, links }: ErasureRequest) {
  const numbers = identity.phones().flatMap(({ spellings }) => spellings);
  const invocations = links.flatMap((link) => (link.kind === 'customer' ? link.customer.invocations : []));
  return [account.accountId, UNASSIGNED].flatMap((accountId) => [
    ...invocations.map((invocation) => invocationTombstone(accountId, invocation)),
    ...numbers.map((digits) => numberTombstone(accountId, digits)),
    ...callsOfLinks(links).map((call) => callTombstone(accountId, call)),
  ]);
}

/** Returns the keys of what a person's calls remember, from whichever of their numbers they came. */
function memoriesOfCalls({ account, identity, links }: ErasureRequest): readonly MemoryKey[] {
  const { accountId } = account;
  const callers = [...identity.phones().map(({ phone }) => phone), undefined];
  return callsOfLinks(links)
    .map(callNamed)
    .filter((call) => call !== undefined)
    .flatMap((call) => callers.flatMap((caller) => memoryKeyOf({ accountId, ...call, caller }) ?? []));
}

async function eraseLink(link: Link, erasure: ErasureRequest, deps: ErasureDependencies): Promise<void> {
  switch (link.kind) {
    case 'call':
      await forget({ pk: keyOfCall(link.call), sk: SUMMARY }, deps, deps.now() + STEP_MS);
      return await eraseCall(link.call, deps);
    case 'customer':
      await forget(customerItemKey(link.customer), deps, deps.now() + STEP_MS);
      return await deleteItem(customerItemKey(link.customer), deps);
    case 'refused':
      // The key of a refused lead stays as long as tombstones, so that a repeat of the same body is not kept again.
      return await putUntilEnd(refusedLeadKey(link.refused.refusedLeadId), deps);
    case 'request':
      // A delivery contains only a digest and an id. It stays as long as tombstones, so that a repeat is not stored.
      for (const Key of erasure.deliveries.get(link.request.dispatchRequestId) ?? [])
        await putUntilEnd({ ...Key, dispatchRequestId: link.request.dispatchRequestId }, deps);
      await blockRepeats(link.request, erasure, deps);
      await revokeLinks(erasure.account.accountId, link.request, deps, deps.now() + STEP_MS);
      await forget(requestKey(link.request.dispatchRequestId), deps, deps.now() + STEP_MS);
      return await eraseRequest(link.request, erasure, deps, deps.now() + STEP_MS);
  }
}

const keyOfCall = ({ accountId, integration, callId }: CallTrace): string =>
  callKey(accountId, integration, callId);

/** Deletes a call in as few transactions as possible, because only its transcript may lead to the call. */
async function eraseCall(call: CallTrace, deps: ErasureDependencies): Promise<void> {
  const { document, tableName: TableName } = deps;
  const pk = keyOfCall(call);
  const items = (await itemsOfPartition(pk, deps)).map((item) => v.parse(Sorted, item));
  // The parts of transcripts come last: they are useless without the list item and the heads.
  const keys = items.map(({ sk }) => ({ pk, sk })).sort((a, b) => a.sk.length - b.sk.length);
  for (let from = 0; from < keys.length; from += MAX_WRITES) {
    const deletes = keys.slice(from, from + MAX_WRITES).map((Key) => ({ Delete: { TableName, Key } }));
    await document.send(new TransactWriteCommand({ TransactItems: deletes }));
  }
}

const Sorted = v.object({ sk: v.string() });

async function deleteItem(
  Key: { readonly pk: string; readonly sk: string },
  { document, tableName: TableName }: ErasureDependencies,
): Promise<void> {
  await document.send(new DeleteCommand({ TableName, Key }));
}

/** Puts a tombstone, or an item that serves as a tombstone. */
async function putUntilEnd(
  item: { readonly pk: string; readonly sk: string; readonly dispatchRequestId?: string },
  { document, tableName, now }: ErasureDependencies,
): Promise<void> {
  const Item = { ...item, v: 1, expiresAt: tombstoneEnd(now()) };
  await document.send(new PutCommand({ TableName: tableName, Item }));
}

/**
 * Erases the texts of the answers to a person's numbers, and to the person's calls without a number. The items stay
 * as long as tombstones, so that a repeat still stores nothing.
 */
async function eraseAnswers(
  accountId: string,
  { identity, links }: Pick<Links, 'identity' | 'links'>,
  deps: Pick<TraceDependencies, 'document' | 'tableName'>,
): Promise<void> {
  const { document, tableName: TableName } = deps;
  const numbers = identity.phones().map(({ phone }) => callerIdOf(phone));
  for (const callerId of [...numbers, ...callsOfLinks(links).map(hiddenCallerId)]) {
    for (const item of await itemsOfPartition(answersOf(accountId, callerId), deps))
      await document.send(new PutCommand({ TableName, Item: withoutAnswer(item) }));
  }
}

interface MentionErasure extends Pick<Links, 'identity'>, Pick<RequestErasure, 'who'> {
  readonly mentionedIn: Mentions;
}

interface ErasureDependencies
  extends TraceDependencies,
    ChangeDependencies,
    Pick<StoreDependencies, 'newToken'> {}

/** Each step may take this many milliseconds. */
const STEP_MS = 10_000;

function unlessRefused(error: unknown): void {
  if (!(error instanceof ConditionalCheckFailedException)) throw error;
}

async function eraseMentions(
  { identity, mentionedIn, who }: MentionErasure,
  deps: ErasureDependencies,
): Promise<void> {
  const { document, tableName: TableName } = deps;
  const mention = identity.mention();
  for (const found of mentionedIn.requests)
    await eraseMention(found, mention, who, deps, deps.now() + STEP_MS);
  for (const block of mentionedIn.blocks) {
    const set = { reason: reasonWithout(block, mention) };
    const update = updateOf(TableName, blockKey(block.blockId), { set }, isSameBlock(block));
    await document.send(new UpdateCommand(update)).catch(unlessRefused);
  }
  for (const { accountId, phone } of mentionedIn.customers)
    await eraseFromRecord(customerItemKey({ accountId, phone }), mention, deps);
  for (const { refusedLeadId } of mentionedIn.refused) await eraseFromRefused(refusedLeadId, mention, deps);
  for (const call of mentionedIn.calls) await eraseFromCall(call, mention, deps);
}

async function eraseFromRefused(
  refusedLeadId: string,
  mention: Mention,
  { document, tableName: TableName }: ErasureDependencies,
): Promise<void> {
  const Key = refusedLeadKey(refusedLeadId);
  const { Item } = await document.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  const lead = Item && fromRefusedItem(Item);
  if (lead === undefined) return;
  const set = { bytes: bytesOfBody(bodyWithout(lead.body, mention)) };
  const update = updateOf(TableName, Key, { set }, { ConditionExpression: 'attribute_exists(bytes)' });
  await document.send(new UpdateCommand(update)).catch(unlessRefused);
}

/** Erases numbers from another person's record, again if the record changes meanwhile. */
async function eraseFromRecord(
  Key: { readonly pk: string; readonly sk: string },
  mention: Mention,
  deps: ErasureDependencies,
): Promise<void> {
  const { document, tableName: TableName } = deps;
  const attempt = async () => {
    const { Item } = await document.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    if (Item === undefined) return true;
    const put = new PutCommand({
      TableName,
      Item: customerWithout(Item, mention),
      ConditionExpression: 'updatedAt = :seen',
      ExpressionAttributeValues: { ':seen': Item.updatedAt },
    });
    try {
      await document.send(put);
      return true;
    } catch (error) {
      unlessRefused(error);
      return undefined;
    }
  };
  await retry(attempt, deps, deps.now() + STEP_MS);
}

/** Erases a person from another's call. One transaction writes each report, whose transcript has parts. */
async function eraseFromCall(
  { accountId, integration, callId }: CallTrace,
  mention: Mention,
  deps: ErasureDependencies,
): Promise<void> {
  const { document, tableName: TableName } = deps;
  const pk = callKey(accountId, integration, callId);
  const without = (text: string) => erasedText(text, mention);
  for (const { puts, gone } of changedReports(await itemsOfPartition(pk, deps), without)) {
    const writes = [
      ...puts.map((Item) => ({ Put: { TableName, Item } })),
      ...gone.map((sk) => ({ Delete: { TableName, Key: { pk, sk } } })),
    ];
    await document.send(new TransactWriteCommand({ TransactItems: writes }));
  }
  const attempt = async () => {
    const Key = { pk, sk: SUMMARY };
    const { Item } = await document.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    const update = Item && changedAsked(TableName, Key, Item, without);
    if (update === undefined) return true;
    return await document.send(new UpdateCommand(update)).then(
      () => true as const,
      (error: unknown) => void unlessRefused(error),
    );
  };
  await retry(attempt, deps, deps.now() + STEP_MS);
}
