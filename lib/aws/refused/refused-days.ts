import type { RefusedDays } from '../../intake/leads/refused-lead.ts';
import { refusedDayKey, toRefusedDay } from '../items/refused-lead-item.ts';
import { type ReadDependencies, readItem } from '../stores/account-reader.ts';

/** The counts of refused leads, by day. */
export const createRefusedDays = (deps: ReadDependencies): RefusedDays => ({
  async get(accountId, date, deadline) {
    const item = await readItem(deps, refusedDayKey(accountId, date), deadline);
    return item === undefined ? { count: 0, fields: [] } : toRefusedDay(item);
  },
});
