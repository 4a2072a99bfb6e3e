import * as v from 'valibot';
import type { Account } from '../accounts/account.ts';
import {
  blockSeries,
  blockTime,
  type Occupants,
  type SeriesConflict,
  type SeriesResult,
  unblockSeries,
  unblockTime,
} from '../booking/dispatchers/block-time.ts';
import { customerName } from '../booking/dispatchers/day-board.ts';
import { giveAppointment } from '../booking/dispatchers/dispatcher-appointment.ts';
import { type LaneRefusal, minutesOf, startsOf } from '../booking/dispatchers/starts.ts';
import { type Problem, payloadInvalid } from '../http/problem.ts';
import { dispatcherJob } from '../intake/leads.ts';
import {
  type Block,
  type BlockRefusal,
  isBlockId,
  MAX_BLOCK_DATES,
  MAX_OCCURRENCES,
  planBlock,
  type SeriesRefusal,
} from '../record/block.ts';
import { callOf } from '../record/calls.ts';
import { transitionRefusal } from '../record/lifecycle.ts';
import type { Deadline } from '../record/ports.ts';
import { type DispatchRequest, hasActiveAppointment } from '../record/request.ts';
import { retry } from '../record/retry.ts';
import { wallClockOf } from '../scheduling/time.ts';
import { formatClockTime } from '../scheduling/time-of-day.ts';
import { bodies, date, laterOf, visit, visitExpected } from './bodies.ts';
import {
  type BoardAnswer,
  type BoardDependencies,
  bodyOf,
  checkOverride,
  checkService,
  type Operation,
  ownRequest,
  phoneOf,
  queryOf,
} from './operation.ts';
import {
  appointmentRefused,
  notFound,
  refused,
  serviceNeeded,
  transitionRefused,
  visitsText,
} from './problems.ts';
import { isoOf, requestViewOf } from './to-view.ts';
import type { BlockConflictView, BlockView, StartsView } from './views.ts';

// The operations that find starts, create jobs and block time, each under its name in `boardRoutes`.

const startsQuery = v.object({
  date,
  serviceTypeId: v.optional(v.string()),
  visit: v.optional(v.pipe(v.string(), v.regex(/^\d{1,2}$/, visitExpected), v.transform(Number), visit)),
});

/** `GET /accounts/{account}/requests/{request}/starts?date=` */
export const listStarts: Operation = async (request) => {
  const { account, deps, deadline, now } = request;
  const found = request.subject();
  const { date, serviceTypeId = found.serviceTypeId, visit } = queryOf(request, startsQuery);
  const impossible = transitionRefusal(found, 'scheduled', true);
  if (impossible !== undefined) throw transitionRefused(impossible, found);
  const service = account.serviceTypes.find(({ id }) => id === serviceTypeId);
  if (service === undefined) throw serviceNeeded();
  const asked = { account, request: found, date, service, visit, now };
  const durationMinutes = minutesOf(asked);
  if (durationMinutes === undefined) throw refused(visitsText(NO_SUCH_VISIT), NO_SUCH_VISIT);
  const technicians = await startsOf(asked, deps.schedule, deadline);
  const body: StartsView = {
    dispatchRequestId: found.dispatchRequestId,
    date,
    serviceType: service.name,
    durationMinutes,
    technicians: technicians.map(({ technician, starts, why }) => ({
      technicianId: technician.id,
      technician: technician.name,
      starts: starts.map((one) => startViewOf(one, durationMinutes)),
      why: why && { reason: why.reason, text: laneText(why, account) },
    })),
  };
  return { status: 200, body };
};

const NO_SUCH_VISIT = { reason: 'no_such_visit' } as const;

