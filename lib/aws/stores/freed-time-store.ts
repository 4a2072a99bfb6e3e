import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import {
  type FreedTime,
  type FreedTimeRaiser,
  type FreedTimes,
  type NewOffer,
  OFFERED_MS,
  type OfferedToday,
} from '../../record/freed-time.ts';
import { requestIdPattern } from '../../record/ids.ts';
import { BUCKET_MINUTES, endOf, isHold, technicianOfLayer } from '../../scheduling/occupancy.ts';
import { DAY_MS, MINUTE_MS } from '../../scheduling/time.ts';
import { messageKey, toMessageItem } from '../items/message-item.ts';
import { customerKey, remindAtOf, reminderKey, requestPut } from '../items/request-item.ts';
import {
  type Condition,
  isNew,
  plainItem,
  readItem,
  type StoreDependencies,
  type TableDependencies,
  transact,
  updateOf,
  writesOr,
  writeWithinDeadline,
} from '../table/operations.ts';
import { commitWrites } from './hold-store.ts';
import { linkPut } from './link-store.ts';
import { scheduleKey } from './schedule-reader.ts';
import { createWaitingList } from './waiting-list.ts';

const nameOf = ({ date, technicianId }: Pick<FreedTime, 'date' | 'technicianId'>): string =>
  `${date}#${technicianId}`;

export const freedKey = (accountId: string, name: string) => ({ pk: `FREED#${accountId}`, sk: name });

/** Says what a number was offered last. */
export const offeredKey = (accountId: string, phone: string) => ({
  pk: customerKey(accountId, phone),
  sk: 'OFFERED',
});
/** What was offered is kept for this many milliseconds. */
const KEPT_MS = 3 * DAY_MS;

const setOf = <Item extends v.GenericSchema>(item: Item) => v.optional(v.set(item), new Set());
const FreedItem = v.object({
  accountId: v.string(),
  technicianId: v.string(),
  date: v.string(),
  raised: v.number(),
  buckets: setOf(v.number()),
  by: setOf(v.string()),
  offer: v.optional(v.object({ dispatchRequestId: v.string(), messageId: v.string() })),
  remindAt: v.optional(v.string()),
});

/** Returns the freed time of an item; undefined if it is not offered any more. */
function fromFreedItem(item: unknown): FreedTime | undefined {
  const { buckets, by, remindAt, ...freed } = v.parse(FreedItem, item);
  return remindAt === undefined ? undefined : { ...freed, buckets: [...buckets], by: [...by] };
}

const OfferedItem = v.object({
  day: v.string(),
  count: v.number(),
  dispatchRequestId: v.string(),
  until: v.string(),
});

export function createFreedTimes(deps: StoreDependencies): FreedTimes {
  const { tableName } = deps;
  return {
    async get(accountId, name, deadline) {
      const item = await readItem(freedKey(accountId, name), deps, deadline);
      return item && fromFreedItem(item);
    },

    async offeredTo(accountId, phone, deadline) {
      const item = await readItem(offeredKey(accountId, phone), deps, deadline);
      return item && v.parse(OfferedItem, item);
    },

    async offer(offer, deadline) {
      const token = deps.newToken();
      const { hold, message } = offer;
      const writes = [
        ...writesOr<'outdated'>('outdated', offerWrites(tableName, offer, token)),
        ...commitWrites(hold, deps),
      ];
      const readBack = async () =>
        (await readItem(messageKey(message.messageId), deps, deadline)) === undefined ? undefined : 'stored';
      const result = await transact({ writes, token, readBack }, deps, deadline);
      // The hold is of no call.
      return result === 'call_ended' ? 'outdated' : result;
    },

    async settle(freed, next, deadline) {
      const change =
        next === 'over'
          ? { remove: ['reminderKey', 'remindAt', 'buckets', 'by', 'offer'] }
          : { set: { remindAt: remindAtOf(freed.accountId, next.at) }, remove: ['offer'] };
      const Update = updateOf(tableName, keyOf(freed), { ...change, add: { raised: 1 } }, ifAsRead(freed));
      return await transact({ writes: writesOr<'contended'>('contended', [{ Update }]) }, deps, deadline);
    },
  };
}

const keyOf = (freed: FreedTime) => freedKey(freed.accountId, nameOf(freed));

