import { OutcomeUnknown } from '../../dispatch/faults.ts';
import type { CallStore } from '../../dispatch/ports.ts';
import type { StoredReport } from '../../dispatch/requests/request.ts';
import { untilSettled } from '../../dispatch/requests/until-settled.ts';
import { tombstoneChecks } from '../erasing/tombstone.ts';
import { callKey, callsKey } from '../requests/request-item.ts';
import type { RequestDependencies } from '../requests/request-store.ts';
import { transact } from '../transaction.ts';
import { toCallItems } from './call-item.ts';

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Calls: an item for lists, then the items of each report, written together. A repeat changes nothing. Reports about
 * an erased person are not stored.
 */
export function createCallStore(deps: RequestDependencies): CallStore {
  const { tableName, now } = deps;
  return {
    async put(report, callRetentionDays, deadline) {
      const expiresAt = Math.floor(now() / 1000) + callRetentionDays * DAY_SECONDS;
      const puts = toCallItems(report, expiresAt).map((Item) => ({
        Put: { TableName: tableName, Item, ConditionExpression: 'attribute_not_exists(pk)' },
      }));
      const listed = { Update: listedUpdate(report, expiresAt, tableName) };
      return await untilSettled(
        async () => {
          const checks = tombstoneChecks(report, tableName, now());
          const result = await transact([...checks, listed, ...puts], deps, deadline);
          if (result.kind === 'unknown') throw new OutcomeUnknown({ cause: result.cause });
          if (result.kind === 'contended') return undefined;
          if (result.kind === 'stored') return 'stored';
          // Any other refusal means that the same report is already stored.
          const refused = result.refusals.findIndex(({ code }) => code === 'ConditionalCheckFailed');
          return refused < checks.length ? 'erased' : 'stored';
        },
        deps,
        deadline,
      );
    },
  };
}

/** Updates the item that lists show; it is in the index of its account's calls. */
function listedUpdate(report: StoredReport, expiresAt: number, TableName: string) {
  const { accountId, integration, callId, caller, agentId } = report;
  const fixed = { accountId, accountKey: callsKey(accountId), integration, callId, expiresAt };
  const first = { createdAt: report.receivedAt, caller, agentId };
  const given = Object.entries(first).filter(([, value]) => value !== undefined);
  const sets = [
    '#v=:v',
    ...Object.keys(fixed).map((name) => `${name}=:${name}`),
    ...given.map(([name]) => `${name}=if_not_exists(${name},:${name})`),
  ];
  const values = Object.entries({ ...fixed, v: 1, ...Object.fromEntries(given) });
  return {
    TableName,
    Key: { pk: callKey(accountId, integration, callId), sk: 'CALL' },
    UpdateExpression: `SET ${sets.join(',')}`,
    ExpressionAttributeNames: { '#v': 'v' },
    ExpressionAttributeValues: Object.fromEntries(values.map(([name, value]) => [`:${name}`, value])),
  };
}
