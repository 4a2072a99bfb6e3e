import type { RefusedDays } from '../../dispatch/refused/refused-lead.ts';
import { type ReadDependencies, readItem } from '../accounts/account-reader.ts';
import { refusedDayKey, toRefusedDay } from './refused-lead-item.ts';

/** The counts of refused leads, by day. */
export const createRefusedDays = (deps: ReadDependencies): RefusedDays => ({
  async get(accountId, date, deadline) {
    const item = await readItem(deps, refusedDayKey(accountId, date), deadline);
    return item === undefined ? { count: 0, fields: [] } : toRefusedDay(item);
  },
});
