import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Block } from '../../record/block.ts';
import { OutcomeUnknown } from '../../record/faults.ts';
import type { BlockStore, Deadline } from '../../record/ports.ts';
import type { Occupancy } from '../../scheduling/day.ts';
import { queryAll } from '../table/queries.ts';
import { type StoreDependencies, type TransactItems, transact } from '../table/transaction.ts';
import { withinDeadline } from '../table/within-deadline.ts';
import { dayUpdates } from './schedule-reader.ts';

/** Blocks and their claims, written in one transaction. */
export function createBlockStore(deps: StoreDependencies): BlockStore {
  const { document, tableName } = deps;

  const get = async (blockId: string, deadline: Deadline): Promise<Block | undefined> => {
    const command = new GetCommand({ TableName: tableName, Key: blockKey(blockId), ConsistentRead: true });
    const { Item } = await withinDeadline(deadline, deps, (options) => document.send(command, options));
    return Item === undefined ? undefined : fromBlockItem(Item);
  };

  /** `done` decides from the stored block whether a write without an answer succeeded. */
  const write = async (
    items: TransactItems,
    deadline: Deadline,
    done: () => Promise<boolean>,
  ): Promise<'stored' | 'lost'> => {
    const result = await transact(items, deps, deadline);
    if (result.kind !== 'unknown') return result.kind === 'stored' ? 'stored' : 'lost';
    if (await done().catch(() => false)) return 'stored';
    throw new OutcomeUnknown({ cause: result.cause });
  };

  return {
    get,

    async list(accountId, after, deadline) {
      const found = await queryBlocks(accountId, after, deadline, deps);
      return found.sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
    },

    put: (block, seen, deadline) =>
      write(putItems(tableName, block, seen), deadline, async () => {
        return (await get(block.blockId, deadline))?.createdAt === block.createdAt;
      }),

    remove: (block, deadline) =>
      write(removeItems(tableName, block), deadline, async () => {
        return (await get(block.blockId, deadline)) === undefined;
      }),
  };
}

async function queryBlocks(
  accountId: string,
  after: string,
  deadline: Deadline,
  deps: StoreDependencies,
): Promise<Block[]> {
  const query = {
    IndexName: 'byAccount',
    KeyConditionExpression: 'accountKey = :account',
    FilterExpression: 'endsAt > :after',
    ExpressionAttributeValues: { ':account': blocksKey(accountId), ':after': after },
  };
  return (await queryAll(query, deps, deadline)).map(fromBlockItem);
}

/** Creates the block if it does not exist and claims its time if all of it is free, or has an expired hold as it was seen. */
export function putItems(tableName: string, block: Block, seen?: Occupancy): TransactItems {
  const { accountId, blockId, claims } = block;
  const put = {
    TableName: tableName,
    Item: toBlockItem(block),
    ConditionExpression: 'attribute_not_exists(pk)',
  };
  const days = dayUpdates(tableName, { accountId, wanted: [{ holder: blockId, claims }], held: [], seen });
  return [{ Put: put }, ...days.map((Update) => ({ Update }))];
}

/** Removes the block and releases its time, if both are unchanged. */
export function removeItems(tableName: string, block: Block): TransactItems {
  const { accountId, blockId, claims, createdAt } = block;
  const remove = {
    TableName: tableName,
    Key: blockKey(blockId),
    ConditionExpression: 'createdAt = :createdAt',
    ExpressionAttributeValues: { ':createdAt': createdAt },
  };
  const days = dayUpdates(tableName, { accountId, wanted: [], held: [{ holder: blockId, claims }] });
  return [{ Delete: remove }, ...days.map((Update) => ({ Update }))];
}

const VERSION = 1;

const BlockItem = v.object({
  blockId: v.string(),
  accountId: v.string(),
  technicianId: v.string(),
  technician: v.string(),
  from: v.string(),
  to: v.string(),
  startsAt: v.string(),
  endsAt: v.string(),
  reason: v.string(),
  by: v.string(),
  createdAt: v.string(),
  claims: v.array(v.object({ date: v.string(), technicianId: v.string(), buckets: v.array(v.number()) })),
});

/** The key of a block's item. */
export const blockKey = (blockId: string) => ({ pk: `BLOCK#${blockId}`, sk: 'BLOCK' });

/** The key of an account's blocks in the index `byAccount`. */
export const blocksKey = (accountId: string): string => `BLOCKS#${accountId}`;

export const toBlockItem = (block: Block) => ({
  ...blockKey(block.blockId),
  v: VERSION,
  ...block,
  accountKey: blocksKey(block.accountId),
});

/** The block of a stored item. Throws if the item is malformed. */
export const fromBlockItem = (item: unknown): Block => v.parse(BlockItem, item);
