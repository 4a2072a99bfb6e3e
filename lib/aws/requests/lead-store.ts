import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { OutcomeUnknown } from '../../dispatch/faults.ts';
import { withAddedLead } from '../../dispatch/merging/lead-added.ts';
import type { Deadline } from '../../dispatch/ports.ts';
import type { AcceptedLead, LeadStore } from '../../dispatch/requests/lead.ts';
import { untilSettled } from '../../dispatch/requests/until-settled.ts';
import { plainItem } from '../plain-item.ts';
import { type Refusal, type TransactItems, transact } from '../transaction.ts';
import { withinDeadline } from '../within-deadline.ts';
import { fromRecentItem, leadAtNumber } from './recent-item.ts';
import { fromRequestItem, requestKey, toRequestItem } from './request-item.ts';
import { requestPut } from './request-put.ts';
import type { RequestDependencies } from './request-store.ts';

const REMEMBERED_SECONDS = 24 * 60 * 60;
/** The minimum time for which a number's last requests are kept. */
const KEPT_MS = 24 * 60 * 60_000;
const DeliveryItem = v.object({ dispatchRequestId: v.string() });

/** The key of the item that remembers a delivery. */
export const deliveryKey = (accountId: string, digest: string) => ({
  pk: `DELIVERY#${accountId}#${digest}`,
  sk: 'DELIVERY',
});

/** The outcome of a write; undefined if it must be retried. */
type Written =
  | { readonly kind: 'stored'; readonly dispatchRequestId: string }
  /** The delivery was stored before. */
  | { readonly kind: 'duplicate' }
  /** A booking of the number takes up the lead. */
  | { readonly kind: 'booked'; readonly bookingId: string }
  | undefined;

/** Leads and their deliveries, written in one transaction. */
export function createLeadStore(deps: RequestDependencies): LeadStore {
  const { document, tableName } = deps;

  const read = async (Key: Record<string, string>, deadline: Deadline) => {
    const get = new GetCommand({ TableName: tableName, Key, ConsistentRead: true });
    return (await withinDeadline(deadline, deps, (options) => document.send(get, options))).Item;
  };

  const storeNew = async (lead: AcceptedLead, deadline: Deadline): Promise<Written> => {
    const { request } = lead;
    const put = {
      TableName: tableName,
      Item: toRequestItem(request, undefined),
      ConditionExpression: 'attribute_not_exists(pk)',
    };
    const items = [
      deliveryPut(lead, request.dispatchRequestId, deps),
      { Put: put },
      ...numberUpdate(lead, deps),
    ];
    const refusals = await write(items, deps, deadline);
    if (refusals === undefined) return undefined;
    if (refusals.length === 0) return { kind: 'stored', dispatchRequestId: request.dispatchRequestId };
    const [, , ofNumber] = refusals;
    if (refusals.some((refusal) => refusal !== ofNumber && isFailed(refusal))) return { kind: 'duplicate' };
    const item = plainItem(ofNumber?.item);
    const booked = item && fromRecentItem(item).booked[request.serviceTypeId ?? ''];
    return booked && { kind: 'booked', bookingId: booked.dispatchRequestId };
  };

  /** Adds a lead to a booking, or stores it separately if the booking is no longer active. */
  const addTo = async (bookingId: string, lead: AcceptedLead, deadline: Deadline): Promise<Written> => {
    const item = await read(requestKey(bookingId), deadline);
    const booked = item && fromRequestItem(item);
    const next = booked && withAddedLead(booked, lead.request, Date.parse(lead.request.createdAt));
    if (next === undefined) return await storeNew({ ...lead, number: undefined }, deadline);
    const items = [deliveryPut(lead, bookingId, deps), requestPut(next, booked, tableName, deps.newToken())];
    const refusals = await write(items, deps, deadline);
    if (refusals?.length === 0) return { kind: 'stored', dispatchRequestId: bookingId };
    return isFailed(refusals?.[0]) ? { kind: 'duplicate' } : undefined;
  };

  return {
    async accept(lead, deadline) {
      // Most leads follow no booking, so nothing is read first: a refused write names the booking.
      const written = await untilSettled(
        async () => {
          const stored = await storeNew(lead, deadline);
          return stored?.kind === 'booked' ? await addTo(stored.bookingId, lead, deadline) : stored;
        },
        deps,
        deadline,
      );
      if (written.kind === 'stored')
        return { dispatchRequestId: written.dispatchRequestId, duplicate: false };
      const item = await read(deliveryKey(lead.request.accountId, lead.deliveryDigest), deadline);
      return { dispatchRequestId: v.parse(DeliveryItem, item).dispatchRequestId, duplicate: true };
    },
  };
}

/** The refusals of a transaction, none if it was stored. Undefined after a conflict. */
async function write(
  items: TransactItems,
  deps: RequestDependencies,
  deadline: Deadline,
): Promise<readonly Refusal[] | undefined> {
  const result = await transact(items, deps, deadline);
  if (result.kind === 'unknown') throw new OutcomeUnknown({ cause: result.cause });
  if (result.kind === 'contended') return undefined;
  return result.kind === 'stored' ? [] : result.refusals;
}

const isFailed = (refusal: Refusal | undefined): boolean => refusal?.code === 'ConditionalCheckFailed';

function deliveryPut(
  { request, deliveryDigest }: AcceptedLead,
  dispatchRequestId: string,
  { tableName, now }: RequestDependencies,
) {
  const seconds = Math.floor(now() / 1000);
  const Key = deliveryKey(request.accountId, deliveryDigest);
  const put = {
    TableName: tableName,
    Item: { ...Key, v: 1, dispatchRequestId, expiresAt: seconds + REMEMBERED_SECONDS },
    // Compares the value, because DynamoDB deletes expired items late.
    ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
    ExpressionAttributeValues: { ':now': seconds },
  };
  return { Put: put };
}

function numberUpdate({ request, number }: AcceptedLead, { tableName, now }: RequestDependencies) {
  if (number === undefined) return [];
  const { accountId, dispatchRequestId, serviceTypeId, createdAt: at } = request;
  const lead = { ...number, accountId, dispatchRequestId, serviceTypeId, at, keptUntil: now() + KEPT_MS };
  return [{ Update: leadAtNumber(tableName, lead) }];
}
