import * as v from 'valibot';
import type { Account } from '../accounts/account.ts';
import { toE164 } from '../accounts/phone.ts';
import type { BoardAppointment, BoardRow } from '../booking/dispatchers/day-board.ts';
import { readDayBoard } from '../booking/dispatchers/day-board.ts';
import { mapFields } from '../map-fields.ts';
import { oneLine } from '../normalized.ts';
import { homesOf, placeOf, plausible } from '../planning/places.ts';
import { findZip } from '../planning/zip-codes.ts';
import { type VoicePlatform, voicePlatforms } from '../platforms/index.ts';
import { queueGroupOf, queueGroups, queuePrefix } from '../record/attention.ts';
import { memoryKeyOf, type StoredCall } from '../record/calls.ts';
import { personOf, placeFields } from '../record/customers/contact.ts';
import { requestIdPattern } from '../record/ids.ts';
import { type CallMemory, placeIn } from '../record/memory.ts';
import { messageStatuses } from '../record/outbox/message.ts';
import type { Customer, DispatchRequest } from '../record/request.ts';
import { readQuery } from '../record/search-terms.ts';
import { dateSpan, localSpans, type Span, technicianSpans } from '../scheduling/hours.ts';
import { addDays, DAY_MS, isLocalDate } from '../scheduling/time.ts';
import { formatClockTime } from '../scheduling/time-of-day.ts';
import { asShown, listMessages } from '../touch/outbox-list.ts';
import { date as dateText } from './bodies.ts';
import { type BoardRequest, type Operation, pagesOf, queryOf } from './operation.ts';
import { notFound, parametersInvalid } from './problems.ts';
import { accountViewOf, callViewOf, etagOf, requestEntryOf, requestViewOf, spanView } from './to-view.ts';
import type {
  BoardAppointmentView,
  BoardView,
  CallsView,
  CallView,
  CountsView,
  CustomerView,
  DaysView,
  LaneView,
  OutboxView,
  PlacesView,
  QueueView,
  RequestWithCallsView,
  SearchView,
  WaitingView,
} from './views.ts';

// The operations that read, each under its name in `boardRoutes`.

/** How long a call that led to no request is shown. */
const UNBOOKED_MS = 3 * DAY_MS;
const REQUESTS_PER_PAGE = 100;
const CALLS_PER_PAGE = 50;
const MESSAGES_SHOWN = 200;
const MAX_CALLS = 5;
const MAX_DAYS = 7;

/** `GET /accounts/{account}/board/{date}` */
export const readBoard: Operation = async (request) => {
  const { date } = request.parts;
  if (!isLocalDate(date)) throw notFound();
  const tagged = await dayOf(request, date, countsOf(request));
  const body: BoardView = { ...tagged, now: new Date(request.now).toISOString() };
  return { status: 200, body, tagged };
};

const daysExpected = `a number of days from 1 to ${MAX_DAYS}`;
const daysQuery = v.object({
  from: dateText,
  days: v.pipe(v.string(daysExpected), v.regex(/^[1-7]$/, daysExpected), v.transform(Number)),
});

/** `GET /accounts/{account}/board` */
export const listDays: Operation = async (request) => {
  const { from, days } = queryOf(request, daysQuery);
  const counts = countsOf(request);
  const tags = Array.from({ length: days }, async (_, at) => {
    const date = addDays(from, at);
    return { date, etag: etagOf(await dayOf(request, date, counts)) };
  });
  const body: DaysView = { days: await Promise.all(tags) };
  return { status: 200, body };
};

/** A day without the time at which it is read, which is no part of its tag. */
async function dayOf(
  { account, deps, now, deadline }: BoardRequest,
  date: string,
  counting: Promise<CountsView>,
): Promise<Omit<BoardView, 'now'>> {
  const [rows, counts] = await Promise.all([readDayBoard(account, date, now, deps, deadline), counting]);
  const { gridMinutes, bufferMinutes } = account.booking;
  const day = dateSpan(account, date);
  return {
    account: accountViewOf(account),
    date,
    day: spanView(day),
    gridMinutes,
    bufferMinutes,
    serviceTypes: account.serviceTypes.map(({ id, name, durationMinutes, skills }) => {
      return { serviceTypeId: id, name, durationMinutes, skills };
    }),
    lanes: rows.map((row) => laneOf(row, account, date, day)),
    counts,
  };
}

/** `GET /accounts/{account}/places/{date}` */
export const listPlaces: Operation = async ({ account, deps, parts: { date }, now, deadline }) => {
  if (!isLocalDate(date)) throw notFound();
  const homes = homesOf(account, findZip);
  const rows = await readDayBoard(account, date, now, deps, deadline);
  const jobs = new Map(
    rows.flatMap(({ appointments }) =>
      appointments.map(
        ({ dispatchRequestId, zip }) =>
          [dispatchRequestId, placeOf({ zip }, account.region, findZip)] as const,
      ),
    ),
  );
  const places = plausible([...jobs.values()], [...homes.values()]);
  const body: PlacesView = {
    jobs: [...jobs.keys()].flatMap((dispatchRequestId, at) => {
      const coordinates = places[at]?.at;
      return coordinates === undefined ? [] : [{ dispatchRequestId, ...coordinates }];
    }),
    homes: [...homes].flatMap(([technicianId, { at }]) => (at === undefined ? [] : { technicianId, ...at })),
  };
  return { status: 200, body };
};