/** Says in a few words why a technician can't take a job on a day. */
function laneText(why: LaneRefusal, { timezone }: Account): string {
  switch (why.reason) {
    case 'not_skilled':
      return `no ${why.skills.join(', ')}`;
    case 'off':
      return why.until === undefined
        ? 'off'
        : `off until ${formatClockTime(wallClockOf(timezone, why.until).minute)}`;
    case 'past':
      return 'over';
    case 'full':
      return 'no free time that is long enough';
    case 'not_together':
      return 'not free together with the rest of the job';
  }
}

function startViewOf({ minute, start }: { minute: number; start: number }, durationMinutes: number) {
  return {
    time: formatClockTime(minute),
    startsAt: isoOf(start),
    endsAt: isoOf(start + durationMinutes),
  };
}

/** `POST /accounts/{account}/requests` */
export const createJob: Operation = async (request) => {
  const { account, caller, deps, deadline, now, delivery } = request;
  const { start, call, serviceTypeId, urgency, preferredDate, preferredTime, notes, minutes, ...said } =
    await bodyOf(request, bodies.createJob);
  checkService(account, serviceTypeId);
  checkOverride(start?.override, start?.technicianId);
  const known = call && (await deps.calls.get(account.accountId, call.platform, call.callId, deadline));
  if (call !== undefined && known === undefined)
    throw payloadInvalid([{ path: 'call', expected: 'a call of the account' }]);
  const phone = said.phone === undefined ? undefined : phoneOf(said.phone, account);
  const who = { by: caller.actor, now, callId: call && callOf({ integration: call.platform, ...call }) };
  const draft = dispatcherJob({
    account,
    customer: { ...said, phone: phone ?? known?.caller },
    ...{ serviceTypeId, urgency, preferredDate, preferredTime, notes, minutes, who },
    author: caller.subject,
    key: delivery.headers['idempotency-key'] ?? deps.newId(),
  });
  const job = ownRequest(await stored(draft, deps, deadline), account);
  // A repeat finds the visit that it gave the job before.
  if (start === undefined || hasActiveAppointment(job))
    return { status: 201, body: requestViewOf(job, caller) };
  const { date, time: minute, technicianId: technician, overHold: overHolds, crew } = start;
  const override = start.override?.reason;
  const asked = {
    ...({ command: 'schedule', account, request: job, date, minute } as const),
    ...{ technician, overHolds, override, crew, later: laterOf(start.visits) },
  };
  const result = await giveAppointment({ ...asked, who: { by: caller.actor, now } }, deps, deadline);
  if (result.kind !== 'refused') return { status: 201, body: requestViewOf(result.request, caller) };
  throw appointmentRefused(result.refusal, asked, requestViewOf(result.request, caller));
};

/** Stores a new request, or returns the one that an earlier request with the same key has stored. */
async function stored(draft: DispatchRequest, deps: BoardDependencies, deadline: Deadline) {
  return await retry<DispatchRequest | 'gone', BoardDependencies>(
    async (_, { requests }) => {
      const result = await requests.commit({ next: draft }, deadline);
      if (result.kind === 'stored') return draft;
      return result.kind === 'changed' ? (result.current ?? 'gone') : undefined;
    },
    deps,
    deadline,
  ).then((found) => (found === 'gone' ? undefined : found));
}

/** `POST /accounts/{account}/blocks` */
export const block: Operation = async (request) => {
  const { account, caller, deps, deadline, now } = request;
  const { technicianId, from, to, reason, repeat } = await bodyOf(request, bodies.block);
  const technician = account.technicians.find(({ id }) => id === technicianId);
  if (technician === undefined)
    throw payloadInvalid([{ path: 'technicianId', expected: 'the id of a technician of the account' }]);
  const wanted = { account, technician, from, to, reason, by: caller.actor, now };
  if (repeat !== undefined) {
    const series = { ...repeat, from, to };
    return repeated(await blockSeries({ ...wanted, repeat: series }, deps, deadline));
  }
  const planned = planBlock(wanted);
  if (typeof planned === 'string') throw refused(planTexts[planned], { reason: planned });
  const result = await blockTime(planned, deps, deadline);
  if (result.kind === 'occupied') throw occupied(result);
  const body: BlockView = blockViewOf(result.block);
  return { status: 201, body };
};