const ifAsRead = ({ raised }: FreedTime): Condition => ({
  ConditionExpression: 'raised = :raised',
  ExpressionAttributeValues: { ':raised': raised },
});

function offerWrites(
  tableName: string,
  { freed, next, previous, message, link, offered }: NewOffer,
  token: string,
) {
  const { dispatchRequestId, accountId } = next;
  const offer = { dispatchRequestId, messageId: message.messageId };
  return [
    requestPut(next, previous, tableName, token),
    { Update: updateOf(tableName, keyOf(freed), { set: { offer }, add: { raised: 1 } }, ifAsRead(freed)) },
    { Put: { TableName: tableName, Item: toMessageItem(message), ...isNew } },
    ...(link === undefined ? [] : [linkPut(tableName, link)]),
    {
      Put: {
        TableName: tableName,
        Item: {
          ...offeredKey(accountId, offered.phone),
          ...{ v: 1, ...offered.next },
          expiresAt: Math.ceil((Date.parse(offered.next.until) + KEPT_MS) / 1000),
        },
        ...ifOffered(offered.previous),
      },
    },
  ];
}

const ifOffered = (previous: OfferedToday | undefined) =>
  previous === undefined
    ? isNew
    : {
        ConditionExpression: '#until = :until',
        ExpressionAttributeNames: { '#until': 'until' },
        ExpressionAttributeValues: { ':until': previous.until },
      };

/** The partition keys of technicians' days begin with this. */
const SCHEDULE = scheduleKey('', '', '').pk;

const StreamRecord = v.object({
  dynamodb: v.object({ NewImage: v.optional(v.unknown()), OldImage: v.optional(v.unknown()) }),
});
const Day = v.looseObject({ pk: v.string(), sk: v.string() });

/** Follows the technicians' days in the table's stream, whoever or whatever gives time up. */
export function createFreedTimeRaiser(deps: TableDependencies): FreedTimeRaiser {
  const waitingList = createWaitingList(deps);
  const { document, tableName } = deps;
  return {
    async follow(record, deadline) {
      const { NewImage, OldImage } = v.parse(StreamRecord, record).dynamodb;
      const was = v.safeParse(Day, plainItem(OldImage));
      if (!was.success || !was.output.pk.startsWith(SCHEDULE)) return;
      const now = deps.now();
      const { pk, sk, ...before } = was.output;
      const freed = freedIn(before, plainItem(NewImage) ?? {}, now);
      const accountId = pk.slice(SCHEDULE.length);
      if (freed.length === 0 || !(await waitingList.isAnybody(accountId, deadline))) return;
      const [date = ''] = sk.split('#', 1);
      const technicianId = technicianOfLayer(sk.slice(date.length + 1));
      const by = freed.map(({ holder }) => holder).filter((holder) => requestIdPattern.test(holder));
      const update = updateOf(tableName, freedKey(accountId, nameOf({ date, technicianId })), {
        set: {
          ...{ v: 1, accountId, technicianId, date, reminderKey: reminderKey('freed') },
          remindAt: remindAtOf(accountId, new Date(now).toISOString()),
          expiresAt: Math.ceil((Date.parse(date) + KEPT_MS) / 1000),
        },
        add: {
          raised: 1,
          buckets: new Set(freed.map(({ bucket }) => bucket)),
          by: by.length === 0 ? undefined : new Set(by),
        },
      });
      await writeWithinDeadline(deadline, deps, (options) =>
        document.send(new UpdateCommand(update), options),
      );
    },
  };
}

/** Returns the buckets that somebody had and nobody has, with who had them, as far as they may still be offered. */
function freedIn(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  now: number,
) {
  return Object.entries(before).flatMap(([name, holder]) => {
    const bucket = Number(name);
    if (!Number.isInteger(bucket) || typeof holder !== 'string' || after[name] !== undefined) return [];
    // A hold that has ended by itself took nobody's time any more.
    if (isHold(holder) && endOf(holder) <= now) return [];
    const from = bucket * BUCKET_MINUTES * MINUTE_MS;
    const isAhead =
      from + BUCKET_MINUTES * MINUTE_MS > now + OFFERED_MS.first && from <= now + OFFERED_MS.last;
    return isAhead ? [{ bucket, holder }] : [];
  });
}
