import type { Deadline, RequestStore } from '../../record/ports.ts';
import { type DispatchRequest, latestOf } from '../../record/request.ts';
import { customerKey, fromRequestItems, OPEN } from '../items/request-item.ts';
import { type QueryInput, queryAll, queryPage, type TableDependencies } from '../table/queries.ts';
import type { IndexName } from '../table/table.ts';

/** All requests that a query finds. */
export const queryRequests =
  (deps: TableDependencies) =>
  async (input: QueryInput, deadline: Deadline): Promise<DispatchRequest[]> =>
    fromRequestItems(await queryAll(input, deps, deadline));

/** How much is read under a number at most: one with more is no ordinary caller's, and a caller is waiting. */
const MAX_NEWEST = 12;
const MAX_APPOINTMENTS = 40;
/** Ordinary callers have fewer, so one query reads them; four of the largest leads have less than half a megabyte. */
const PAGE = 4;
/** A page with more has forms that somebody has filled with text: then as little as possible is read. */
const LARGE_BYTES = 80_000;

/**
 * Reads what is stored under a phone number: the next appointments, and the newest open requests. Separate from the store,
 * so that functions that only read load less.
 */
export function createNumberReader(deps: TableDependencies): Pick<RequestStore, 'ofNumber'> {
  return {
    async ofNumber(accountId, phone, from, deadline) {
      const values = { ':number': customerKey(accountId, phone), ':from': from };
      const underKey = async ({ name, key }: (typeof numberIndexes)[number]) => {
        // Open requests come after all appointments: ordinary callers have few of both, which one query reads.
        const all = {
          IndexName: name,
          KeyConditionExpression: `${key} = :number AND startsAt >= :from`,
          ExpressionAttributeValues: values,
          ScanIndexForward: false,
        };
        const newest = await queryPage(all, { limit: PAGE, from: undefined }, deps, deadline);
        if (newest.next === undefined) return newest.items;
        const appointments = {
          IndexName: name,
          KeyConditionExpression: `${key} = :number AND startsAt BETWEEN :from AND :open`,
          ExpressionAttributeValues: { ...values, ':open': OPEN },
        };
        const isLarge = bytesOf(newest.items) > LARGE_BYTES;
        const [next, further] = await Promise.all([
          queryPage(
            appointments,
            { limit: isLarge ? PAGE : MAX_APPOINTMENTS, from: undefined },
            deps,
            deadline,
          ),
          isLarge
            ? undefined
            : queryPage(all, { limit: MAX_NEWEST - PAGE, from: newest.next }, deps, deadline),
        ]);
        return [...next.items, ...newest.items, ...(further?.items ?? [])];
      };
      // The last appointments may be among the next ones, too.
      return latestOf(fromRequestItems((await Promise.all(numberIndexes.map(underKey))).flat()));
    },
  };
}

const bytesOf = (items: readonly unknown[]): number => Buffer.byteLength(JSON.stringify(items));

const numberIndexes: readonly { readonly name: IndexName; readonly key: string }[] = [
  { name: 'byCustomer', key: 'customerKey' },
  { name: 'byCaller', key: 'callerKey' },
];

/** Messages and emergencies of a number may be among its leads. */
const MAX_READ = 32;

/** The open leads of a number (E.164), newest first, as many as are among its newest open requests. */
export async function readOpenLeads(
  accountId: string,
  phone: string,
  deps: TableDependencies,
  deadline: Deadline,
): Promise<readonly DispatchRequest[]> {
  const input = {
    IndexName: 'byCustomer' satisfies IndexName,
    KeyConditionExpression: 'customerKey = :number AND startsAt > :open',
    ExpressionAttributeValues: { ':number': customerKey(accountId, phone), ':open': OPEN },
    ScanIndexForward: false,
  };
  const { items } = await queryPage(input, { limit: MAX_READ, from: undefined }, deps, deadline);
  return fromRequestItems(items).filter(({ source, status }) => source === 'crm' && status === 'requested');
}
