import * as v from 'valibot';
import type { Account } from '../accounts/account.ts';
import { type BoardAppointment, type BoardRow, readDayBoard } from '../booking/dispatchers/day-board.ts';
import { queueGroupOf, queueGroups, queuePrefix } from '../record/request-queue.ts';
import { formatClockTime } from '../scheduling/clock-time.ts';
import { dateSpan } from '../scheduling/day.ts';
import { addDays, isLocalDate } from '../scheduling/local-date.ts';
import { DAY_MS } from '../scheduling/time-units.ts';
import { type Span, technicianSpans, timeOffSpans } from '../scheduling/work-time.ts';
import { date as dateText } from './bodies.ts';
import { fromCursor, INSTANT, pageFrom, toCursor } from './cursor.ts';
import { etagOf } from './etag.ts';
import type { BoardRequest, Operation } from './exchange.ts';
import { queryOf } from './exchange.ts';
import { notFound } from './problems.ts';
import { accountViewOf, requestEntryOf, spanView } from './to-view.ts';
import type { BoardAppointmentView, BoardView, CountsView, DaysView, LaneView } from './views/day.ts';
import type { QueueView } from './views/requests.ts';

/** How long a call that led to no request is shown. */
const UNBOOKED_MS = 3 * DAY_MS;
const PAGE = 100;

/** `GET /accounts/{account}/board/{date}` */
export const readBoard: Operation = async (request) => {
  const { date } = request.parts;
  if (!isLocalDate(date)) throw notFound();
  const tagged = await dayOf(request, date, countsOf(request));
  const body: BoardView = { ...tagged, now: new Date(request.now).toISOString() };
  return { status: 200, body, tagged };
};

const MAX_DAYS = 7;
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

/** A day without the time at which it is read. */
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

function laneOf(row: BoardRow, account: Account, date: string, day: Span): LaneView {
  const technician = account.technicians.find(({ id }) => id === row.technicianId);
  const ofDay = (spans: readonly Span[]) =>
    spans
      .map(({ from, to }) => ({ from: Math.max(from, day.from), to: Math.min(to, day.to) }))
      .filter(({ from, to }) => to > from)
      .map(spanView);
  const lane = {
    ...row,
    appointments: row.appointments.map(boardAppointmentOf),
    held: row.held.map(boardAppointmentOf),
    skills: technician?.skills ?? [],
    hours: technician === undefined ? [] : ofDay(technicianSpans(account, technician, date)),
    timeOff: technician === undefined ? [] : ofDay(timeOffSpans(account, technician)),
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

const isQueueOrder = (text: string) =>
  queueGroups.some((group) => text.startsWith(queuePrefix(group))) && INSTANT.test(text.slice(2));
const Place = v.object({
  dispatchRequestId: v.pipe(v.string(), v.regex(/^dr_[0-9a-z]{20}$/)),
  queueOrder: v.pipe(v.string(), v.check(isQueueOrder)),
});
const cursorQuery = v.object({ cursor: v.optional(v.string()) });

/** `GET /accounts/{account}/queue` */
export const readQueue: Operation = async (request) => {
  const { account, deps, now, deadline } = request;
  const list = { list: 'queue', accountId: account.accountId };
  const after = fromCursor(list, Place, queryOf(request, cursorQuery).cursor);
  const [page, counts, unbooked] = await Promise.all([
    pageFrom(deps.queue.page(account.accountId, { limit: PAGE, after }, deadline)),
    deps.queue.counts(account.accountId, deadline),
    unbookedCalls(request),
  ]);
  const tagged = {
    requests: page.requests.flatMap((one) => {
      const group = queueGroupOf(one);
      return group === undefined ? [] : [{ group, ...requestEntryOf(one) }];
    }),
    unbookedCalls: after === undefined ? unbooked : [],
    counts: { ...counts, unbookedCalls: unbooked.length },
    next: page.next && toCursor(list, page.next),
  };
  const body: QueueView = { ...tagged, now: new Date(now).toISOString() };
  return { status: 200, body, tagged };
};
