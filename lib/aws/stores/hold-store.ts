import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { OutcomeUnknown } from '../../record/faults.ts';
import { type CallHold, letGo, type NumberHolds, type StandingHold } from '../../record/hold.ts';
import type { Deadline, HoldChange, HoldOutcome, HoldStore } from '../../record/ports.ts';
import { endOf, isHold } from '../../scheduling/holds.ts';
import { SUMMARY } from '../items/call-summary.ts';
import { callKey } from '../items/request-item.ts';
import { appointmentFields } from '../items/request-schema.ts';
import { queryAll } from '../table/queries.ts';
import {
  isFailed,
  type Refusal,
  type StoreDependencies,
  type TransactItems,
  transact,
} from '../table/transaction.ts';
import { withinDeadline } from '../table/within-deadline.ts';
import { dayUpdates } from './schedule-reader.ts';

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

const VERSION = 1;

// Loose: a release must not drop the fields that the next one adds, because it writes whole items.
const HoldItem = v.looseObject({
  accountId: v.string(),
  holdId: v.string(),
  version: v.number(),
  invocations: v.array(v.string()),
  keptUntil: v.number(),
  hold: v.optional(
    v.looseObject({
      ...appointmentFields(),
      holder: v.string(),
      serviceTypeId: v.string(),
      numberId: v.optional(v.string()),
    }),
  ),
});
const NumberItem = v.looseObject({ version: v.number() });

/**
 * The key of what a call holds, by the id of its holds, and of the holds of a number, by its digest. Calls of one id from
 * several numbers share a partition, which the end of the call reads.
 */
export function holdKey(accountId: string, id: string) {
  const [first = '', caller] = id.split('.');
  return { pk: `HOLD#${accountId}#${first}`, sk: caller === undefined ? 'HOLD' : `HOLD#${caller}` };
}

/** The hold of a stored item, with the fields that this release doesn't know. Throws if the item is malformed. */
export function fromHoldItem(item: unknown): CallHold {
  const output = v.parse(HoldItem, item);
  for (const name of ['pk', 'sk', 'v', 'expiresAt']) delete output[name];
  return output;
}

/** The holds of a number; one attribute per call. */
export function fromNumberItem(numberId: string, item: unknown): NumberHolds {
  if (item === undefined) return { numberId, version: 0, ends: new Map() };
  const { version, ...rest } = v.parse(NumberItem, item);
  const ends = Object.entries(rest).filter(([name]) => isHold(name));
  return { numberId, version, ends: new Map(ends.map(([id, end]) => [id, Number(end)])) };
}

/** The write of what a call holds, conditional on the version before. */
export function holdPut(TableName: string, next: CallHold) {
  const Item = {
    ...holdKey(next.accountId, next.holdId),
    v: VERSION,
    ...next,
    expiresAt: Math.ceil(next.keptUntil / 1000),
  };
  const put =
    next.version === 1
      ? { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          TableName,
          Item,
          ConditionExpression: '#version = :seen',
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':seen': next.version - 1 },
        };
  return { Put: put };
}

/** Adds a call's hold to those of its number, if they are as they were read, and removes those that have ended. */
export function numberAdd(
  TableName: string,
  { accountId, holdId, keptUntil, hold }: StandingHold,
  { numberId, version, ends }: NumberHolds,
  now: number,
) {
  const over = [...ends].filter(([id, end]) => end <= now && id !== holdId).map(([id]) => id);
  const removed = namesOf(over);
  const removal = over.length === 0 ? '' : ` REMOVE ${Object.keys(removed).join(',')}`;
  const update = {
    TableName,
    Key: holdKey(accountId, numberId),
    UpdateExpression: `SET #v=:v,#version=:next,#expires=:until,#hold=:end${removal}`,
    ConditionExpression: version === 0 ? 'attribute_not_exists(pk)' : '#version=:seen',
    ExpressionAttributeNames: {
      ...{ '#v': 'v', '#version': 'version', '#expires': 'expiresAt', '#hold': holdId },
      ...removed,
    },
    ExpressionAttributeValues: {
      ...{ ':v': VERSION, ':next': version + 1, ':until': Math.ceil(keptUntil / 1000) },
      ':end': endOf(hold.holder),
      ...(version === 0 ? {} : { ':seen': version }),
    },
  };
  return { Update: update };
}

/** The writes that release holds, except for their buckets. */
export function holdEnds(TableName: string, accountId: string, ends: readonly StandingHold[]): TransactItems {
  // A transaction writes an item once: all holds of a number end in one update.
  const byNumber = Map.groupBy(ends, ({ hold }) => hold.numberId);
  return [
    ...ends.map((known) => holdPut(TableName, letGo(known))),
    ...[...byNumber].flatMap(([numberId, ofNumber]) =>
      numberId === undefined ? [] : [numberRemove(TableName, holdKey(accountId, numberId), ofNumber)],
    ),
  ];
}

/** Removes holds from those of their number. Calls that read the number's holds before may still add theirs. */
function numberRemove(TableName: string, Key: ReturnType<typeof holdKey>, ends: readonly StandingHold[]) {
  const removed = namesOf(ends.map(({ holdId }) => holdId));
  const keptUntil = Math.max(...ends.map((known) => known.keptUntil));
  const update = {
    TableName,
    Key,
    UpdateExpression: `SET #v=:v,#version=if_not_exists(#version,:one),#expires=if_not_exists(#expires,:until) REMOVE ${Object.keys(removed).join(',')}`,
    ExpressionAttributeNames: { '#v': 'v', '#version': 'version', '#expires': 'expiresAt', ...removed },
    ExpressionAttributeValues: { ':v': VERSION, ':one': 1, ':until': Math.ceil(keptUntil / 1000) },
  };
  return { Update: update };
}

/** Placeholders of holds in the item of their number. */
const namesOf = (holdIds: readonly string[]): Record<string, string> =>
  Object.fromEntries(holdIds.map((id, index) => [`#o${index}`, id]));
