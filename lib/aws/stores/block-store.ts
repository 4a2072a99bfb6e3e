import * as v from 'valibot';
import type { Block } from '../../record/block.ts';
import type { BlockStore, Deadline } from '../../record/ports.ts';
import { weekdays } from '../../scheduling/calendar.ts';
import type { Occupancy } from '../../scheduling/occupancy.ts';
import {
  inIndex,
  queryAll,
  readItem,
  type StoreDependencies,
  type TransactItems,
  transact,
  writesOr,
} from '../table/operations.ts';
import { dayUpdates } from './schedule-reader.ts';

export function createBlockStore(deps: StoreDependencies): BlockStore {
  const { tableName } = deps;

  const get = async (blockId: string, deadline: Deadline): Promise<Block | undefined> => {
    const item = await readItem(blockKey(blockId), deps, deadline);
    return item && fromBlockItem(item);
  };

  /** `isDone` tells by the stored block if a write without an answer succeeded. */
  const write = async (
    items: TransactItems,
    { blockId }: Block,
    isDone: (stored: Block | undefined) => boolean,
    deadline: Deadline,
  ): Promise<'stored' | 'lost'> => {
    const readBack = async (): Promise<'stored' | undefined> =>
      isDone(await get(blockId, deadline)) ? 'stored' : undefined;
    const result = await transact(
      { writes: writesOr<'lost' | 'stored'>('lost', items), readBack },
      deps,
      deadline,
    );
    return result === 'contended' ? 'lost' : result;
  };

  return {
    get,

    async list(accountId, after, deadline) {
      const all = inIndex('byAccount', blocksKey(accountId));
      const values = { ...all.ExpressionAttributeValues, ':after': after };
      const query = { ...all, FilterExpression: 'endsAt > :after', ExpressionAttributeValues: values };
      const found = (await queryAll(query, deps, deadline)).map(fromBlockItem);
      return found.sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
    },

    put: (block, seen, deadline) =>
      write(
        putItems(tableName, block, seen),
        block,
        (stored) => stored?.createdAt === block.createdAt,
        deadline,
      ),

    remove: (block, deadline) =>
      write(removeItems(tableName, block), block, (stored) => stored === undefined, deadline),
  };
}

/** Creates a block if it doesn't exist, and claims its time if that is free or held by a seen, expired hold. */
export function putItems(tableName: string, block: Block, seen?: Occupancy): TransactItems {
  const { accountId, blockId, claims } = block;
  const put = {
    TableName: tableName,
    Item: toBlockItem(block),
    ConditionExpression: 'attribute_not_exists(pk)',
  };
  const days = dayUpdates(tableName, { accountId, wanted: [{ holder: blockId, claims }], held: [], seen });
  return [{ Put: put }, ...days];
}

/** Returns the condition that a block was neither removed nor made again. */
export const isSameBlock = ({ createdAt }: Block) => ({
  ConditionExpression: 'createdAt = :createdAt',
  ExpressionAttributeValues: { ':createdAt': createdAt },
});

export function removeItems(tableName: string, block: Block): TransactItems {
  const { accountId, blockId, claims } = block;
  const remove = {
    TableName: tableName,
    Key: blockKey(blockId),
    ...isSameBlock(block),
  };
  const days = dayUpdates(tableName, { accountId, wanted: [], held: [{ holder: blockId, claims }] });
  return [{ Delete: remove }, ...days];
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
  repeat: v.optional(
    v.object({
      from: v.string(),
      to: v.string(),
      weekdays: v.array(v.picklist(weekdays)),
      until: v.string(),
    }),
  ),
  claims: v.array(v.object({ date: v.string(), technicianId: v.string(), buckets: v.array(v.number()) })),
});

export const blockKey = (blockId: string) => ({ pk: `BLOCK#${blockId}`, sk: 'BLOCK' });

export const blocksKey = (accountId: string): string => `BLOCKS#${accountId}`;

const toBlockItem = (block: Block) => ({
  ...blockKey(block.blockId),
  v: VERSION,
  ...block,
  accountKey: blocksKey(block.accountId),
});

/**
 * @throws {ValiError} if the item is malformed
 */
export const fromBlockItem = (item: unknown): Block => v.parse(BlockItem, item);
