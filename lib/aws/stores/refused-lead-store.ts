import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Deadline, RefusedDays, RefusedLeadStore } from '../../record/ports.ts';
import { type Kept, MAX_KEPT_PER_DAY, type RefusedLead, refusalReasons } from '../../record/refused-lead.ts';
import { retry } from '../../record/retry.ts';
import {
  readItem,
  type StoreDependencies,
  type TableDependencies,
  transact,
  updateOf,
  writesOr,
  writeWithinDeadline,
} from '../table/operations.ts';

/** Stores each refused lead with the count of its day in one transaction. */
export function createRefusedLeadStore(deps: StoreDependencies): RefusedLeadStore {
  const { tableName: TableName } = deps;

  const keepOnce = async (lead: RefusedLead, deadline: Deadline): Promise<Kept | undefined> => {
    const put = {
      TableName,
      Item: toRefusedItem(lead),
      // Compares the value, because DynamoDB deletes expired items late.
      ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': Math.floor(deps.now() / 1000) },
    };
    const writes = [
      ...writesOr<Kept>('repeated', [{ Put: put }]),
      ...writesOr<Kept>('over_limit', [{ Update: dayUpdate(TableName, lead, 'kept') }]),
    ];
    const result = await transact({ writes }, deps, deadline);
    if (result === 'stored') return 'kept';
    return result === 'contended' ? undefined : result;
  };

  const update = async (input: ConstructorParameters<typeof UpdateCommand>[0], deadline: Deadline) => {
    const send = (options: object) => deps.document.send(new UpdateCommand(input), options);
    await writeWithinDeadline(deadline, deps, send).catch((error: unknown) => {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
  };

  return {
    async keep(lead, deadline) {
      const kept = await retry(() => keepOnce(lead, deadline), deps, deadline);
      if (kept === 'repeated') await update(repeatUpdate(TableName, lead), deadline);
      if (kept === 'over_limit') await update(dayUpdate(TableName, lead, 'dropped'), deadline);
      return kept;
    },
  };
}

/** Returns the update that counts a repeat. What is left of an erased lead has no body, and stays as it is. */
const repeatUpdate = (tableName: string, { refusedLeadId, receivedAt }: RefusedLead) =>
  updateOf(
    tableName,
    refusedLeadKey(refusedLeadId),
    { set: { lastAt: receivedAt }, add: { times: 1 } },
    { ConditionExpression: 'attribute_exists(bytes)' },
  );

/** Returns the update that counts a lead of the day, as one that is kept only up to the limit. */
function dayUpdate(
  tableName: string,
  { accountId, receivedAt, errors }: RefusedLead,
  name: 'kept' | 'dropped',
) {
  const date = receivedAt.slice(0, 10);
  const wrong = errors.map(({ path }) => path);
  const times = { createdAt: receivedAt, expiresAt: refusedUntil(receivedAt) };
  const changes = {
    set: { v: VERSION, date, ...times, accountKey: REFUSED_KEY, accountId },
    // DynamoDB has no empty sets.
    add: { [name]: 1, fields: wrong.length === 0 ? undefined : new Set(wrong) },
  };
  const isBelowLimit = {
    ConditionExpression: 'attribute_not_exists(#kept) OR #kept < :limit',
    ExpressionAttributeNames: { '#kept': 'kept' },
    ExpressionAttributeValues: { ':limit': MAX_KEPT_PER_DAY },
  };
  const Key = refusedDayKey(accountId, date);
  return updateOf(tableName, Key, changes, name === 'kept' ? isBelowLimit : undefined);
}

const VERSION = 1;
/** A refused lead is kept for this many seconds (30 days). */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** The module is loaded when a lead is refused or read, which most containers never do. */
const zlib = () => process.getBuiltinModule('node:zlib');

/** All refused leads, and the counts of their days, have this key in the index `byAccount`. */
export const REFUSED_KEY = 'REFUSED';

export const refusedLeadKey = (refusedLeadId: string) => ({ pk: `REFUSED#${refusedLeadId}`, sk: 'REFUSED' });

export const REFUSED_DAY = 'REFUSED_DAY';

export const refusedDayKey = (accountId: string | undefined, date: string) => ({
  pk: `REFUSED#${accountId ?? ''}#${date}`,
  sk: REFUSED_DAY,
});

/** Returns when a refused lead expires, in epoch seconds. */
const refusedUntil = (receivedAt: string): number => Math.floor(Date.parse(receivedAt) / 1000) + KEPT_SECONDS;

const RefusedItem = v.object({
  refusedLeadId: v.string(),
  accountId: v.optional(v.string()),
  reason: v.picklist(refusalReasons),
  errors: v.array(v.object({ path: v.string(), expected: v.string() })),
  receivedAt: v.string(),
  lastAt: v.string(),
  times: v.number(),
  keyId: v.string(),
  mayActFor: v.array(v.string()),
  bytes: v.instance(Uint8Array),
});
const DayItem = v.object({
  date: v.string(),
  accountId: v.optional(v.string()),
  kept: v.optional(v.number(), 0),
  dropped: v.optional(v.number(), 0),
  fields: v.optional(v.instance(Set), new Set()),
});

export interface StoredRefusedLead extends RefusedLead {
  /** The lead came last at this time, and this often: the sender repeats what was refused, or a workflow runs again. */
  readonly lastAt: string;
  readonly times: number;
}

/** This many leads of a day (UTC) were not kept, because there were too many. */
export interface DroppedLeads {
  readonly date: string;
  readonly accountId?: string | undefined;
  readonly dropped: number;
}

export const bytesOfBody = (body: string): Uint8Array => zlib().gzipSync(body);

const toRefusedItem = ({ body, ...lead }: RefusedLead) => ({
  ...refusedLeadKey(lead.refusedLeadId),
  v: VERSION,
  ...lead,
  lastAt: lead.receivedAt,
  times: 1,
  bytes: bytesOfBody(body),
  accountKey: REFUSED_KEY,
  createdAt: lead.receivedAt,
  expiresAt: refusedUntil(lead.receivedAt),
});

/** Returns the lead of a stored item; undefined for what is left of an erased one. */
export function fromRefusedItem(item: Record<string, unknown>): StoredRefusedLead | undefined {
  if (!('bytes' in item)) return undefined;
  const { bytes, ...lead } = v.parse(RefusedItem, item);
  return { ...lead, body: zlib().gunzipSync(bytes).toString('utf8') };
}

interface RefusedLeads {
  /** The oldest lead comes first. */
  readonly leads: readonly StoredRefusedLead[];
  readonly dropped: readonly DroppedLeads[];
}

/** Reads refused leads for the command line. Omits those that have expired. */
export function createRefusedLeadReader({
  document,
  tableName: TableName,
  now,
}: {
  readonly document: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly now: () => number;
}) {
  const isOver = ({ expiresAt }: Record<string, unknown>) => Number(expiresAt) <= now() / 1000;
  return {
    /** Lists the refused leads of an account, or all of them. Eventually consistent. */
    async list(accountId?: string): Promise<RefusedLeads> {
      const query = {
        TableName,
        IndexName: 'byAccount',
        KeyConditionExpression: 'accountKey = :key',
        ...(accountId === undefined ? {} : { FilterExpression: 'accountId = :account' }),
        ExpressionAttributeValues: {
          ':key': REFUSED_KEY,
          ...(accountId === undefined ? {} : { ':account': accountId }),
        },
      };
      const leads: StoredRefusedLead[] = [];
      const dropped: DroppedLeads[] = [];
      for await (const { Items = [] } of paginateQuery({ client: document }, query)) {
        for (const item of Items.filter((found) => !isOver(found))) {
          if ('date' in item) {
            const { date, accountId, dropped: count } = v.parse(DayItem, item);
            dropped.push({ date, accountId, dropped: count });
          } else leads.push(...[fromRefusedItem(item) ?? []].flat());
        }
      }
      return { leads, dropped: dropped.filter((day) => day.dropped > 0) };
    },

    async get(refusedLeadId: string): Promise<StoredRefusedLead | undefined> {
      const get = new GetCommand({ TableName, Key: refusedLeadKey(refusedLeadId), ConsistentRead: true });
      const { Item } = await document.send(get);
      return Item === undefined || isOver(Item) ? undefined : fromRefusedItem(Item);
    },

    async remove(refusedLeadId: string): Promise<void> {
      await document.send(new DeleteCommand({ TableName, Key: refusedLeadKey(refusedLeadId) }));
    },
  };
}

/** Reads the counts of refused leads by day. */
export const createRefusedDays = (deps: TableDependencies): RefusedDays => ({
  async get(accountId, date, deadline) {
    const item = await readItem(refusedDayKey(accountId, date), deps, deadline);
    if (item === undefined) return { count: 0, fields: [] };
    const { kept, dropped, fields } = v.parse(DayItem, item);
    return { count: kept + dropped, fields: [...fields].map(String).sort() };
  },
});
