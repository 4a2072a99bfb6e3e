import middy from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';
import type { Account } from '../accounts/account.ts';
import { toE164 } from '../accounts/phone.ts';
import type { BookingDependencies } from '../booking/booking-facts.ts';
import { type Answer, type Delivery, type PipelineOptions, parseJson, validated } from '../http/pipeline.ts';
import { payloadInvalid } from '../http/problem.ts';
import { PlaceInvalid } from '../record/faults.ts';
import type { Outbox } from '../record/outbox/outbox.ts';
import type {
  BlockStore,
  CallLists,
  CustomerStore,
  DayReader,
  LiveStore,
  MemoryStore,
  QueueReader,
  SearchReader,
} from '../record/ports.ts';
import type { Actor, DispatchRequest } from '../record/request.ts';
import type { WaitingList } from '../record/waiting.ts';
import { cursorInvalid, notFound, parametersInvalid, versionMissing } from './problems.ts';
import type { PathParts } from './routes.ts';

/** What the board's API depends on. */
export interface BoardDependencies
  extends BookingDependencies,
    Pick<PipelineOptions, 'now' | 'log' | 'meter'> {
  readonly accounts: {
    byId(accountId: string): Promise<Account | undefined>;
    list(): Promise<readonly Account[]>;
  };
  readonly days: DayReader;
  readonly queue: QueueReader;
  readonly calls: CallLists;
  readonly outbox: Pick<Outbox, 'page' | 'ofRequest'>;
  readonly blocks: BlockStore;
  readonly waitingList: WaitingList;
  readonly customers: Pick<CustomerStore, 'get'>;
  readonly searching: SearchReader;
  readonly memory: Pick<MemoryStore, 'get'>;
  readonly live: Pick<LiveStore, 'putTicket'>;
  /** Where pages connect for hints. */
  readonly liveUrl: string;
  /** Unique per request, and not to be guessed. */
  readonly newId: () => string;
}

/** Who sends a request, as the verified token says. */
export interface Caller {
  /** Recorded as the author of changes, by name. */
  readonly actor: Actor;
  /** The token's subject. Only people with the same one change each other's notes. */
  readonly subject: string;
  readonly accounts: readonly string[] | 'all';
  readonly scopes: readonly string[];
  /** When the token expires, in epoch milliseconds; undefined if it doesn't say. */
  readonly expiresAt: number | undefined;
}

/** A request to the API whose sender may see the account. */
export interface BoardRequest {
  readonly delivery: Delivery;
  readonly parts: PathParts;
  readonly caller: Caller;
  readonly account: Account;
  /** The dispatch request that the path names. Throws a 404 if the path names none of the account. */
  readonly subject: () => DispatchRequest;
  readonly deps: BoardDependencies;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Epoch milliseconds by which to answer. */
  readonly deadline: number;
}

/** The answer of an operation. */
export interface BoardAnswer extends Answer {
  /** What the `ETag` is made from, if that isn't the whole body. */
  readonly tagged?: unknown;
}

export type Operation = (request: BoardRequest) => Promise<BoardAnswer>;

/** Operations parse their body themselves: only then do they know that the request exists and what it is based on. */
// biome-ignore lint/suspicious/noExplicitAny: its types ask for Lambda's whole context, which nothing here reads.
const parseBody = middy<APIGatewayProxyEventV2, unknown, Error, any>()
  .use(httpJsonBodyParser())
  .handler(async ({ body }) => body);

/** The body as its schema wants it. Throws a 400 or a 422. */
export async function bodyOf<T>({ delivery }: BoardRequest, schema: v.GenericSchema<unknown, T>): Promise<T> {
  // The parser refuses other content types, which the API has always taken.
  const headers = { 'content-type': 'application/json' };
  const parse = (body: string) => parseBody({ ...delivery, headers, body, isBase64Encoded: false }, {});
  return validated(schema, await parseJson(delivery.bytes, parse));
}

/** The query as its schema wants it. Throws a 422. */
export function queryOf<T>({ delivery }: BoardRequest, schema: v.GenericSchema<unknown, T>): T {
  return validated(schema, delivery.queryStringParameters ?? {}, parametersInvalid);
}

/** Throws a 422 for a service that the account doesn't have. */
export function checkService({ serviceTypes }: Account, serviceTypeId: string | undefined): void {
  if (serviceTypeId === undefined || serviceTypes.some(({ id }) => id === serviceTypeId)) return;
  throw payloadInvalid([{ path: 'serviceTypeId', expected: 'the id of a service of the account' }]);
}

/** Throws a 422 for an override that names no technician: nobody else could choose one. */
export function checkOverride(override: object | undefined, technicianId: string | undefined): void {
  if (override === undefined || technicianId !== undefined) return;
  throw payloadInvalid([{ path: 'technicianId', expected: 'the id of a technician, because of override' }]);
}

/** The number in E.164. Throws a 422 for anything else. */
export function phoneOf(phone: string, { region }: Account): string {
  const number = toE164(phone, region);
  if (number === undefined) throw payloadInvalid([{ path: 'phone', expected: 'a valid phone number' }]);
  return number;
}

const versionPattern = /^(?:W\/)?"?(\d{1,15})"?$/;

/** The version of `If-Match`. Throws a 428 without one. */
export function versionOf({ delivery: { headers } }: BoardRequest): number {
  const match = versionPattern.exec(headers['if-match']?.trim() ?? '');
  if (match === null) throw versionMissing();
  return Number(match[1]);
}

/** The request that was found, if it belongs to the account. Throws a 404 otherwise. */
export function ownRequest(found: DispatchRequest | undefined, { accountId }: Account): DispatchRequest {
  if (found === undefined || found.accountId !== accountId) throw notFound();
  return found;
}

const Cursor = v.tuple([v.string(), v.record(v.string(), v.string())]);
const cursorQuery = v.object({ cursor: v.optional(v.string()) });

/**
 * Pages of a list, such as `queue`, of the request's account. A cursor is a place in the list as an opaque text that only
 * that list of that account accepts; all others get a 400.
 */
export function pagesOf<Place extends object>(
  request: BoardRequest,
  list: string,
  schema: v.GenericSchema<unknown, Place>,
) {
  const { accountId } = request.account;
  const { cursor } = queryOf(request, cursorQuery);
  return {
    /** The place at which the page begins; undefined for the first page. */
    after: cursor === undefined ? undefined : fromCursor(list, accountId, schema, cursor),
    /** The page that is read from that place. */
    page: <Page>(reading: Promise<Page>): Promise<Page> =>
      reading.catch((error: unknown) => {
        throw error instanceof PlaceInvalid ? cursorInvalid() : error;
      }),
    cursorTo: (place: Place | undefined) => place && toCursor(list, accountId, place),
  };
}

export const toCursor = (list: string, accountId: string, place: object): string =>
  Buffer.from(JSON.stringify([`${list}/${accountId}`, place])).toString('base64url');

function fromCursor<Place>(
  list: string,
  accountId: string,
  schema: v.GenericSchema<unknown, Place>,
  cursor: string,
): Place {
  const [name, place] = validated(Cursor, jsonOf(cursor), cursorInvalid);
  if (name !== `${list}/${accountId}`) throw cursorInvalid();
  return validated(schema, place, cursorInvalid);
}

function jsonOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
