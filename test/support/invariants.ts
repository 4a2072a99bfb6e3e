import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { fromBlockItem } from '../../lib/aws/block-item.ts';
import { fromRequestItem } from '../../lib/aws/request-item.ts';
import { dispatchRequestIdFrom } from '../../lib/dispatch/dispatch-request-id.ts';
import {
  type Claim,
  type DispatchRequest,
  isScheduled,
  standingAppointment,
} from '../../lib/dispatch/request.ts';
import { parseClockTime } from '../../lib/scheduling/clock-time.ts';

type Item = Record<string, unknown>;

/** Reads the whole table and says in words what must never be: nothing, where all is well. */
export async function violations(document: DynamoDBDocumentClient, tableName: string): Promise<string[]> {
  const items: Item[] = [];
  const pages = paginateScan({ client: document }, { TableName: tableName, ConsistentRead: true });
  for await (const { Items = [] } of pages) items.push(...Items);
  return violationsIn(items);
}

/** What claims buckets: a request with a standing appointment, or a block. */
interface Claimant {
  readonly id: string;
  readonly accountId: string;
  readonly claims: readonly Claim[];
}

/** The same of items that were read. */
export function violationsIn(items: readonly Item[]): string[] {
  const holders = new Map(items.flatMap(bucketsOf));
  const requests = items.filter(({ sk }) => sk === 'REQUEST').map(fromRequestItem);
  const blocks = items.filter(({ sk }) => sk === 'BLOCK').map(fromBlockItem);
  const all: Claimant[] = [
    ...requests.map((request) => ({
      id: request.dispatchRequestId,
      accountId: request.accountId,
      claims: standingAppointment(request)?.claims ?? [],
    })),
    ...blocks.map((block) => ({ ...block, id: block.blockId })),
  ];
  const claims = all.flatMap((one) => claimsOf(one).map((bucket) => [bucket, one.id] as const));
  const claimants = new Map(claims);
  const first = new Map<string, string>();
  const twice = claims.flatMap(([bucket, id]) => {
    const other = first.get(bucket);
    first.set(bucket, id);
    return other === undefined ? [] : [`${bucket} is claimed by ${other} and ${id}`];
  });
  const stray = [...holders]
    .filter(([bucket, holder]) => claimants.get(bucket) !== holder)
    .map(([bucket, holder]) => `${bucket} is held by ${holder}, which does not claim it`);
  const missing = claims
    .filter(([bucket, id]) => holders.get(bucket) !== id)
    .map(([bucket, id]) => `${bucket} is claimed by ${id}, which does not hold it`);
  const bareRequests = requests
    .filter((request) => isScheduled(request) && request.appointment.claims.length === 0)
    .map(({ dispatchRequestId, status }) => `${dispatchRequestId} is ${status} without a claim`);
  const bareBlocks = blocks
    .filter((block) => block.claims.length === 0)
    .map(({ blockId }) => `${blockId} blocks nothing`);
  return [...twice, ...stray, ...missing, ...bareRequests, ...bareBlocks, ...secondAppointments(requests)];
}

const bucketKey = (accountId: string, date: string, technicianId: string, bucket: number | string): string =>
  `${accountId} ${date}#${technicianId} ${bucket}`;

function bucketsOf(item: Item): [string, string][] {
  const [kind, accountId = ''] = String(item.pk).split('#');
  if (kind !== 'SCHEDULE') return [];
  const [date = '', technicianId = ''] = String(item.sk).split('#');
  return Object.entries(item)
    .filter(([name]) => /^\d+$/.test(name))
    .map(([bucket, holder]) => [bucketKey(accountId, date, technicianId, bucket), String(holder)]);
}

function claimsOf({ accountId, claims }: Claimant): string[] {
  return claims.flatMap(({ date, technicianId, buckets }) =>
    buckets.map((bucket) => bucketKey(accountId, date, technicianId, bucket)),
  );
}

/** A call holds one appointment per service, additional visits apart: those have an id of their own form. */
function secondAppointments(requests: readonly DispatchRequest[]): string[] {
  const seen = new Map<string, string>();
  return requests.flatMap((request) => {
    const { accountId, source, callId, serviceTypeId = '', dispatchRequestId } = request;
    const appointment = standingAppointment(request);
    if (appointment === undefined || callId === undefined) return [];
    const { date, time } = appointment;
    const key = ['booking', accountId, source, callId, serviceTypeId];
    const additional = dispatchRequestIdFrom([...key, date, String(parseClockTime(time))]);
    if (dispatchRequestId === additional) return [];
    const other = seen.get(JSON.stringify(key));
    seen.set(JSON.stringify(key), dispatchRequestId);
    return other === undefined
      ? []
      : [`${callId} holds ${other} and ${dispatchRequestId} for ${serviceTypeId}`];
  });
}
