import type { Account } from '../accounts/account.ts';
import { type Covered, coverageForCaller, isRecordNeeded, type Unreached } from '../accounts/areas.ts';
import { callBookingId, type InvocationContext, isMadeInCall } from '../record/calls.ts';
import {
  type CallHold,
  type CallKey,
  callKeyOf,
  type Hold,
  type Holding,
  holdIdFor,
  holdIdOfVisit,
  isStanding,
  liveHold,
  type NumberHolds,
  numberIdOf,
  type StandingHold,
} from '../record/hold.ts';
import type { Deadline, HoldChange, HoldOutcome } from '../record/ports.ts';
import {
  type Appointment,
  activeAppointment,
  type Claim,
  type Customer,
  type DispatchRequest,
  hasActiveAppointment,
  latestOf,
  rememberInvocation,
  remembers,
  type Scheduled,
} from '../record/request.ts';
import { retry } from '../record/retry.ts';
import { holderOf } from '../scheduling/occupancy.ts';
import type { RefusedStart } from './alternatives.ts';
import { lasting } from './appointment.ts';
import {
  type BookingDependencies,
  readStartFacts,
  type StartFacts,
  stillHeldBefore,
} from './booking-facts.ts';
import { chooseAndClaim } from './claim.ts';
import { KEPT_MS } from './holds.ts';
import { questionOf, type RequestedStart } from './requested-start.ts';

/** All calls without a number together may hold this many times. */
const MAX_WITHOUT_NUMBER = 20;

type HoldResult =
  | { readonly kind: 'held'; readonly hold: Hold }
  | ({ readonly kind: 'refused'; readonly coverage: Covered } & RefusedStart)
  | { readonly kind: 'not_reached'; readonly coverage: Unreached }
  | { readonly kind: 'not_held_here' | 'no_call' | 'call_ended' | 'hold_limit' }
  /** An earlier delivery of this invocation made a hold, which was released or has ended. */
  | { readonly kind: 'released' }
  /** The account changed and no longer offers the service: the arguments must be read again. */
  | { readonly kind: 'not_offered' };

export type HoldAnswer = HoldResult & { readonly account: Account };

/**
 * Holds a start for the call until it expires, in place of what the call held before. Takes one parallel read and
 * one transaction, whose conditions alone decide. Fails as `book` does.
 */
