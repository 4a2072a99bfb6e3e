import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ChangedBy } from '../../record/changed.ts';
import { erasedText, type Mention } from '../../record/erasing/erased-text.ts';
import type { CallTrace, Links, Mentions } from '../../record/erasing/links.ts';
import {
  bodyWithout,
  customerWithout,
  mentionErased,
  reasonWithout,
} from '../../record/erasing/mentioned.ts';
import type { DispatchRequest } from '../../record/request.ts';
import { type ChangeDependencies, changeLatest, isStored, untilSettled } from '../../record/until-settled.ts';
import { blockKey } from '../items/block-item.ts';
import { changedReports } from '../items/call-item.ts';
import { changedAsked, SUMMARY } from '../items/call-summary.ts';
import { bytesOfBody, fromRefusedItem, refusedLeadKey } from '../items/refused-lead-item.ts';
import { callKey, customerKey } from '../items/request-item.ts';
import { itemsOfPartition, type TraceDependencies } from './read-traces.ts';

export interface MentionErasure extends Pick<Links, 'identity'> {
  readonly mentionedIn: Mentions;
  readonly who: ChangedBy;
}

export interface ErasureDependencies extends TraceDependencies, ChangeDependencies {}

/** Time limit of a step in milliseconds. */
export const STEP_MS = 10_000;

/** Passes over a condition that failed. */
export function unlessRefused(error: unknown): void {
  if (!(error instanceof ConditionalCheckFailedException)) throw error;
}

/** Erases the person from the texts of others. */
export async function eraseMentions(
  { identity, mentionedIn, who }: MentionErasure,
  deps: ErasureDependencies,
): Promise<void> {
  const { document, tableName: TableName } = deps;
  const mention = identity.mention();
  for (const found of mentionedIn.requests) {
    const deadline = deps.now() + STEP_MS;
    const attempt = async (request: DispatchRequest | undefined) => {
      const next = request && mentionErased(request, mention, who);
      if (next === undefined) return true;
      return (await isStored({ next, previous: request }, deps.requests, deadline)) || undefined;
    };
    await changeLatest<true>(found, attempt, deps, deadline);
  }
  for (const block of mentionedIn.blocks) {
    const update = new UpdateCommand({
      TableName,
      Key: blockKey(block.blockId),
      UpdateExpression: 'SET reason = :reason',
      ConditionExpression: 'createdAt = :createdAt',
      ExpressionAttributeValues: { ':reason': reasonWithout(block, mention), ':createdAt': block.createdAt },
    });
    await document.send(update).catch(unlessRefused);
  }
  for (const { accountId, phone } of mentionedIn.customers)
    await eraseFromRecord({ pk: customerKey(accountId, phone), sk: 'CUSTOMER' }, mention, deps);
  for (const { refusedLeadId } of mentionedIn.refused) await eraseFromRefused(refusedLeadId, mention, deps);
  for (const call of mentionedIn.calls) await eraseFromCall(call, mention, deps);
}

/** Erases a person from the body of another's refused lead, which never changes. */
async function eraseFromRefused(
  refusedLeadId: string,
  mention: Mention,
  { document, tableName: TableName }: ErasureDependencies,
): Promise<void> {
  const Key = refusedLeadKey(refusedLeadId);
  const { Item } = await document.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  const lead = Item && fromRefusedItem(Item);
  if (lead === undefined) return;
  const update = new UpdateCommand({
    TableName,
    Key,
    UpdateExpression: 'SET #bytes = :bytes',
    ConditionExpression: 'attribute_exists(#bytes)',
    ExpressionAttributeNames: { '#bytes': 'bytes' },
    ExpressionAttributeValues: { ':bytes': bytesOfBody(bodyWithout(lead.body, mention)) },
  });
  await document.send(update).catch(unlessRefused);
}

/** Erases numbers from another person's record, unless it changes meanwhile: then again. */
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
  await untilSettled(attempt, deps, deps.now() + STEP_MS);
}

/** Erases a person from the texts of another's call. Each report is written at once, because its transcript has parts. */
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
    const update = Item && changedAsked(Item, without);
    if (update === undefined) return true;
    return await document.send(new UpdateCommand({ TableName, Key, ...update })).then(
      () => true as const,
      (error: unknown) => void unlessRefused(error),
    );
  };
  await untilSettled(attempt, deps, deps.now() + STEP_MS);
}
