import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { derivedId } from '../../record/ids.ts';
import type { Deadline, SearchIndex, SearchReader } from '../../record/ports.ts';
import { type DispatchRequest, UNASSIGNED } from '../../record/request.ts';
import {
  isFound,
  type SearchQuery,
  type Terms,
  termsOfCall,
  termsOfCustomer,
  termsOfRequest,
} from '../../record/search-terms.ts';
import { SUMMARY } from '../items/call-summary.ts';
import { fromRequestItem, fromRequestItems, UnreadableItem } from '../items/request-item.ts';
import {
  plainItem,
  queryPage,
  readItem,
  type TableDependencies,
  writeWithinDeadline,
} from '../table/operations.ts';
import { getAll } from './board-reader.ts';
import { toEntry } from './call-store.ts';
import { fromCustomerItem } from './customer-store.ts';

// An account's search index has an item for each term of each request, customer and reported call. A function that
// follows the table's stream writes them, so that callers never wait for them.

/** The sort keys of the items that can be found. */
export const searched = ['REQUEST', 'CUSTOMER', SUMMARY] as const;

/** The sort key begins with a term, so that a query finds the items whose terms begin with a text. */
export const searchKey = (accountId: string): string => `SEARCH#${accountId}`;

const Key = v.object({ pk: v.string(), sk: v.string() });
type Key = v.InferOutput<typeof Key>;

/** An item with the terms under which it is found. */
interface Searchable {
  readonly accountId: string;
  readonly terms: Terms;
  /** Epoch seconds. */
  readonly expiresAt?: number | undefined;
}

const ReportedCall = v.object({
  accountId: v.string(),
  createdAt: v.string(),
  caller: v.optional(v.string()),
  expiresAt: v.number(),
});

/** Returns how an item is found; undefined if it isn't. */
function searchableOf(item: Record<string, unknown> | undefined): Searchable | undefined {
  switch (item?.sk) {
    case 'REQUEST': {
      const request = readable(item);
      return request && { accountId: request.accountId, terms: termsOfRequest(request) };
    }
    case 'CUSTOMER': {
      const customer = fromCustomerItem(item);
      return { accountId: customer.accountId, terms: termsOfCustomer(customer) };
    }
    case SUMMARY: {
      // A call that was not reported yet is in no list.
      const call = v.safeParse(ReportedCall, item);
      if (!call.success || call.output.accountId === UNASSIGNED) return undefined;
      const { accountId, expiresAt } = call.output;
      return { accountId, terms: termsOfCall(call.output), expiresAt };
    }
    default:
      return undefined;
  }
}

function readable(item: unknown): DispatchRequest | undefined {
  try {
    return fromRequestItem(item);
  } catch (error) {
    if (error instanceof UnreadableItem) return undefined;
    throw error;
  }
}

const StreamRecord = v.object({
  dynamodb: v.object({ NewImage: v.optional(v.unknown()), OldImage: v.optional(v.unknown()) }),
});

export function createSearchIndex(deps: TableDependencies): SearchIndex {
  return {
    async follow(record, deadline) {
      const { NewImage, OldImage } = v.parse(StreamRecord, record).dynamodb;
      const [before, after] = [plainItem(OldImage), plainItem(NewImage)];
      const [was, is] = [searchableOf(before), searchableOf(after)];
      const ofItem = v.safeParse(Key, after ?? before);
      if (!ofItem.success || isSame(was, is)) return;
      const { pk, sk } = ofItem.output;
      // The record may be late or come again: only the item as it is stored may be found, above all after an erasure.
      const current = searchableOf(await readItem({ pk, sk }, deps, deadline));
      const terms = current?.terms ?? new Set();
      await write(
        [
          ...[...terms]
            .filter((term) => !has(was, term, current))
            .flatMap((term) => puts(current, term, { pk, sk })),
          ...[was, is].flatMap((one) => deletes(one, (term) => !terms.has(term), { pk, sk })),
        ],
        deps,
        deadline,
      );
    },
  };
}

const isSame = (one: Searchable | undefined, other: Searchable | undefined): boolean =>
  one?.expiresAt === other?.expiresAt &&
  one?.terms.size === other?.terms.size &&
  [...(one?.terms ?? [])].every((term) => other?.terms.has(term));

const has = (known: Searchable | undefined, term: string, current: Searchable | undefined): boolean =>
  known?.expiresAt === current?.expiresAt && known?.terms.has(term) === true;

/** Platforms choose the ids of calls, which may be too long for a sort key. */
const termKey = (accountId: string, term: string, { pk, sk }: Key): Key => ({
  pk: searchKey(accountId),
  sk: `${term}#${derivedId('', [pk, sk])}`,
});

function puts(found: Searchable | undefined, term: string, of: Key) {
  if (found === undefined) return [];
  const { accountId, expiresAt } = found;
  return [{ PutRequest: { Item: { ...termKey(accountId, term, of), v: 1, of, expiresAt } } }];
}

