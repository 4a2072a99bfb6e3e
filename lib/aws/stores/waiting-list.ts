import { isWaiting, type WaitingList } from '../../record/waiting.ts';
import { fromRequestItems, waitingKey } from '../items/request-item.ts';
import { inIndex, queryAll, queryPage, type TableDependencies } from '../table/operations.ts';

/** Reads who waits by the index in which their requests are as long as they do. */
export const createWaitingList = (deps: TableDependencies): WaitingList => ({
  async of(accountId, deadline) {
    const items = await queryAll(inIndex('byDay', waitingKey(accountId)), deps, deadline);
    return fromRequestItems(items)
      .filter(isWaiting)
      .sort((a, b) => (a.waitlist.since < b.waitlist.since ? -1 : 1));
  },

  async isAnybody(accountId, deadline) {
    const query = inIndex('byDay', waitingKey(accountId));
    const { items } = await queryPage(query, { limit: 1, from: undefined }, deps, deadline);
    return items.length > 0;
  },
});
