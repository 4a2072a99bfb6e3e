import * as v from 'valibot';
import type { Account } from '../accounts/account.ts';
import { fieldErrors, withoutOwnMessages } from '../field-errors.ts';
import type { Delivery } from '../http/delivery.ts';
import { parseJsonBody } from '../http/json-body.ts';
import { payloadInvalid } from '../http/problem.ts';
import type { Answer } from '../http/response.ts';
import type { DispatchRequest } from '../record/request.ts';
import type { Caller } from './caller.ts';
import type { BoardDependencies } from './dependencies.ts';
import { notFound, parametersInvalid, versionMissing } from './problems.ts';
import type { PathParts } from './routes.ts';

/** A request to the API whose sender may see the account. */
export interface BoardRequest {
  readonly delivery: Delivery;
  readonly parts: PathParts;
  readonly caller: Caller;
  readonly account: Account;
  /** The request that the path names. Throws a 404 if the path names none of the account. */
  readonly subject: () => DispatchRequest;
  readonly deps: BoardDependencies;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Epoch milliseconds by which to answer. */
  readonly deadline: number;
}

/** The answer of an operation. */
export interface BoardAnswer extends Answer {
  /** The content of the `ETag`; the whole body if absent. `false` for an answer without one. */
  readonly tagged?: unknown;
}

export type Operation = (request: BoardRequest) => Promise<BoardAnswer>;

/** The body as its schema wants it. Throws a 400 or a 422. */
export function bodyOf<T>({ delivery }: BoardRequest, schema: v.GenericSchema<unknown, T>): T {
  const result = v.safeParse(schema, parseJsonBody(delivery.bytes), withoutOwnMessages);
  if (!result.success) throw payloadInvalid(fieldErrors(result.issues));
  return result.output;
}

/** The query as its schema wants it. Throws a 422. */
export function queryOf<T>({ delivery }: BoardRequest, schema: v.GenericSchema<unknown, T>): T {
  const result = v.safeParse(schema, delivery.queryStringParameters ?? {}, withoutOwnMessages);
  if (!result.success) throw parametersInvalid(fieldErrors(result.issues));
  return result.output;
}

const versionPattern = /^(?:W\/)?"?(\d{1,15})"?$/;

/** The version of `If-Match`. Throws a 428 without one. */
export function versionOf({ delivery: { headers } }: BoardRequest): number {
  const match = versionPattern.exec(headers['if-match']?.trim() ?? '');
  if (match === null) throw versionMissing();
  return Number(match[1]);
}

/** The request of that id, if it belongs to the account; otherwise throws a 404. */
export function ownRequest(found: DispatchRequest | undefined, { accountId }: Account): DispatchRequest {
  if (found === undefined || found.accountId !== accountId) throw notFound();
  return found;
}
