import * as v from 'valibot';
import { type CallHold, letGo, type NumberHolds, type StandingHold } from '../../dispatch/holds/hold.ts';
import { endOf } from '../../scheduling/holds.ts';
import { appointmentFields } from '../requests/request-item.ts';
import type { TransactItems } from '../transaction.ts';

const VERSION = 1;

const HoldItem = v.object({
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

/** The key of what a call holds, by the id of its holds, and of the holds of a number, by its digest. */
export const holdKey = (accountId: string, id: string) => ({
  pk: `HOLD#${accountId}#${id}`,
  sk: 'HOLD',
});

/** Throws if the item is malformed. */
export const fromHoldItem = (item: unknown): CallHold => v.parse(HoldItem, item);

/** The holds of a number; one attribute per call. */
export function fromNumberItem(numberId: string, item: unknown): NumberHolds {
  if (item === undefined) return { numberId, version: 0, ends: new Map() };
  const { version, ...rest } = v.parse(NumberItem, item);
  const ends = Object.entries(rest).filter(([name]) => name.startsWith('ho_'));
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
  const removed = over.map((_, index) => `#o${index}`);
  const update = {
    TableName,
    Key: holdKey(accountId, numberId),
    UpdateExpression: `SET #v=:v,#version=:next,#expires=:until,#hold=:end${removed.length === 0 ? '' : ` REMOVE ${removed.join(',')}`}`,
    ConditionExpression: version === 0 ? 'attribute_not_exists(pk)' : '#version=:seen',
    ExpressionAttributeNames: {
      ...{ '#v': 'v', '#version': 'version', '#expires': 'expiresAt', '#hold': holdId },
      ...Object.fromEntries(over.map((id, index) => [`#o${index}`, id])),
    },
    ExpressionAttributeValues: {
      ...{ ':v': VERSION, ':next': version + 1, ':until': Math.ceil(keptUntil / 1000) },
      ':end': endOf(hold.holder),
      ...(version === 0 ? {} : { ':seen': version }),
    },
  };
  return { Update: update };
}

/** The items that let holds go, apart from their time. */
export const holdEnds = (TableName: string, ends: readonly StandingHold[]): TransactItems =>
  ends.flatMap((known) => [
    holdPut(TableName, letGo(known)),
    ...(known.hold.numberId === undefined ? [] : [numberRemove(TableName, known, known.hold.numberId)]),
  ]);

/** Removes a call's hold from those of its number. Others that read them may add theirs all the same. */
function numberRemove(TableName: string, { accountId, holdId, keptUntil }: CallHold, numberId: string) {
  const update = {
    TableName,
    Key: holdKey(accountId, numberId),
    UpdateExpression:
      'SET #v=:v,#version=if_not_exists(#version,:one),#expires=if_not_exists(#expires,:until) REMOVE #hold',
    ExpressionAttributeNames: {
      ...{ '#v': 'v', '#version': 'version', '#expires': 'expiresAt', '#hold': holdId },
    },
    ExpressionAttributeValues: { ':v': VERSION, ':one': 1, ':until': Math.ceil(keptUntil / 1000) },
  };
  return { Update: update };
}
