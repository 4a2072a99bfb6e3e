import * as v from 'valibot';
import type { ServiceType } from '../accounts/account.ts';
import { toE164 } from '../accounts/phone.ts';
import { blockTime, type Occupants, unblockTime } from '../booking/dispatchers/block-time.ts';
import { customerName } from '../booking/dispatchers/day-board.ts';
import { startsOf } from '../booking/dispatchers/dispatcher-appointment.ts';
import { payloadInvalid } from '../http/problem.ts';
import { dispatcherJob } from '../intake/leads.ts';
import { type BlockRefusal, isBlockId, MAX_BLOCK_DATES, planBlock } from '../record/block.ts';
import { transitionRefusal } from '../record/lifecycle.ts';
import { formatClockTime } from '../scheduling/time-of-day.ts';
import { bodies, date } from './bodies.ts';
import { bodyOf, type Operation, queryOf } from './operation.ts';
import { notFound, refused, serviceNeeded, transitionRefused } from './problems.ts';
import { isoOf, requestViewOf } from './to-view.ts';
import type { BlockView, StartsView } from './views.ts';

// The operations that find starts, create jobs and block time, each under its name in `boardRoutes`.

const startsQuery = v.object({ date, serviceTypeId: v.optional(v.string()) });

/** `GET /accounts/{account}/requests/{request}/starts?date=` */
export const listStarts: Operation = async (request) => {
  const { account, deps, deadline, now } = request;
  const found = request.subject();
  const { date, serviceTypeId = found.serviceTypeId } = queryOf(request, startsQuery);
  const impossible = transitionRefusal(found, 'scheduled');
  if (impossible !== undefined) throw transitionRefused(impossible, found);
  const service = account.serviceTypes.find(({ id }) => id === serviceTypeId);
  if (service === undefined) throw serviceNeeded();
  const wanted = { account, request: found, date };
  const technicians = await startsOf(wanted, service, now, deps.schedule, deadline);
  const body: StartsView = {
    dispatchRequestId: found.dispatchRequestId,
    date,
    serviceType: service.name,
    durationMinutes: service.durationMinutes,
    technicians: technicians.map(({ technician, starts }) => ({
      technicianId: technician.id,
      technician: technician.name,
      starts: starts.map((one) => startViewOf(one, service)),
    })),
  };
  return { status: 200, body };
};

function startViewOf({ minute, start }: { minute: number; start: number }, service: ServiceType) {
  return {
    time: formatClockTime(minute),
    startsAt: isoOf(start),
    endsAt: isoOf(start + service.durationMinutes),
  };
}

/** `POST /accounts/{account}/requests` */
export const createJob: Operation = async (request) => {
  const { account, caller, deps, deadline, now, delivery } = request;
  const { serviceTypeId, urgency, preferredDate, preferredTime, notes, ...customer } = await bodyOf(
    request,
    bodies.createJob,
  );
  if (serviceTypeId !== undefined && !account.serviceTypes.some(({ id }) => id === serviceTypeId))
    throw payloadInvalid([{ path: 'serviceTypeId', expected: 'the id of a service of the account' }]);
  const phone = customer.phone === undefined ? undefined : toE164(customer.phone, account.region);
  if (customer.phone !== undefined && phone === undefined)
    throw payloadInvalid([{ path: 'phone', expected: 'a valid phone number' }]);
  const lead = dispatcherJob({
    account,
    customer: { ...customer, phone },
    ...{ serviceTypeId, urgency, preferredDate, preferredTime, notes },
    who: { by: caller.actor, now },
    key: delivery.headers['idempotency-key'] ?? deps.newId(),
  });
  const { dispatchRequestId, duplicate } = await deps.leads.accept(lead, deadline);
  if (!duplicate) return { status: 201, body: requestViewOf(lead.request) };
  const known = await deps.requests.get(dispatchRequestId, deadline);
  if (known === undefined) throw notFound();
  return { status: 201, body: requestViewOf(known) };
};

/** `POST /accounts/{account}/blocks` */
export const block: Operation = async (request) => {
  const { account, caller, deps, deadline, now } = request;
  const { technicianId, from, to, reason } = await bodyOf(request, bodies.block);
  const technician = account.technicians.find(({ id }) => id === technicianId);
  if (technician === undefined)
    throw payloadInvalid([{ path: 'technicianId', expected: 'the id of a technician of the account' }]);
  const planned = planBlock({ account, technician, from, to, reason, by: caller.actor, now });
  if (typeof planned === 'string') throw refused(planTexts[planned], { reason: planned });
  const result = await blockTime(planned, deps, deadline);
  if (result.kind === 'occupied') throw occupied(result);
  const { blockId, technician: name, startsAt, endsAt, by } = result.block;
  const body: BlockView = {
    ...{ blockId, technicianId, technician: name, startsAt, endsAt, by },
    ...{ from: result.block.from, to: result.block.to, reason: result.block.reason },
  };
  return { status: 201, body };
};

const planTexts: Readonly<Record<BlockRefusal, string>> = {
  ends_before_start: 'The block ends before it begins.',
  past: 'That time is over.',
  too_long: `A block may touch at most ${MAX_BLOCK_DATES} dates.`,
};

function occupied({ jobs, blocks, holds }: Occupants) {
  const isOnlyHeld = jobs.length + blocks.length === 0;
  const what = isOnlyHeld
    ? 'A caller is about to take some of that time.'
    : 'There are jobs or blocks in that time.';
  return refused(`${what} Nothing was blocked.`, {
    reason: 'occupied',
    jobs: jobs.map((job) => ({
      dispatchRequestId: job.dispatchRequestId,
      date: job.appointment.date,
      time: formatClockTime(job.appointment.minute),
      customer: customerName(job),
    })),
    blocks: blocks.map(({ blockId, from, to, reason }) => ({ blockId, from, to, reason })),
    holds,
  });
}

/** `DELETE /accounts/{account}/blocks/{block}` */
export const unblock: Operation = async ({ account, deps, deadline, parts }) => {
  const found = isBlockId(parts.block) ? await deps.blocks.get(parts.block, deadline) : undefined;
  if (found?.accountId !== account.accountId) throw notFound();
  await unblockTime(parts.block, deps, deadline);
  return { status: 204 };
};