const deletes = (found: Searchable | undefined, isGone: (term: string) => boolean, of: Key) =>
  found === undefined
    ? []
    : [...found.terms]
        .filter(isGone)
        .map((term) => ({ DeleteRequest: { Key: termKey(found.accountId, term, of) } }));

/** Removes a stored item from the index of its account, before the item is erased. */
export async function forget(key: Key, deps: TableDependencies, deadline: Deadline): Promise<void> {
  const found = searchableOf(await readItem(key, deps, deadline));
  await write(
    deletes(found, () => true, key),
    deps,
    deadline,
  );
}

type Requests = NonNullable<NonNullable<BatchWriteCommandInput['RequestItems']>[string]>;

/** DynamoDB writes this many items in one call. */
const MAX_WRITES = 25;

/** Writes each item once, and again what DynamoDB leaves unwritten when it throttles. */
async function write(requests: Requests, deps: TableDependencies, deadline: Deadline): Promise<void> {
  const { document, tableName } = deps;
  // DynamoDB refuses a batch that names an item twice: a term may have been there before and after.
  const byKey = new Map(
    requests.map((one) => [JSON.stringify(one.DeleteRequest?.Key ?? one.PutRequest), one]),
  );
  const waiting = [...byKey.values()];
  while (waiting.length > 0) {
    const batch = waiting.splice(0, MAX_WRITES);
    const command = new BatchWriteCommand({ RequestItems: { [tableName]: batch } });
    const answer = await writeWithinDeadline(deadline, deps, (options) => document.send(command, options));
    waiting.push(...(answer.UnprocessedItems?.[tableName] ?? []));
  }
}

/** A beginning finds at most this many terms. */
const MOST_TERMS = 200;
/** DynamoDB reads this many items in one call. */
const MOST_ITEMS = 100;

const Term = v.object({ of: Key });

interface Candidates {
  readonly keys: ReadonlyMap<string, Key>;
  readonly isMore: boolean;
}

export function createSearchReader(deps: TableDependencies): SearchReader {
  /** Reads the keys of the items with a term that begins with one of several texts. */
  async function withTerms(
    accountId: string,
    beginnings: readonly string[],
    deadline: Deadline,
  ): Promise<Candidates> {
    const pages = await Promise.all(
      beginnings.map((beginning) => {
        const query = {
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :beginning)',
          ExpressionAttributeValues: { ':pk': searchKey(accountId), ':beginning': beginning },
        };
        return queryPage(query, { limit: MOST_TERMS, from: undefined }, deps, deadline);
      }),
    );
    const found = pages.flatMap(({ items }) => items.map((item) => v.parse(Term, item).of));
    const isMore = pages.some(({ next }) => next !== undefined);
    return { keys: new Map(found.map((key) => [`${key.pk} ${key.sk}`, key])), isMore };
  }

  /** Chooses the rarest part of what is sought: what is found must have all others as well. */
  async function candidates(accountId: string, query: SearchQuery, deadline: Deadline): Promise<Candidates> {
    const rarest = await Promise.all(
      query.map(async (sought) => {
        const parts = await Promise.all(sought.map((part) => withTerms(accountId, part, deadline)));
        return parts.sort((a, b) => Number(a.isMore) - Number(b.isMore) || a.keys.size - b.keys.size)[0];
      }),
    );
    const known = rarest.filter((one) => one !== undefined);
    return {
      keys: new Map(known.flatMap(({ keys }) => [...keys])),
      isMore: known.some(({ isMore }) => isMore),
    };
  }

  return {
    async find(accountId, query, now, deadline) {
      const { keys, isMore } = await candidates(accountId, query, deadline);
      const items = await getAll([...keys.values()].slice(0, MOST_ITEMS), deps, deadline);
      // The index may lag behind what is stored.
      const found = items.filter((item) => {
        const searchable = searchableOf(item);
        const isKept = searchable?.expiresAt === undefined || searchable.expiresAt > now / 1000;
        return searchable?.accountId === accountId && isKept && isFound(searchable.terms, query);
      });
      const of = (sk: (typeof searched)[number]) => found.filter((item) => item.sk === sk);
      return {
        requests: fromRequestItems(of('REQUEST')).sort(newestFirst(dateOf)),
        customers: of('CUSTOMER').map(fromCustomerItem),
        calls: of(SUMMARY)
          .map(toEntry)
          .sort(newestFirst(({ createdAt }) => createdAt)),
        isMore: isMore || keys.size > MOST_ITEMS,
      };
    },
  };
}

const dateOf = ({ appointment, createdAt }: DispatchRequest): string => appointment?.startsAt ?? createdAt;

const newestFirst =
  <T>(of: (one: T) => string) =>
  (a: T, b: T): number =>
    of(a) < of(b) ? 1 : -1;
