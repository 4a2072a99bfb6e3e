import { type DynamoDBDocumentClient, paginateQuery, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { integrations } from '../../platforms/index.ts';
import type { Block } from '../../record/block.ts';
import { callerIdOf, hiddenCallerId } from '../../record/calls.ts';
import { callerDigits, digitsIn } from '../../record/erasing/digits-in-text.ts';
import { erasedIn, isMentionedIn, type Mention } from '../../record/erasing/erased-text.ts';
import {
  type CallTrace,
  callsOfLinks,
  type Links,
  type RefusedTrace,
  type Traces,
} from '../../record/erasing/links.ts';
import { type Customer, type DispatchRequest, UNASSIGNED } from '../../record/request.ts';
import { askedIn, SUMMARY } from '../items/call-summary.ts';
import { callKey, fromRequestItem } from '../items/request-item.ts';
import { fromBlockItem } from '../stores/block-store.ts';
import { fromCallItems, textsOfReport } from '../stores/call-store.ts';
import { CONSENT } from '../stores/consent-store.ts';
import { fromCustomerItem } from '../stores/customer-store.ts';
import { isErasedMemory, isMemoryKey, memoriesOf } from '../stores/memory-store.ts';
import { fromRefusedItem, type StoredRefusedLead } from '../stores/refused-lead-store.ts';
import { inPartition } from '../table/operations.ts';

const Key = v.object({ pk: v.string(), sk: v.string() });
const DeliveryItem = v.object({ ...Key.entries, dispatchRequestId: v.string() });

type DeliveryKey = v.InferOutput<typeof Key>;

/** The data of an account that may be about a person. */
export interface StoredTraces extends Traces {
  /** The keys of deliveries, by the ids of their requests. */
  readonly deliveries: ReadonlyMap<string, readonly DeliveryKey[]>;
  /** What calls of the last hours were told. */
  readonly memories: readonly MemoryTrace[];
}

export interface MemoryTrace {
  readonly key: DeliveryKey;
  readonly told: Readonly<Record<string, unknown>>;
}

export interface TraceDependencies {
  readonly document: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly onProgress: (text: string) => void;
}

const PROGRESS_CALLS = 500;

/**
 * Reads an account's data about people, and calls without an account, because no index covers the texts that link a
 * person's records. Strongly consistent; scans the table once and queries once per call.
 */
export async function readTraces(accountId: string, deps: TraceDependencies): Promise<StoredTraces> {
  const blocks: Block[] = [];
  const customers: Customer[] = [];
  const requests: DispatchRequest[] = [];
  const deliveries = new Map<string, DeliveryKey[]>();
  const refused: RefusedTrace[] = [];
  const memories: MemoryTrace[] = [];
  const callKeys = new Set<string>();
  for await (const item of itemsOf(accountId, deps)) {
    const { pk, sk } = v.parse(Key, item);
    if (sk === 'CUSTOMER') customers.push(fromCustomerItem(item));
    // What a number's owner decided is erased by the number.
    else if (sk === CONSENT) continue;
    else if (sk === 'REQUEST') requests.push(fromRequestItem(item));
    else if (sk === 'REFUSED') refused.push(...[fromRefusedItem(item) ?? []].flat().map(refusedTrace));
    else if (sk === 'BLOCK') blocks.push(fromBlockItem(item));
    else if (isMemoryKey(pk)) {
      if (!isErasedMemory(item)) memories.push({ key: { pk, sk }, told: item });
    } else if (sk === 'DELIVERY') {
      const { dispatchRequestId } = v.parse(DeliveryItem, item);
      deliveries.set(dispatchRequestId, [...(deliveries.get(dispatchRequestId) ?? []), { pk, sk }]);
    } else callKeys.add(pk);
  }
  const calls: CallTrace[] = [];
  for (const [index, pk] of [...callKeys].entries()) {
    if (index > 0 && index % PROGRESS_CALLS === 0)
      deps.onProgress(`Read ${index} of ${callKeys.size} calls.`);
    calls.push(...traceOf(await itemsOfPartition(pk, deps)));
  }
  return { blocks, customers, requests, calls, refused, deliveries, memories };
}

async function* itemsOf(accountId: string, { document, tableName }: TraceDependencies) {
  const prefixes = {
    ':customer': `CUSTOMER#${accountId}#`,
    ':memory': memoriesOf(accountId, ''),
    ':delivery': `DELIVERY#${accountId}#`,
    ':call': `CALL#${accountId}#`,
    ':unassigned': `CALL#${UNASSIGNED}#`,
  };
  const refused = 'sk = :refused AND (accountId = :account OR attribute_not_exists(accountId))';
  const own = Object.keys(prefixes).map((name) => `begins_with(pk, ${name})`);
  const scan = {
    TableName: tableName,
    ConsistentRead: true,
    FilterExpression: `${own.join(' OR ')} OR (sk IN (:request, :block) AND accountId = :account) OR (${refused})`,
    ExpressionAttributeValues: {
      ...prefixes,
      ':request': 'REQUEST',
      ':block': 'BLOCK',
      ':refused': 'REFUSED',
      ':account': accountId,
    },
  };
  for await (const { Items = [] } of paginateScan({ client: document }, scan)) yield* Items;
}

const refusedTrace = ({ refusedLeadId, body }: StoredRefusedLead): RefusedTrace => ({
  refusedLeadId,
  texts: textsIn(JSON.parse(body)),
});

/** Returns all texts, numbers and names of fields in a JSON value, however deep: any name may be wrong, or a text. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === 'object' && value !== null ? Object.entries(value).flat().flatMap(textsIn) : [];
}

/**
 * Returns the keys of what calls remember of a person: the person's own calls, and those that were told their number, or
 * in a text their name or e-mail address. What is told as a caller's own name or address may be another person's, too.
 */
export function memoriesAbout(
  { identity, links }: Pick<Links, 'identity' | 'links'>,
  accountId: string,
  memories: readonly MemoryTrace[],
): readonly DeliveryKey[] {
  const callers = [
    ...identity.phones().map(({ phone }) => callerIdOf(phone)),
    ...callsOfLinks(links).map(hiddenCallerId),
  ];
  const own = new Set(callers.map((callerId) => memoriesOf(accountId, callerId)));
  const mention = identity.mention();
  return memories
    .filter(
      ({ key, told }) =>
        own.has(key.pk) || identity.isSaid(textsIn(told).map(digitsIn)) || erasedIn(told, mention) !== told,
    )
    .map(({ key }) => key);
}

/** Reads all items of a partition, such as a call, whose list item comes first. */
export async function itemsOfPartition(
  pk: string,
  { document, tableName }: Pick<TraceDependencies, 'document' | 'tableName'>,
): Promise<Record<string, unknown>[]> {
  const query = { TableName: tableName, ...inPartition(pk) };
  const items: Record<string, unknown>[] = [];
  for await (const { Items = [] } of paginateQuery({ client: document }, query)) items.push(...Items);
  return items;
}

const Named = v.object({
  accountId: v.string(),
  integration: v.picklist(integrations),
  callId: v.string(),
});

/**
 * Returns what a call has of a person. Reads all reports, because merging drops details of shorter ones. A call may
 * have made requests without being reported.
 */
function traceOf(items: readonly Record<string, unknown>[]): readonly CallTrace[] {
  const reports = fromCallItems(items);
  const summary = items.find(({ sk }) => sk === SUMMARY);
  if (summary === undefined) return [];
  const { accountId, integration, callId } = v.parse(Named, summary);
  const digits = [
    ...reports.map(({ caller = '' }) => callerDigits(caller)),
    ...[...reports.flatMap(textsOfReport), ...askedIn(summary)].map(digitsIn),
  ];
  return [{ accountId, integration, callId, digits: [...new Set(digits)] }];
}

/**
 * Returns those of the calls that mention a person by name or e-mail address; a call that mentions a number is the
 * person's own. Reads the calls again, because their texts would not fit into memory.
 */
export async function readMentioning(
  calls: readonly CallTrace[],
  mention: Mention,
  deps: TraceDependencies,
): Promise<readonly CallTrace[]> {
  if (mention.words.length === 0) return [];
  const found: CallTrace[] = [];
  for (const call of calls) {
    const items = await itemsOfPartition(callKey(call.accountId, call.integration, call.callId), deps);
    const asked = items.filter(({ sk }) => sk === SUMMARY).flatMap(askedIn);
    const texts = [...fromCallItems(items).flatMap(textsOfReport), ...asked];
    if (texts.some((text) => isMentionedIn(text, mention))) found.push(call);
  }
  return found;
}
