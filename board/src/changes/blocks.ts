import type { BlockView } from '../../../lib/board/views.ts';
import type { Attempt, Store } from '../store/store.ts';

type Block = Pick<BlockView, 'technicianId' | 'from' | 'to' | 'reason'>;

/** Blocks a technician's time. */
export const blocking =
  (store: Store, block: Block): Attempt =>
  async ({ block: send }) => {
    const { technicianId, from, to, reason } = block;
    const { blockId, technician } = await send(store.accountId, { technicianId, from, to, reason });
    return { text: `${technician} is blocked: ${reason}.`, undo: unblocking(store, { ...block, blockId }) };
  };

/** Removes a block. */
export const unblocking =
  (store: Store, block: Block & Pick<BlockView, 'blockId'>): Attempt =>
  async ({ unblock }) => {
    await unblock(store.accountId, block.blockId);
    return { text: `The block “${block.reason}” is removed.`, undo: blocking(store, block) };
  };
