import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { alertPlace, withAlertOf } from '#emergencies';
import type { AlertPlace } from '../../intake/emergencies/alert-place.ts';
import type { AcceptedLead, LeadStore } from '../../intake/leads/lead.ts';
import { withAddedLead, withFurtherLead } from '../../intake/leads/lead-added.ts';
import { OutcomeUnknown } from '../../record/faults.ts';
import type { Deadline, NumberAlert, RequestStore } from '../../record/ports.ts';
import type { DispatchRequest } from '../../record/request.ts';
import { untilSettled } from '../../record/until-settled.ts';
import { fromRequestItem, requestKey, requestPut, toRequestItem } from '../items/request-item.ts';
import { plainItem } from '../table/queries.ts';
import type { StoreDependencies } from '../table/transaction.ts';
import { isFailed, type Refusal, type TransactItems, transact } from '../table/transaction.ts';
import { withinDeadline } from '../table/within-deadline.ts';
import { alertAtNumber, fromRecentItem, leadAtNumber, MAX_LEADS, readOpenLeads } from './number-reader.ts';
import { createRequestStore } from './request-store.ts';

const REMEMBERED_SECONDS = 24 * 60 * 60;
/** How long the count of a number's leads is kept. */
const KEPT_MS = 90 * 24 * 60 * 60_000;
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
  /** The number may have too many open leads: they must be counted. */
  | { readonly kind: 'many' }
  | undefined;

