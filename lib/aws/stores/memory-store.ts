import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { mapFields } from '../../map-fields.ts';
import type { MemoryKey } from '../../record/calls.ts';
import { isStanding } from '../../record/hold.ts';
import {
  type CallMemory,
  type InterruptedCall,
  REMEMBERED_MS,
  toldFields,
  toldPlaceFields,
} from '../../record/memory.ts';
import type { MemoryStore } from '../../record/ports.ts';
import { readItem, type StoreDependencies, updateOf, writeWithinDeadline } from '../table/operations.ts';
import { fromHoldItem } from './hold-store.ts';

export function createMemoryStore(deps: StoreDependencies): MemoryStore {
  const { document, tableName: TableName, now } = deps;

  const read = async <Memory>(
    Key: ReturnType<typeof memoryKey>,
    parse: (item: unknown) => Memory,
    deadline: number,
  ) => {
    const item = await readItem(Key, deps, deadline);
    // DynamoDB deletes late.
    return item !== undefined && Number(item.expiresAt) > now() / 1000 ? parse(item) : undefined;
  };
  const interrupted: MemoryStore['interrupted'] = (accountId, callerId, deadline) =>
    read(memoryKey({ accountId, callerId, callId: INTERRUPTED }), fromInterruptedItem, deadline);

  return {
    interrupted,

    async get(key, deadline) {
      const [call, before] = await Promise.all([
        read(memoryKey(key), fromMemoryItem, deadline),
        key.isOfNumber ? interrupted(key.accountId, key.callerId, deadline) : undefined,
      ]);
      return { call, interrupted: before };
    },

    async tell(key, { place, zip, ...told }, at, deadline) {
      const { accountId } = key;
      const set = {
        ...{ v: VERSION, accountId, ...told },
        ...{ place, placeAt: place && at, zip, zipAt: zip && at },
      };
      // Nothing revives what has expired.
      const changes = { set, setOnce: { expiresAt: expiryOf(at), firstLook: told.look } };
      const update = new UpdateCommand(updateOf(TableName, memoryKey(key), changes, isNotErased));
      await unlessRefused(writeWithinDeadline(deadline, deps, (options) => document.send(update, options)));
    },

    async end({ accountId, callerId }, call, deadline) {
      const Key = memoryKey({ accountId, callerId, callId: INTERRUPTED });
      const put = new PutCommand({
        TableName,
        Item: { ...Key, v: VERSION, accountId, ...call, expiresAt: expiryOf(call.endedAt) },
        ConditionExpression: 'attribute_not_exists(endedAt) OR endedAt <= :endedAt',
        ExpressionAttributeValues: { ':endedAt': call.endedAt },
      });
      await unlessRefused(writeWithinDeadline(deadline, deps, (options) => document.send(put, options)));
    },
  };
}

async function unlessRefused(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

const VERSION = 1;
/** The interrupted call of a number has this in place of the digest of a call. */
const INTERRUPTED = 'INTERRUPTED';

const expiryOf = (at: number): number => Math.ceil((at + REMEMBERED_MS) / 1000);

export const memoriesOf = (accountId: string, callerId: string): string => `MEMORY#${accountId}#${callerId}`;

/** Takes the place of what an erased person's call remembers, so that a late repeat of a function keeps nothing. */
export const erasedMemory = ({ pk, sk }: ReturnType<typeof memoryKey>) => ({ pk, sk, isErased: true });

/** True for the item of an interrupted call, which later calls of its number replace. */
export const isOfInterrupted = ({ sk }: ReturnType<typeof memoryKey>): boolean => sk === INTERRUPTED;

export const isErasedMemory = (item: Record<string, unknown>): boolean => item.isErased === true;

const isNotErased = { ConditionExpression: 'attribute_not_exists(isErased)' };

export const isMemoryKey = (pk: string): boolean => pk.startsWith('MEMORY#');

export const memoryKey = ({ accountId, callerId, callId }: Omit<MemoryKey, 'isOfNumber'>) => ({
  pk: memoriesOf(accountId, callerId),
  sk: callId,
});

const optionalText = v.optional(v.string());
const optionalInstant = v.optional(v.number());
const look = v.optional(v.record(v.string(), v.union([v.string(), v.boolean(), v.array(v.string())])));
const memoryFields = {
  ...mapFields(toldFields, () => optionalText),
  place: v.optional(v.object(mapFields(toldPlaceFields, () => optionalText))),
  placeAt: optionalInstant,
  zip: optionalText,
  zipAt: optionalInstant,
  look,
  firstLook: look,
  canceled: v.optional(v.object({ serviceTypeId: v.string(), notes: v.string() })),
};
const MemoryItem = v.object(memoryFields);
const InterruptedItem = v.object({
  ...memoryFields,
  endedAt: v.number(),
  isOver: v.optional(v.boolean()),
  hold: v.optional(v.unknown()),
});

const fromMemoryItem = (item: unknown): CallMemory => v.parse(MemoryItem, item);

function fromInterruptedItem(item: unknown): InterruptedCall | undefined {
  const { hold, isOver, ...call } = v.parse(InterruptedItem, item);
  if (isOver) return undefined;
  const known = hold === undefined ? undefined : fromHoldItem(hold);
  return { ...call, hold: isStanding(known) ? known : undefined };
}
