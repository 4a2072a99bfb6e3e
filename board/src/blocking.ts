import type { BlockConflictView, BlockView } from '../../lib/board/views.ts';
import { type Block, unblocking } from './changes.ts';
import { ApiFault, inTheWay } from './store/api.ts';
import type { Attempt } from './store/state.ts';
import type { Store } from './store/store.ts';
import { dayName } from './store/time.ts';

/** When a block comes again. */
export type Repeat = Pick<NonNullable<BlockView['repeat']>, 'weekdays' | 'until'>;

/** Blocks a technician's time, once or again and again. Names the days on which that isn't possible. */
export const blocking = (store: Store, block: Block & { readonly repeat?: Repeat | undefined }): Attempt => ({
  async send(api) {
    const { technicianId, from, to, reason } = block;
    const made = await api.block(store.accountId, block).catch((error) => {
      if (!(error instanceof ApiFault) || error.conflicts.length === 0) throw error;
      throw new ApiFault(error.status, `${error.message} ${error.conflicts.map(conflictText).join(' ')}`);
    });
    const { technician, blockId, blocks, conflicts = [] } = made;
    if (conflicts.length > 0) store.tellRefused(`Not blocked: ${conflicts.map(conflictText).join(' ')}`);
    return blocks === undefined
      ? {
          text: `${technician} is blocked: ${reason}.`,
          undo: unblocking(store, { technicianId, from, to, reason, blockId }),
        }
      : {
          text: `${technician} is blocked ${timesText(blocks.length)}: ${reason}.`,
          undo: removing(store, made, 'all'),
        };
  },
});

const timesText = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** Says for a day of a series what is in the way, such as `Monday, November 23: Grace Kim at 9:00 AM.` */
function conflictText(conflict: BlockConflictView): string {
  const { from, reason } = conflict;
  const rule = reason === 'past' ? 'that time is over' : 'it ends too early or too late';
  const why = reason === 'occupied' ? inTheWay(conflict) || 'a caller is about to take it' : rule;
  return `${dayName(from.slice(0, 10))}: ${why}.`;
}

/** Removes several blocks of a series, which nobody can take back. */
export const removing = (
  store: Store,
  { blockId, reason, from }: Pick<BlockView, 'blockId' | 'reason' | 'from'>,
  series: 'following' | 'all',
): Attempt => ({
  async send(api) {
    await api.unblock(store.accountId, blockId, series);
    const which =
      series === 'all' ? 'All blocks to come' : `The blocks from ${dayName(from.slice(0, 10))} on`;
    return { text: `${which} of “${reason}” are removed.` };
  },
});

export const weekdayName = (weekday: string): string => weekday.charAt(0).toUpperCase() + weekday.slice(1);