const blockViewOf = (block: Block) => {
  const { blockId, technicianId, technician, startsAt, endsAt, by, from, to, reason, repeat } = block;
  return { blockId, technicianId, technician, startsAt, endsAt, by, from, to, reason, repeat };
};

/** Answers with the first block of a series, all of them, and those that could not be made. */
function repeated(result: SeriesResult | SeriesRefusal): BoardAnswer {
  if (typeof result === 'string') throw refused(seriesTexts[result], { reason: result });
  const [first] = result.made;
  const conflicts = result.conflicts.map(conflictView);
  if (first === undefined) throw noneMade(conflicts);
  const blocks = result.made.map(({ blockId, from, to }) => ({ blockId, from, to }));
  const body: BlockView = { ...blockViewOf(first), blocks, conflicts };
  return { status: 201, body };
}

/** Names the reason of all conflicts. If some of the time is only taken, says that. */
function noneMade(conflicts: readonly BlockConflictView[]): Problem {
  const reasons = conflicts.flatMap(({ reason }) => (reason === 'occupied' ? [] : [reason]));
  const [reason] = reasons.length < conflicts.length ? [] : reasons;
  const why = reason === undefined ? 'None of these blocks could be made.' : planTexts[reason];
  return refused(`${why} Nothing was blocked.`, {
    ...{ reason: reason ?? 'occupied', jobs: [], blocks: [], holds: [], conflicts },
  });
}

const conflictView = ({ from, to, reason, ...occupants }: SeriesConflict): BlockConflictView => ({
  ...{ from, to, reason },
  ...occupantsView(occupants),
});

const seriesTexts: Readonly<Record<SeriesRefusal, string>> = {
  no_occurrence: 'None of these weekdays is between the two dates.',
  too_many: `A series lasts at most a year and has at most ${MAX_OCCURRENCES} blocks.`,
};

const planTexts: Readonly<Record<BlockRefusal, string>> = {
  ends_before_start: 'The block ends before it begins.',
  past: 'That time is over.',
  too_long: `A block may touch at most ${MAX_BLOCK_DATES} dates.`,
};

function occupied(occupants: Occupants) {
  const { jobs, blocks } = occupants;
  const isOnlyHeld = jobs.length + blocks.length === 0;
  const what = isOnlyHeld
    ? 'A caller is about to take some of that time.'
    : 'There are jobs or blocks in that time.';
  return refused(`${what} Nothing was blocked.`, {
    reason: 'occupied',
    ...occupantsView(occupants),
  });
}

const occupantsView = ({ jobs, blocks, holds }: Occupants) => ({
  jobs: jobs.map(({ request, visit: { date, minute } }) => {
    const { dispatchRequestId } = request;
    return { dispatchRequestId, date, time: formatClockTime(minute), customer: customerName(request) };
  }),
  blocks: blocks.map(({ blockId, from, to, reason }) => ({ blockId, from, to, reason })),
  holds: holds.map(({ startsAt, endsAt, heldUntil }) => ({ startsAt, endsAt, heldUntil })),
});

const seriesExpected = 'following or all';
const unblockQuery = v.object({ series: v.optional(v.picklist(['following', 'all'], seriesExpected)) });

/** `DELETE /accounts/{account}/blocks/{block}` */
export const unblock: Operation = async (request) => {
  const { account, deps, deadline, parts, now } = request;
  const { series } = queryOf(request, unblockQuery);
  const found = isBlockId(parts.block) ? await deps.blocks.get(parts.block, deadline) : undefined;
  if (found?.accountId !== account.accountId) throw notFound();
  const { repeat } = found;
  if (series === undefined || repeat === undefined) await unblockTime(parts.block, deps, deadline);
  else await unblockSeries({ ...found, repeat }, series, { account, now }, deps, deadline);
  return { status: 204 };
};
