import { OutcomeUnknown } from '../../record/faults.ts';
import type { CallStore } from '../../record/ports.ts';
import { untilSettled } from '../../record/until-settled.ts';
import { toCallItems } from '../items/call-item.ts';
import { reportUpdate } from '../items/call-summary.ts';
import { tombstoneChecks } from '../items/tombstone.ts';
import type { StoreDependencies } from '../table/transaction.ts';
import { transact } from '../table/transaction.ts';

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Calls: the item with the outcome, then the items of each report, written together. A repeat changes nothing.
 * Reports about an erased person, and those beyond the maximum of a call, are not stored.
 */
export function createCallStore(deps: StoreDependencies): CallStore {
  const { tableName, now } = deps;
  return {
    async put(report, callRetentionDays, deadline) {
      const expiresAt = Math.floor(now() / 1000) + callRetentionDays * DAY_SECONDS;
      const puts = toCallItems(report, expiresAt).map((Item) => ({
        Put: { TableName: tableName, Item, ConditionExpression: 'attribute_not_exists(pk)' },
      }));
      const listed = { Update: reportUpdate(report, expiresAt, tableName) };
      return await untilSettled(
        async () => {
          const checks = tombstoneChecks(report, tableName, now());
          const result = await transact([...checks, listed, ...puts], deps, deadline);
          if (result.kind === 'unknown') throw new OutcomeUnknown({ cause: result.cause });
          if (result.kind === 'contended') return undefined;
          if (result.kind === 'stored') return 'stored';
          const isRefused = result.refusals.map(({ code }) => code === 'ConditionalCheckFailed');
          if (isRefused.slice(0, checks.length).includes(true)) return 'erased';
          // The same report is already stored if one of its own items is.
          return isRefused.slice(checks.length + 1).includes(true) ? 'stored' : 'over_limit';
        },
        deps,
        deadline,
      );
    },
  };
}
