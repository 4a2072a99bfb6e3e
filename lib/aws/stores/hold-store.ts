import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { OutcomeUnknown } from '../../record/faults.ts';
import type { StandingHold } from '../../record/hold.ts';
import type { Deadline, HoldChange, HoldOutcome, HoldStore } from '../../record/ports.ts';
import { SUMMARY } from '../items/call-summary.ts';
import { fromHoldItem, fromNumberItem, holdEnds, holdKey, holdPut, numberAdd } from '../items/hold-item.ts';
import { callKey } from '../items/request-item.ts';
import { queryAll } from '../table/queries.ts';
import type { StoreDependencies } from '../table/transaction.ts';
import { isFailed, type Refusal, type TransactItems, transact } from '../table/transaction.ts';
import { withinDeadline } from '../table/within-deadline.ts';
import { dayUpdates } from './claim-updates.ts';

/** Times that calls hold, and the claims of those times. */
export function createHoldStore(deps: StoreDependencies): HoldStore {
  const { document, tableName } = deps;

  const read = async (accountId: string, id: string, deadline: Deadline): Promise<unknown> => {
    const Key = holdKey(accountId, id);
    const command = new GetCommand({ TableName: tableName, Key, ConsistentRead: true });
    return (await withinDeadline(deadline, deps, (options) => document.send(command, options))).Item;
  };

  const get: HoldStore['get'] = async (accountId, holdId, deadline) => {
    const item = await read(accountId, holdId, deadline);
    return item === undefined ? undefined : fromHoldItem(item);
  };

  /** The refusals of a write, none if it was stored. Undefined after a conflict. */
  const write = async (
    items: TransactItems,
    { accountId, holdId, version }: Pick<HoldChange['next'], 'accountId' | 'holdId' | 'version'>,
    holder: string | undefined,
    deadline: Deadline,
  ): Promise<readonly Refusal[] | undefined> => {
    const result = await transact(items, deps, deadline);
    if (result.kind === 'stored') return [];
    if (result.kind === 'refused') return result.refusals;
    if (result.kind === 'contended') return undefined;
    const found = await get(accountId, holdId, deadline).catch(() => undefined);
    if (found?.version === version && found.hold?.holder === holder) return [];
    throw new OutcomeUnknown({ cause: result.cause });
  };

  return {
    get,

    ofCall: async (accountId, holdsOfCall, deadline) =>
      (await queryAll(ofPartition(accountId, holdsOfCall), deps, deadline)).map(fromHoldItem),

    async ofNumber(accountId, numberId, deadline) {
      return fromNumberItem(numberId, await read(accountId, numberId, deadline));
    },

    async commit(change, deadline) {
      const { next } = change;
      const days = holdDays(change, tableName);
      const items = [notEnded(change, tableName), ...days, ...ownItems(change, deps)];
      const refusals = await write(items, next, next.hold.holder, deadline);
      return refusals === undefined ? 'contended' : judge(refusals, days.length);
    },

    async release(known, deadline) {
      const items = releaseItems(known, tableName);
      const next = { ...known, version: known.version + 1 };
      const refusals = await write(items, next, undefined, deadline);
      return refusals?.length === 0 ? 'stored' : 'contended';
    },
  };
}

const ofPartition = (accountId: string, holdsOfCall: string) => ({
  ConsistentRead: true,
  KeyConditionExpression: 'pk=:pk',
  ExpressionAttributeValues: { ':pk': holdKey(accountId, holdsOfCall).pk },
});

/**
 * The outcome of a hold whose write was stored or refused.
 * @param days the number of days whose buckets it claims
 */
function judge(refusals: readonly Refusal[], days: number): HoldOutcome {
  if (refusals.length === 0) return 'stored';
  const [ofCall, ...others] = refusals;
  if (isFailed(ofCall)) return 'call_ended';
  const isSlotLost = others.slice(0, days).some(isFailed) && !others.slice(days).some(isFailed);
  return isSlotLost ? 'slot_lost' : 'contended';
}

/** A report of the call ends holding for it, also one that comes before a late function call. */
function notEnded({ call: { accountId, integration, callId } }: HoldChange, TableName: string) {
  const check = {
    TableName,
    Key: { pk: callKey(accountId, integration, callId), sk: SUMMARY },
    ConditionExpression: 'attribute_not_exists(reports)',
  };
  return { ConditionCheck: check };
}

function holdDays({ next, before, seen, kept }: HoldChange, tableName: string): TransactItems {
  const updates = dayUpdates(tableName, {
    accountId: next.accountId,
    held: before === undefined ? [] : [before],
    wanted: [next.hold],
    kept,
    seen,
  });
  return updates.map((Update) => ({ Update }));
}

function ownItems({ next, ofNumber }: HoldChange, { tableName, now }: StoreDependencies): TransactItems {
  const ofCall = holdPut(tableName, next);
  return ofNumber === undefined ? [ofCall] : [ofCall, numberAdd(tableName, next, ofNumber, now())];
}

function releaseItems(known: StandingHold, tableName: string): TransactItems {
  const { accountId, hold } = known;
  const days = dayUpdates(tableName, { accountId, held: [hold], wanted: [] });
  return [...holdEnds(tableName, accountId, [known]), ...days.map((Update) => ({ Update }))];
}