function laneOf({ onHold, ...row }: BoardRow, account: Account, date: string, day: Span): LaneView {
  const technician = account.technicians.find(({ id }) => id === row.technicianId);
  const ofDay = (spans: readonly Span[]) =>
    spans
      .map(({ from, to }) => ({ from: Math.max(from, day.from), to: Math.min(to, day.to) }))
      .filter(({ from, to }) => to > from)
      .map(spanView);
  const lane = {
    ...row,
    appointments: row.appointments.map(boardAppointmentOf),
    held: onHold.map(boardAppointmentOf),
    skills: technician?.skills ?? [],
    hours: technician === undefined ? [] : ofDay(technicianSpans(account, technician, date)),
    timeOff: technician === undefined ? [] : ofDay(localSpans(account, technician.timeOff)),
  };
  return { ...lane, etag: etagOf(lane) };
}

const boardAppointmentOf = ({ minute, ...job }: BoardAppointment): BoardAppointmentView => ({
  ...job,
  time: formatClockTime(minute),
});

async function unbookedCalls({ account, deps, now, deadline }: BoardRequest) {
  const from = new Date(now - UNBOOKED_MS).toISOString();
  return await deps.calls.unbooked(account.accountId, from, now, deadline);
}

async function countsOf(request: BoardRequest): Promise<CountsView> {
  const { account, deps, deadline } = request;
  const [waiting, unbooked] = await Promise.all([
    deps.queue.counts(account.accountId, deadline),
    unbookedCalls(request),
  ]);
  return { ...waiting, unbookedCalls: unbooked.length };
}

/** An instant as all stored items have it. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const isQueueOrder = (text: string) =>
  queueGroups.some((group) => text.startsWith(queuePrefix(group))) && INSTANT.test(text.slice(2));
const QueuePlace = v.object({
  dispatchRequestId: v.pipe(v.string(), v.regex(requestIdPattern)),
  queueOrder: v.pipe(v.string(), v.check(isQueueOrder)),
});

const groupQuery = v.object({
  group: v.optional(v.picklist(queueGroups, `one of ${queueGroups.join(', ')}`)),
});

/** `GET /accounts/{account}/queue` */
export const readQueue: Operation = async (request) => {
  const { account, deps, now, deadline } = request;
  const { group: only } = queryOf(request, groupQuery);
  const list = only === undefined ? 'queue' : `queue-${only}`;
  const { after, page, cursorTo } = pagesOf(request, list, QueuePlace);
  const [{ requests, next }, counts, unbooked] = await Promise.all([
    page(deps.queue.page(account.accountId, { limit: REQUESTS_PER_PAGE, after, group: only }, deadline)),
    deps.queue.counts(account.accountId, deadline),
    unbookedCalls(request),
  ]);
  const tagged = {
    requests: requests.flatMap((one) => {
      const group = queueGroupOf(one);
      return group === undefined ? [] : [{ group, ...requestEntryOf(one) }];
    }),
    unbookedCalls: after === undefined && only === undefined ? unbooked : [],
    counts: { ...counts, unbookedCalls: unbooked.length },
    next: cursorTo(next),
  };
  const body: QueueView = { ...tagged, now: new Date(now).toISOString() };
  return { status: 200, body, tagged };
};

/** `GET /accounts/{account}/requests/{request}` */
export const readRequest: Operation = async (request) => {
  const found = request.subject();
  const { account, deps, deadline } = request;
  const calls = await Promise.all(
    callsOf(found).map(([platform, callId]) => deps.calls.get(account.accountId, platform, callId, deadline)),
  );
  const body: RequestWithCallsView = {
    request: requestViewOf(found, request.caller),
    calls: calls.filter((call) => call !== undefined).map(callViewOf),
  };
  return { status: 200, body };
};

/** The calls that made or changed a request, newest last. */
function callsOf({ source, callId, history }: DispatchRequest): (readonly [VoicePlatform, string])[] {
  const named = new Set([
    ...(callId === undefined ? [] : [`${source}:${callId}`]),
    ...history.flatMap((line) => line.callId ?? []),
  ]);
  const calls = [...named].flatMap((text) => {
    const platform = voicePlatforms.find((one) => text.startsWith(`${one}:`));
    return platform === undefined ? [] : [[platform, text.slice(platform.length + 1)] as const];
  });
  return calls.slice(-MAX_CALLS);
}

const CallPlace = v.object({
  integration: v.picklist(voicePlatforms),
  callId: v.pipe(
    v.string(),
    v.nonEmpty(),
    v.maxLength(256),
    v.check((text) => text.isWellFormed()),
  ),
  createdAt: v.pipe(v.string(), v.regex(INSTANT)),
});

