import * as v from 'valibot';
import type { Block } from '../../record/block.ts';

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
