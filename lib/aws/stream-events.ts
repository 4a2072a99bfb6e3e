import * as v from 'valibot';
import type {
  CallCompletedEvent,
  DispatchEvent,
  LeadsRefusedEvent,
  RequestEvent,
  RequestEventType,
} from '../record/events.ts';
import { fromSummaryItem, SUMMARY } from './items/call-summary.ts';
import { REFUSED_DAY } from './stores/refused-lead-store.ts';
import { plainItem } from './table/operations.ts';

/**
 * The patterns of the stream's records that reach `eventsOf`: every state of a request, every state of a reported
 * call, and the first refused lead of an account's day. A pipe can't filter by a record's name (INSERT, REMOVE),
 * only by its images.
 */
export const recordFilters = [
  { dynamodb: { NewImage: { sk: { S: ['REQUEST'] } } } },
  { dynamodb: { NewImage: { sk: { S: [SUMMARY] }, createdAt: { S: [{ exists: true }] } } } },
  {
    dynamodb: {
      NewImage: { sk: { S: [REFUSED_DAY] }, accountId: { S: [{ exists: true }] }, kept: { N: ['1'] } },
    },
  },
] as const;

const ESCALATED: RequestEventType = 'dispatch-request.escalated';
const ADJUSTED: RequestEventType = 'dispatch-request.adjusted';

const text = v.pipe(
  v.object({ S: v.string() }),
  v.transform(({ S }) => S),
);
const count = v.pipe(
  v.object({ N: v.string() }),
  v.transform(({ N }) => Number(N)),
  v.safeInteger(),
);

const Image = v.looseObject({ sk: v.object({ S: v.string() }) });
const StreamRecord = v.object({
  dynamodb: v.object({ NewImage: v.optional(Image), OldImage: v.optional(Image) }),
});

const mapOf = <Entries extends v.ObjectEntries>(entries: Entries) => v.object({ M: v.object(entries) });
const Promised = mapOf({ date: text, promise: v.optional(mapOf({ from: text, to: text })) });

/** A line of history, of which events tell how a plan has adjusted a visit. */
const Line = mapOf({
  kind: v.optional(text),
  reason: v.optional(text),
  ...{ oldStart: v.optional(text), newStart: v.optional(text) },
  ...{ oldTechnicianId: v.optional(text), newTechnicianId: v.optional(text) },
});

// Names are any text here, because items may have names that this code doesn't know, during a release and after a
// rollback.
const RequestImage = v.object({
  accountId: text,
  dispatchRequestId: text,
  status: text,
  version: count,
  urgency: text,
  danger: v.optional(text),
  source: text,
  updatedAt: text,
  appointment: v.optional(Promised),
  notified: v.optional(v.object({ L: v.array(mapOf({ role: text })) })),
  history: v.optional(v.object({ L: v.array(Line) }), { L: [] }),
  events: v.optional(v.object({ L: v.array(text) }), { L: [] }),
});

/** Counts a day's refused leads. Nobody is told about those without an account. */
const RefusedDay = v.object({
  accountId: v.optional(text),
  date: text,
  createdAt: text,
  kept: v.optional(count, { N: '0' }),
});

const ReportedCall = v.object({
  accountId: v.string(),
  callId: v.string(),
  event: v.string(),
  integration: v.string(),
  updatedAt: v.string(),
  version: v.number(),
  reports: v.number(),
});

/**
 * Returns the events of a stream record, in order: those of a request's change, of a call that was reported or whose
 * outcome changed, or of the first refused lead of a day. Other items and deletions have no events.
 * @throws {Error} if an item is malformed; the error contains no value of the item
 */
export function eventsOf(record: unknown): readonly DispatchEvent[] {
  const { NewImage, OldImage } = parse(StreamRecord, record).dynamodb;
  if (NewImage === undefined) return [];
  const sk = NewImage.sk.S;
  if (sk === REFUSED_DAY) return refusedEvents(parse(RefusedDay, NewImage));
  if (sk === 'REQUEST') return requestEvents(parse(RequestImage, NewImage));
  return sk === SUMMARY ? callEvents(NewImage, OldImage) : [];
}

const Recorded = v.object({ dynamodb: v.object({ ApproximateCreationDateTime: v.number() }) });

/** Returns when a record entered the stream, in epoch milliseconds to the second; undefined if unknown. */
export function recordedAt(record: unknown): number | undefined {
  const found = v.safeParse(Recorded, record);
  return found.success ? found.output.dynamodb.ApproximateCreationDateTime * 1000 : undefined;
}

function requestEvents(image: v.InferOutput<typeof RequestImage>): readonly RequestEvent[] {
  const { events, updatedAt, appointment, notified, history, ...facts } = image;
  const escalatedTo = notified?.L.at(-1)?.M.role;
  const { date, promise } = appointment?.M ?? {};
  const promised = date === undefined || promise === undefined ? {} : { promise: { date, ...promise.M } };
  return events.L.map((type) => {
    const escalation = type === ESCALATED ? { escalatedTo } : {};
    const { kind, ...adjusted } = history.L.at(-1)?.M ?? {};
    const adjustment = type === ADJUSTED && kind === 'adjusted' ? adjusted : {};
    return { type, ...facts, ...promised, ...escalation, ...adjustment, occurredAt: updatedAt };
  });
}

function refusedEvents(day: v.InferOutput<typeof RefusedDay>): readonly LeadsRefusedEvent[] {
  const { accountId, date, kept, createdAt: occurredAt } = day;
  if (accountId === undefined || kept !== 1) return [];
  return [{ type: 'leads.refused', accountId, date, version: 1, source: 'crm', occurredAt }];
}

function callEvents(image: unknown, before: unknown): readonly CallCompletedEvent[] {
  const item = plainItem(image);
  if (item !== undefined && !('reports' in item)) return [];
  const { reports, integration: source, updatedAt: occurredAt, ...call } = parse(ReportedCall, item);
  const { outcome } = fromSummaryItem(item);
  const previous = plainItem(before);
  // Other systems had the event before the item was copied from another table (`data import`).
  if (item?.imported === true && previous?.imported !== true) return [];
  const isNews = previous?.reports !== reports || fromSummaryItem(previous).outcome !== outcome;
  return isNews ? [{ type: 'call.completed', ...call, outcome, source, occurredAt }] : [];
}

/** Throws an error without values, which the library's own error would quote. */
function parse<T extends v.GenericSchema>(schema: T, value: unknown): v.InferOutput<T> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  const [{ path, expected }] = result.issues;
  const where = path?.map(({ key }) => key).join('.') ?? 'the record';
  throw new Error(`A stream record is not as expected: ${where} should be ${expected ?? 'something else'}`);
}
