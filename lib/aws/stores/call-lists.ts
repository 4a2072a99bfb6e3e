import * as v from 'valibot';
import { voicePlatforms } from '../../platforms/index.ts';
import { type CallEntry, type CallLists, isUnbookedFromNumber } from '../../record/call-lists.ts';
import { mergeReports } from '../../record/merged-call.ts';
import { fromCallItems, itemsQuery } from '../items/call-item.ts';
import { fromSummaryItem, SUMMARY } from '../items/call-summary.ts';
import { callerKey, callKey, callsKey } from '../items/request-item.ts';
import { queryAll, queryPage, type TableDependencies } from '../table/queries.ts';

const Entry = v.object({
  integration: v.picklist(voicePlatforms),
  callId: v.string(),
  createdAt: v.string(),
  caller: v.optional(v.string()),
  agentId: v.optional(v.string()),
});

const toEntry = (item: unknown): CallEntry => ({ ...v.parse(Entry, item), ...fromSummaryItem(item) });

/** Newest first, without calls past their retention. */
const listed = (IndexName: string, condition: string, values: Record<string, string>, now: number) => ({
  IndexName,
  KeyConditionExpression: condition,
  FilterExpression: 'expiresAt > :now',
  ExpressionAttributeValues: { ...values, ':now': Math.floor(now / 1000) },
  ScanIndexForward: false,
});

/** Calls by the indexes of account and caller. */
export function createCallLists(deps: TableDependencies): CallLists {
  return {
    async page(accountId, { limit, after, now }, deadline) {
      const values = { ':calls': callsKey(accountId) };
      const query = listed('byAccount', 'accountKey = :calls', values, now);
      const from = after && {
        pk: callKey(accountId, after.integration, after.callId),
        sk: SUMMARY,
        accountKey: callsKey(accountId),
        createdAt: after.createdAt,
      };
      const page = await queryPage(query, { limit, from }, deps, deadline);
      const calls = page.items.map(toEntry);
      return { calls, next: page.next === undefined ? undefined : calls.at(-1) };
    },

    async unbooked(accountId, from, now, deadline) {
      const values = { ':calls': callsKey(accountId), ':from': from };
      const query = listed('byAccount', 'accountKey = :calls AND createdAt >= :from', values, now);
      return (await queryAll(query, deps, deadline)).map(toEntry).filter(isUnbookedFromNumber);
    },

    async ofCaller(accountId, phone, now, deadline) {
      const values = { ':caller': callerKey(accountId, phone) };
      const query = listed('byCaller', 'callerKey = :caller', values, now);
      return (await queryAll(query, deps, deadline)).map(toEntry);
    },

    async get(accountId, integration, callId, deadline) {
      const query = itemsQuery(callKey(accountId, integration, callId), deps.now());
      const items = await queryAll(query, deps, deadline);
      const merged = mergeReports(fromCallItems(items));
      return merged && { ...merged, ...fromSummaryItem(items.find(({ sk }) => sk === SUMMARY)) };
    },
  };
}