/** `GET /accounts/{account}/calls` */
export const listCalls: Operation = async (request) => {
  const { account, deps, now, deadline } = request;
  const { after, page, cursorTo } = pagesOf(request, 'calls', CallPlace);
  const reading = deps.calls.page(account.accountId, { limit: CALLS_PER_PAGE, after, now }, deadline);
  const { calls, next } = await page(reading);
  const place = next && { integration: next.integration, callId: next.callId, createdAt: next.createdAt };
  const body: CallsView = { calls, next: cursorTo(place) };
  return { status: 200, body };
};

const statusExpected = `one of ${messageStatuses.join(', ')}`;
/** `GET /accounts/{account}/waiting` */
export const listWaiting: Operation = async ({ account, deps, deadline }) => {
  const found = await deps.waitingList.of(account.accountId, deadline);
  const body: WaitingView = { requests: found.map(requestEntryOf) };
  return { status: 200, body };
};

const outboxQuery = v.object({
  status: v.optional(v.picklist(messageStatuses, statusExpected)),
  request: v.optional(v.pipe(v.string(), v.regex(requestIdPattern, 'the id of a request'))),
});

/** `GET /accounts/{account}/outbox` */
export const readOutbox: Operation = async (request) => {
  const { account, deps, deadline } = request;
  const { status, request: dispatchRequestId } = queryOf(request, outboxQuery);
  const wanted = { status, dispatchRequestId, most: MESSAGES_SHOWN };
  const found = await listMessages(deps.outbox, account.accountId, wanted, deadline);
  const body: OutboxView = { messages: found.map(asShown) };
  return { status: 200, body };
};

/** `GET /accounts/{account}/calls/{platform}/{call}` */
export const readCall: Operation = async ({ account, deps, parts, deadline }) => {
  const platform = voicePlatforms.find((one) => one === parts.platform);
  if (platform === undefined) throw notFound();
  const call = await deps.calls.get(account.accountId, platform, parts.call, deadline);
  if (call === undefined) throw notFound();
  const key = memoryKeyOf({ ...account, integration: platform, callId: call.callId, caller: call.caller });
  const told = key && (await deps.memory.get(key, deadline)).call;
  return { status: 200, body: { ...callViewOf(call), known: knownOf(call, told) } };
};

const phoneExpected = 'a valid phone number';
const phoneQuery = v.object({ phone: v.string(phoneExpected) });

/** What a call knew, for a job that a dispatcher takes down from it. */
function knownOf({ caller, asked }: StoredCall, told: CallMemory | undefined): CallView['known'] {
  const place = told && placeIn(told);
  return {
    name: told?.customerName ?? told?.callerName,
    phone: told?.customerPhone ?? caller,
    email: told?.email,
    ...mapFields(placeFields, (field) => place?.[field]),
    serviceType: told?.serviceType ?? asked.services[0],
    date: told?.date ?? asked.dates[0],
    time: told?.time,
  };
}

/** `GET /accounts/{account}/customers?phone=` */
export const findCustomer: Operation = async (request) => {
  const { account, deps, now, deadline } = request;
  const { accountId } = account;
  const phone = toE164(queryOf(request, phoneQuery).phone, account.region);
  if (phone === undefined) throw parametersInvalid([{ path: 'phone', expected: phoneExpected }]);
  const [customer, requests, calls] = await Promise.all([
    deps.customers.get(accountId, phone, deadline),
    deps.requests.ofNumber(accountId, phone, '0', deadline),
    deps.calls.ofCaller(accountId, phone, now, deadline),
  ]);
  if (customer === undefined && requests.length + calls.length === 0) throw notFound();
  const body: CustomerView = {
    phone,
    customer: customer && customerViewOf(customer),
    requests: requests.map(requestEntryOf).sort((a, b) => (a.createdAt > b.createdAt ? -1 : 1)),
    calls,
  };
  return { status: 200, body };
};

const customerViewOf = (customer: Customer) => ({
  customerId: customer.customerId,
  ...personOf(customer),
  sites: customer.sites.map(({ position: _, ...site }) => site),
});

const searchExpected = 'a text of 2 to 100 characters';
const searchQuery = v.object({
  q: v.pipe(
    v.optional(v.string(searchExpected), ''),
    v.transform(oneLine),
    v.minLength(2, searchExpected),
    v.maxLength(100, searchExpected),
  ),
});

/** `GET /accounts/{account}/search?q=` */
export const search: Operation = async (request) => {
  const { account, deps, now, deadline } = request;
  const { q } = queryOf(request, searchQuery);
  const [named, found] = await Promise.all([
    requestIdPattern.test(q) ? deps.requests.get(q, deadline) : undefined,
    deps.searching.find(account.accountId, readQuery(q, account.region), now, deadline),
  ]);
  const byId = named?.accountId === account.accountId ? [named] : [];
  const body: SearchView = {
    requests: [...byId, ...found.requests].map(requestEntryOf),
    customers: found.customers.map((customer) => ({ phone: customer.phone, ...customerViewOf(customer) })),
    calls: found.calls,
    isMore: found.isMore,
  };
  return { status: 200, body };
};
