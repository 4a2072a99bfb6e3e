import * as v from 'valibot';
import type { LeadStore, LeadStored, NewLead } from '../../record/ports.ts';
import { DAY_MS } from '../../scheduling/time.ts';
import { noticeUpdates } from '../items/notice-item.ts';
import { customerKey, fromRequestItems, OPEN, requestPut } from '../items/request-item.ts';
import {
  queryPage,
  readItem,
  type StoreDependencies,
  transact,
  type Write,
  writesOr,
} from '../table/operations.ts';
import { alertAtNumber, fromRecentItem, leadAtNumber } from './number-reader.ts';

const REMEMBERED_SECONDS = 24 * 60 * 60;
/** The count of a number's leads is kept for this long. */
const KEPT_MS = 90 * DAY_MS;
const DeliveryItem = v.object({ dispatchRequestId: v.string() });

export const deliveryKey = (accountId: string, digest: string) => ({
  pk: `DELIVERY#${accountId}#${digest}`,
  sk: 'DELIVERY',
});

/** Reads more than a number may have leads, because messages and emergencies may be among them. */
const MAX_OPEN = 32;

export function createLeadStore(deps: StoreDependencies): LeadStore {
  const { tableName, newToken } = deps;
  return {
    put(lead, deadline) {
      const { request } = lead;
      const writes = [
        ...writesOr<Outcome>('duplicate', [
          deliveryPut(lead, request.dispatchRequestId, deps),
          requestPut(request, undefined, tableName, newToken()),
          ...noticeUpdates(tableName, request, undefined),
        ]),
        ...numberWrite(lead, deps),
      ];
      return transact({ writes }, deps, deadline);
    },

    add(lead, { next, previous }, deadline) {
      const writes = [
        ...writesOr<LeadStored>('duplicate', [deliveryPut(lead, next.dispatchRequestId, deps)]),
        ...writesOr<LeadStored>('contended', [
          requestPut(next, previous, tableName, newToken()),
          ...noticeUpdates(tableName, next, previous),
        ]),
      ];
      return transact({ writes }, deps, deadline);
    },

    async storedAs({ request, deliveryDigest }, deadline) {
      const item = await readItem(deliveryKey(request.accountId, deliveryDigest), deps, deadline);
      return v.parse(DeliveryItem, item).dispatchRequestId;
    },

    async openOf(accountId, phone, deadline) {
      const newest = {
        IndexName: 'byCustomer',
        KeyConditionExpression: 'customerKey = :number AND startsAt > :open',
        ExpressionAttributeValues: { ':number': customerKey(accountId, phone), ':open': OPEN },
        ScanIndexForward: false,
      };
      const page = await queryPage(newest, { limit: MAX_OPEN, from: undefined }, deps, deadline);
      return fromRequestItems(page.items);
    },
  };
}

type Outcome = Awaited<ReturnType<LeadStore['put']>>;

function deliveryPut(
  { request, deliveryDigest }: NewLead,
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

/** Returns the write of the lead's entry at its number, or of its alert if a lead without a valid number has one. */
function numberWrite(lead: NewLead, { tableName, now }: StoreDependencies): readonly Write<Outcome>[] {
  const { request, number, alert, open } = lead;
  if (number === undefined)
    return alert === undefined
      ? []
      : writesOr<Outcome>('contended', [{ Update: alertAtNumber(tableName, request, alert) }]);
  const { accountId, dispatchRequestId, serviceTypeId = '', createdAt: at } = request;
  const entry = { accountId, dispatchRequestId, serviceTypeId, at };
  const update = leadAtNumber(tableName, { ...number, ...entry, alert, open, keptUntil: now() + KEPT_MS });
  const onRefused = (stored: Record<string, unknown> | undefined): Outcome => {
    const booked = stored && fromRecentItem(stored).booked[serviceTypeId];
    const isTakenUp = booked !== undefined && booked.at >= (number.bookedSince ?? '\uffff');
    if (isTakenUp) return { bookedAs: booked.dispatchRequestId };
    // Only another emergency of the number, which alerted people meanwhile, refuses one that alerts them.
    return alert === undefined ? 'many' : 'contended';
  };
  return [{ write: { Update: update }, onRefused }];
}