/** Leads and their deliveries, written in one transaction. */
export function createLeadStore(deps: StoreDependencies): LeadStore {
  const { document, tableName } = deps;
  const requests = createRequestStore(deps);

  const read = async (Key: Record<string, string>, deadline: Deadline) => {
    const get = new GetCommand({ TableName: tableName, Key, ConsistentRead: true });
    return (await withinDeadline(deadline, deps, (options) => document.send(get, options))).Item;
  };

  /** Adds a lead to a booking, or stores it separately if the booking is no longer active. */
  const addTo = async (bookingId: string, lead: AlertedLead, deadline: Deadline): Promise<Written> => {
    const item = await read(requestKey(bookingId), deadline);
    const booked = item && fromRequestItem(item);
    const next = booked && withAddedLead(booked, lead.request, Date.parse(lead.request.createdAt));
    if (next !== undefined) return await changed(next, booked, lead, deps, deadline);
    const phone = lead.number?.phone;
    return await storeUnlessMany(
      { ...lead, number: phone === undefined ? undefined : { phone } },
      deps,
      deadline,
    );
  };

  return {
    async accept(lead, deadline) {
      // Most leads follow no booking, so nothing is read first: a refused write names the booking.
      const { accountId, createdAt } = lead.request;
      const place = alertPlace({ accountId, now: Date.parse(createdAt) });
      const written = await untilSettled(
        async () => {
          const alerted = await withAlert(lead, place, requests, deadline);
          const stored = await storeUnlessMany(alerted, deps, deadline);
          return stored?.kind === 'booked' ? await addTo(stored.bookingId, alerted, deadline) : stored;
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

async function storeNew(
  lead: AlertedLead,
  deps: StoreDependencies,
  deadline: Deadline,
  open?: number | undefined,
): Promise<Written> {
  const { request } = lead;
  const put = {
    TableName: deps.tableName,
    Item: toRequestItem(request, undefined),
    ConditionExpression: 'attribute_not_exists(pk)',
  };
  const items = [
    deliveryPut(lead, request.dispatchRequestId, deps),
    { Put: put },
    ...numberUpdate(lead, open, deps),
  ];
  const refusals = await write(items, deps, deadline);
  return refusals && judge(refusals, lead);
}

/**
 * Stores a lead unless its number has too many open ones: then it is added to the newest. An emergency is added only to one
 * that alerts people when its own alert would, so it is stored if there is none.
 */
async function storeUnlessMany(
  lead: AlertedLead,
  deps: StoreDependencies,
  deadline: Deadline,
): Promise<Written> {
  const written = await storeNew(lead, deps, deadline);
  if (written?.kind !== 'many') return written;
  const { accountId } = lead.request;
  const open = await readOpenLeads(accountId, lead.number?.phone ?? '', deps, deadline);
  const { urgency, alertedWith } = lead.request;
  const newest = open.find((one) => urgency !== 'emergency' || isAlike(one, alertedWith));
  if (newest === undefined || open.length < MAX_LEADS)
    return await storeNew(lead, deps, deadline, open.length);
  const next = withFurtherLead(newest, lead.request, Date.parse(lead.request.createdAt));
  return await changed(next, newest, lead, deps, deadline);
}

/** Whether a lead is an emergency for which the same alert of another request stands. */
const isAlike = (lead: DispatchRequest, alertedWith: string | undefined): boolean =>
  alertedWith !== undefined && lead.urgency === 'emergency' && lead.alertedWith === alertedWith;

/** Stores a request that a lead was added to. */
async function changed(
  next: DispatchRequest,
  previous: DispatchRequest | undefined,
  lead: AlertedLead,
  deps: StoreDependencies,
  deadline: Deadline,
): Promise<Written> {
  const { dispatchRequestId } = next;
  const put = requestPut(next, previous, deps.tableName, deps.newToken());
  const refusals = await write([deliveryPut(lead, dispatchRequestId, deps), put], deps, deadline);
  if (refusals?.length === 0) return { kind: 'stored', dispatchRequestId };
  return isFailed(refusals?.[0]) ? { kind: 'duplicate' } : undefined;
}

/** A lead of which people may be alerted. */
interface AlertedLead extends AcceptedLead {
  /** The entry of its alert at its number. */
  readonly alert?: NumberAlert | undefined;
}

/** The lead; that of an emergency with its own alert or with another's that stands for it. */
async function withAlert(
  lead: AcceptedLead,
  place: AlertPlace,
  requests: RequestStore,
  deadline: Deadline,
): Promise<AlertedLead> {
  const { customer, alertedAt } = lead.request;
  if (alertedAt === undefined) return lead;
  const report = { by: 'lead', phone: customer.phone } as const;
  const { request, atNumber: alert } = await withAlertOf(lead.request, report, place, requests, deadline);
  return { ...lead, request, alert };
}

/** The refusals of a transaction, none if it was stored. Undefined after a conflict. */
async function write(
  items: TransactItems,
  deps: StoreDependencies,
  deadline: Deadline,
): Promise<readonly Refusal[] | undefined> {
  const result = await transact(items, deps, deadline);
  if (result.kind === 'unknown') throw new OutcomeUnknown({ cause: result.cause });
  if (result.kind === 'contended') return undefined;
  return result.kind === 'stored' ? [] : result.refusals;
}

/** The outcome of the write of a new request, its delivery and its number. */
function judge(refusals: readonly Refusal[], { request, number, alert }: AlertedLead): Written {
  const { dispatchRequestId, serviceTypeId = '' } = request;
  if (refusals.length === 0) return { kind: 'stored', dispatchRequestId };
  const [, , ofNumber] = refusals;
  if (refusals.some((refusal) => refusal !== ofNumber && isFailed(refusal))) return { kind: 'duplicate' };
  const item = plainItem(ofNumber?.item);
  const booked = item && fromRecentItem(item).booked[serviceTypeId];
  // Otherwise another emergency of the number alerted people meanwhile.
  const takesUp = booked !== undefined && booked.at >= (number?.bookedSince ?? '\uffff');
  if (takesUp) return { kind: 'booked', bookingId: booked.dispatchRequestId };
  return alert === undefined && isFailed(ofNumber) ? { kind: 'many' } : undefined;
}

function deliveryPut(
  { request, deliveryDigest }: AcceptedLead,
  dispatchRequestId: string,
  { tableName, now }: StoreDependencies,
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

function numberUpdate(
  { request, number, alert }: AlertedLead,
  open: number | undefined,
  { tableName, now }: StoreDependencies,
) {
  if (number === undefined)
    return alert === undefined ? [] : [{ Update: alertAtNumber(tableName, request, alert) }];
  const { accountId, dispatchRequestId, serviceTypeId, createdAt: at } = request;
  const entry = { accountId, dispatchRequestId, serviceTypeId, at };
  const lead = { ...number, ...entry, alert, open, keptUntil: now() + KEPT_MS };
  return [{ Update: leadAtNumber(tableName, lead) }];
}