export async function holdTime(
  asked: HoldRequest,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<HoldAnswer> {
  const call = callKeyOf(asked);
  if (asked.account.booking.hold === undefined) return { kind: 'not_held_here', account: asked.account };
  if (call === undefined) return { kind: 'no_call', account: asked.account };
  return await retry<HoldAnswer>(
    async (round) => {
      const facts = await readHoldFacts(asked, call, round > 0, deps, deadline);
      const result = await attempt(asked, call, facts, deps, deadline);
      return result && { ...result, account: facts.account };
    },
    deps,
    deadline,
  );
}

/** The attempt returns undefined after a lost race. */
async function attempt(
  asked: HoldRequest,
  call: CallKey,
  facts: HoldFacts,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<HoldResult | undefined> {
  const { account, hold: known, ofNumber } = facts;
  const before = liveHold(known, asked.now);
  const taken = before === undefined ? liveHold(facts.taken, asked.now) : undefined;
  const held = before ?? taken;
  if (known !== undefined && remembers(known, asked))
    return before === undefined ? { kind: 'released' } : { kind: 'held', hold: before.hold };
  const rules = account.booking.hold;
  if (rules === undefined) return { kind: 'not_held_here' };
  const service = account.serviceTypes.find(({ id }) => id === asked.service.id);
  if (service === undefined) return { kind: 'not_offered' };
  // Unless the caller names another place, the place is that of the call's own visit.
  const zip = asked.zip ?? facts.own[0]?.customer.zip ?? facts.zipBefore;
  const coverage = coverageForCaller(account, service.id, zip, facts.record?.sites);
  if (coverage.kind !== 'comes') return { kind: 'not_reached', coverage };
  const wanted = { ...asked, account, service, coverage };
  return await chooseAndClaim<HoldResult>(
    {
      wanted,
      question: questionOf(wanted, facts.occupancy, facts.ownIds, held),
      held,
      standing: held?.hold,
      request: undefined,
      refuse: (refusal) => ({ kind: 'refused', ...refusal, coverage }),
      insteadOfClaim(isFree) {
        const ends = [...ofNumber.ends].filter(
          ([id]) => id !== holdIdFor(call, asked.caller) && id !== taken?.holdId,
        );
        const others = ends.filter(([, end]) => end > asked.now);
        const most = asked.caller === undefined ? MAX_WITHOUT_NUMBER : rules.perNumber;
        return isFree && others.length >= most ? { kind: 'hold_limit' } : undefined;
      },
      async write(appointment) {
        const until = Math.ceil(asked.now + rules.seconds * 1000);
        const change = holdChange(appointment, wanted, call, until, { ...facts, taken });
        const kind = await deps.holds.commit(change, deadline);
        if (kind === 'stored') return { kind: 'held', hold: change.next.hold };
        return kind === 'contended' ? undefined : kind === 'call_ended' ? { kind } : kind;
      },
    },
    deps,
    deadline,
  );
}

function holdChange(
  appointment: Appointment,
  wanted: HoldRequest,
  call: CallKey,
  until: number,
  facts: HoldFacts,
): HoldChange {
  const { ofNumber, taken } = facts;
  const { invocation } = wanted;
  const holdId = holdIdFor(call, wanted.caller);
  const own = ownHold(appointment, { ...wanted, holdId, until, invocation }, facts, ofNumber.numberId);
  return { ...own, call, ofNumber, ends: isStanding(taken) ? [taken] : [] };
}

interface OwnHold extends Pick<RequestedStart, 'account' | 'service' | 'now'> {
  readonly holdId: string;
  /** Epoch milliseconds. */
  readonly until: number;
  readonly invocation?: string | undefined;
}

/** Returns the change that holds an appointment's time in place of what was held under the id before. */
function ownHold(
  appointment: Appointment,
  { account, service, now, holdId, until, invocation }: OwnHold,
  facts: Pick<HoldFacts, 'occupancy' | 'hold' | 'ownIds'>,
  numberId?: string,
): HoldChange {
  const { occupancy: seen, hold: known } = facts;
  const { free, kept } = divided(appointment.claims, facts);
  const next = {
    ...known,
    accountId: account.accountId,
    holdId,
    version: (known?.version ?? 0) + 1,
    invocations: rememberInvocation(known?.invocations ?? [], invocation),
    keptUntil: until + KEPT_MS,
    hold: {
      ...appointment,
      claims: free,
      holder: holderOf(holdId, until),
      serviceTypeId: service.id,
      numberId,
    },
  };
  return { next, before: liveHold(known, now)?.hold, seen, kept };
}

export interface VisitHoldRequest extends RequestedStart {
  /** The visit that would be moved. Its own time is free for it. */
  readonly request: DispatchRequest;
  readonly seconds: number;
}

export type VisitHold =
  | { readonly kind: 'held'; readonly hold: Hold }
  | ({ readonly kind: 'refused' } & RefusedStart)
  /** The account changed and no longer offers the service. */
  | { readonly kind: 'not_offered' }
  /** What the hold was for has changed meanwhile. */
  | { readonly kind: 'outdated' };

/**
 * Holds a start for a visit until it expires, in place of what was held for the visit before. `reschedule` moves the
 * visit there. Fails as `book` does.
 */
export function holdForVisit(
  asked: VisitHoldRequest,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<VisitHold> {
  const { request, seconds, now } = asked;
  const holdId = holdIdOfVisit(request.accountId, request.dispatchRequestId);
  const until = Math.ceil(now + seconds * 1000);
  const commit = (change: HoldChange) => deps.holds.commit(change, deadline);
  return holdStart({ ...asked, holdId, until }, commit, deps, deadline);
}

export interface StartHoldRequest extends RequestedStart, Pick<OwnHold, 'holdId' | 'until'> {
  /** The request that would get the start. Its own time is free for it. */
  readonly request: DispatchRequest;
}

/**
 * Holds a start for a request, in place of what is held under the id.
 * @param commit stores the hold with what depends on it; `outdated` ends the attempts
 */
export function holdStart(
  asked: StartHoldRequest,
  commit: (change: HoldChange) => Promise<HoldOutcome | 'outdated'>,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<VisitHold> {
  const { request, holdId, until, now } = asked;
  return retry<VisitHold>(
    async (round) => {
      const facts = await readStartFacts(asked, holdId, deps, deadline, round > 0);
      const stored = facts.account.serviceTypes.find(({ id }) => id === asked.service.id);
      if (stored === undefined) return { kind: 'not_offered' };
      const service = lasting(stored, stored.id === request.serviceTypeId ? request.minutes : undefined);
      const wanted = { ...asked, account: facts.account, service };
      const held = liveHold(facts.hold, now);
      const ownIds = [request.dispatchRequestId];
      return await chooseAndClaim<VisitHold>(
        {
          ...{ wanted, held, standing: held?.hold ?? activeAppointment(request), request },
          question: questionOf(wanted, facts.occupancy, ownIds, held),
          refuse: (refusal) => ({ kind: 'refused', ...refusal }),
          async write(appointment) {
            const change = ownHold(appointment, { ...wanted, holdId, until }, { ...facts, ownIds });
            const kind = await commit(change);
            if (kind === 'slot_lost') return kind;
            if (kind === 'stored') return { kind: 'held', hold: change.next.hold };
            return kind === 'contended' ? undefined : { kind: 'outdated' };
          },
        },
        deps,
        deadline,
      );
    },
    deps,
    deadline,
  );
}

/** Divides claims into those that a hold may add and those of own appointments, which stay. */
function divided(claims: readonly Claim[], { occupancy, ownIds }: Pick<HoldFacts, 'occupancy' | 'ownIds'>) {
  const free: Claim[] = [];
  const kept: Holding[] = [];
  for (const claim of claims) {
    const claimed = occupancy.get(claim.technicianId);
    const ownerOf = (bucket: number) => ownIds.find((id) => claimed?.get(bucket) === id);
    const ofHold = claim.buckets.filter((bucket) => ownerOf(bucket) === undefined);
    if (ofHold.length > 0) free.push({ ...claim, buckets: ofHold });
    for (const holder of ownIds) {
      const buckets = claim.buckets.filter((bucket) => ownerOf(bucket) === holder);
      if (buckets.length > 0) kept.push({ holder, claims: [{ ...claim, buckets }] });
    }
  }
  return { free, kept };
}

export interface HoldRequest extends InvocationContext, RequestedStart {
  readonly zip?: string | undefined;
  /** Returns the postal code that the caller said before; read in parallel with the facts. */
  readonly zipBefore: () => Promise<string | undefined>;
  /** Returns what an interrupted call of the number held; read in parallel with the facts. */
  readonly heldBefore: () => Promise<StandingHold | undefined>;
}

interface HoldFacts extends StartFacts {
  /** The call's appointments for the service, which a booking would move. */
  readonly own: readonly Scheduled[];
  /** The ids of `own`, and the id that a booking would get. */
  readonly ownIds: readonly string[];
  /** Contains the holds of the reported number or, without one, those of all calls without a number. */
  readonly ofNumber: NumberHolds;
  /** Absent unless the place depends on the customer's record. */
  readonly record?: Customer | undefined;
  readonly zipBefore?: string | undefined;
  /** An interrupted call of the number held this. */
  readonly taken?: CallHold | undefined;
}

async function readHoldFacts(
  asked: HoldRequest,
  call: CallKey,
  isAgain: boolean,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<HoldFacts> {
  const { account, service, caller } = asked;
  const { accountId } = account;
  const { requests, holds } = deps;
  const bookingId = callBookingId(asked, service.id) ?? '';
  const isPlaceNeeded = isRecordNeeded(account, service.id, asked.zip);
  const [start, booked, inCall, ofNumber, record, zipBefore, taken] = await Promise.all([
    readStartFacts(asked, holdIdFor(call, caller), deps, deadline, isAgain),
    requests.get(bookingId, deadline),
    requests.madeInCall(accountId, call.integration, call.callId, deadline),
    holds.ofNumber(accountId, numberIdOf(accountId, caller), deadline),
    caller === undefined || !isPlaceNeeded ? undefined : deps.customers.get(accountId, caller, deadline),
    isPlaceNeeded ? asked.zipBefore() : undefined,
    stillHeldBefore(asked.heldBefore, accountId, deps, deadline, isAgain),
  ]);
  const own = latestOf(booked === undefined ? inCall : [...inCall, booked])
    .filter((request) => isMadeInCall(request, asked))
    .filter(hasActiveAppointment)
    .filter(({ serviceTypeId }) => serviceTypeId === service.id);
  const ownIds = [...new Set([bookingId, ...own.map(({ dispatchRequestId }) => dispatchRequestId)])];
  return { ...start, own, ownIds, ofNumber, record, zipBefore, taken };
}
