import * as v from 'valibot';
import {
  type CallHold,
  type CallKey,
  letGo,
  type NumberHolds,
  type StandingHold,
} from '../../record/hold.ts';
import type { Deadline, HoldChange, HoldOutcome, HoldStore } from '../../record/ports.ts';
import { endOf, isHold } from '../../scheduling/occupancy.ts';
import { SUMMARY } from '../items/call-summary.ts';
import { callKey } from '../items/request-item.ts';
import { appointmentFields } from '../items/request-schema.ts';
import {
  ifVersion,
  inPartition,
  queryAll,
  readItem,
  type StoreDependencies,
  type TransactItems,
  transact,
  updateOf,
  type Write,
  writesOr,
} from '../table/operations.ts';
import { dayUpdates } from './schedule-reader.ts';

export function createHoldStore(deps: StoreDependencies): HoldStore {
  const get: HoldStore['get'] = async (accountId, holdId, deadline) => {
    const item = await readItem(holdKey(accountId, holdId), deps, deadline);
    return item && fromHoldItem(item);
  };

  const write = <Refused>(
    writes: readonly Write<Refused>[],
    { accountId, holdId, version, hold }: CallHold,
    deadline: Deadline,
  ) => {
    const readBack = async () => {
      const found = await get(accountId, holdId, deadline);
      const isStored = found?.version === version && found.hold?.holder === hold?.holder;
      return isStored ? 'stored' : undefined;
    };
    return transact({ writes, readBack }, deps, deadline);
  };

  return {
    get,

    ofCall: async (accountId, holdsOfCall, deadline) =>
      (await queryAll(inPartition(holdKey(accountId, holdsOfCall).pk), deps, deadline)).map(fromHoldItem),

    ofNumber: async (accountId, numberId, deadline) =>
      fromNumberItem(numberId, await readItem(holdKey(accountId, numberId), deps, deadline)),

    commit: (change, deadline) => write(commitWrites(change, deps), change.next, deadline),

    release: (known, deadline) =>
      write(writesOr('contended', releaseItems(known, deps.tableName)), letGo(known), deadline),
  };
}

/** Returns the writes that hold a time. */
export function commitWrites(change: HoldChange, { tableName, now }: StoreDependencies) {
  const { next, before, seen, kept, ofNumber, ends = [] } = change;
  const { accountId, hold } = next;
  const held = [...(before === undefined ? [] : [before]), ...ends.map((known) => known.hold)];
  return [
    ...writesOr<HoldOutcome>(
      'call_ended',
      change.call === undefined ? [] : [notEnded(change.call, tableName)],
    ),
    ...writesOr<HoldOutcome>('contended', [
      holdPut(tableName, next),
      ...(ofNumber === undefined ? [] : [numberAdd(tableName, next, ofNumber, ends, now())]),
      ...ends.map((known) => holdPut(tableName, letGo(known))),
    ]),
    ...writesOr<HoldOutcome>(
      'slot_lost',
      dayUpdates(tableName, { accountId, held, wanted: [hold], kept, seen }),
    ),
  ];
}

/** Returns the condition that the call has not been reported: a report ends holding for late function calls. */
function notEnded({ accountId, integration, callId }: CallKey, TableName: string) {
  const check = {
    TableName,
    Key: { pk: callKey(accountId, integration, callId), sk: SUMMARY },
    ConditionExpression: 'attribute_not_exists(reports)',
  };
  return { ConditionCheck: check };
}

function releaseItems(known: StandingHold, tableName: string): TransactItems {
  const { accountId, hold } = known;
  const days = dayUpdates(tableName, { accountId, held: [hold], wanted: [] });
  return [...holdEnds(tableName, accountId, [known]), ...days];
}

const VERSION = 1;

// Schemas are loose because a release writes whole items and must not drop the fields that the next one adds.
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
 * Returns the key of what a call holds, by the id of its holds, or of the holds of a number, by its digest. Calls of
 * one id from several numbers share a partition, which the end of the call reads.
 */
export function holdKey(accountId: string, id: string) {
  const [first = '', caller] = id.split('.');
  return { pk: `HOLD#${accountId}#${first}`, sk: caller === undefined ? 'HOLD' : `HOLD#${caller}` };
}

/** Returns the hold of a stored item, with the fields that this release doesn't know. */
export function fromHoldItem(item: unknown): CallHold {
  const output = v.parse(HoldItem, item);
  for (const name of ['pk', 'sk', 'v', 'expiresAt']) delete output[name];
  return output;
}

/** Returns the holds of a number. Its item has one attribute per call. */
function fromNumberItem(numberId: string, item: unknown): NumberHolds {
  if (item === undefined) return { numberId, version: 0, ends: new Map() };
  const { version, ...rest } = v.parse(NumberItem, item);
  const ends = Object.entries(rest).filter(([name]) => isHold(name));
  return { numberId, version, ends: new Map(ends.map(([id, end]) => [id, Number(end)])) };
}

/** Returns the write of what a call holds, conditional on the version before. */
function holdPut(TableName: string, next: CallHold) {
  const Item = {
    ...holdKey(next.accountId, next.holdId),
    v: VERSION,
    ...next,
    expiresAt: Math.ceil(next.keptUntil / 1000),
  };
  return { Put: { TableName, Item, ...ifVersion(next.version === 1 ? undefined : next.version - 1) } };
}

/** Adds a call's hold to those of its number if they are as read, and removes those that have ended. */
function numberAdd(
  TableName: string,
  { accountId, holdId, keptUntil, hold }: StandingHold,
  { numberId, version, ends }: NumberHolds,
  ended: readonly StandingHold[],
  now: number,
) {
  const isOver = (id: string, end: number) => end <= now || ended.some((known) => known.holdId === id);
  const over = [...ends].filter(([id, end]) => isOver(id, end) && id !== holdId).map(([id]) => id);
  const expiresAt = Math.ceil(keptUntil / 1000);
  const set = { v: VERSION, version: version + 1, expiresAt, [holdId]: endOf(hold.holder) };
  const condition = ifVersion(version === 0 ? undefined : version);
  return { Update: updateOf(TableName, holdKey(accountId, numberId), { set, remove: over }, condition) };
}

/** Returns the writes that release holds, except for their buckets. */
export function holdEnds(TableName: string, accountId: string, ends: readonly StandingHold[]): TransactItems {
  // A transaction may write an item only once, so all holds of a number end in one update.
  const byNumber = Map.groupBy(ends, ({ hold }) => hold.numberId);
  return [
    ...ends.map((known) => holdPut(TableName, letGo(known))),
    ...[...byNumber].flatMap(([numberId, ofNumber]) =>
      numberId === undefined ? [] : [numberRemove(TableName, holdKey(accountId, numberId), ofNumber)],
    ),
  ];
}

/** Calls that read the number's holds before this removes some may still add theirs. */
function numberRemove(TableName: string, Key: ReturnType<typeof holdKey>, ends: readonly StandingHold[]) {
  const expiresAt = Math.ceil(Math.max(...ends.map(({ keptUntil }) => keptUntil)) / 1000);
  const setOnce = { version: 1, expiresAt };
  const remove = ends.map(({ holdId }) => holdId);
  return { Update: updateOf(TableName, Key, { set: { v: VERSION }, setOnce, remove }) };
}
