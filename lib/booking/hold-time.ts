import type { Account } from '../accounts/account.ts';
import type { Covered, Unreached } from '../accounts/areas/coverage.ts';
import { rememberInvocation, remembers } from '../record/changed.ts';
import {
  type CallHold,
  type CallKey,
  callKeyOf,
  type Hold,
  type Holding,
  holdIdFor,
  liveHold,
  type NumberHolds,
  numberIdOf,
} from '../record/hold.ts';
import { callBookingId, type InvocationContext, isMadeInCall } from '../record/invocation.ts';
import type { Deadline } from '../record/ports.ts';
import {
  type Claim,
  type Customer,
  hasActiveAppointment,
  latestOf,
  type Scheduled,
} from '../record/request.ts';
import { ANSWER_MS, untilSettled } from '../record/until-settled.ts';
import type { Technician } from '../scheduling/calendar.ts';
import type { Occupancy } from '../scheduling/day.ts';
import { holderOf } from '../scheduling/holds.ts';
import type { Question } from '../scheduling/open-day.ts';
import { type RefusedStart, refusedStart } from './alternatives.ts';
import { appointmentOf } from './appointment.ts';
import type { BookingDependencies } from './booking.ts';
import { readDay } from './booking-facts.ts';
import { coverageForCaller, isRecordNeeded } from './coverage.ts';
import { readStanding } from './holds.ts';
import {
  type Judged,
  judgeWanted,
  preferredTechnicians,
  questionOf,
  type RequestedStart,
  type RequestedStartRefusal,
  technicianRefusal,
} from './requested-start.ts';

/** How long a hold is remembered after its end. */
const KEPT_MS = 24 * 60 * 60_000;
/** How many times all calls without a number may hold at once. */
const MAX_WITHOUT_NUMBER = 20;

export type HoldResult =
  | { readonly kind: 'held'; readonly hold: Hold }
  | ({ readonly kind: 'refused'; readonly coverage: Covered } & RefusedStart)
  | { readonly kind: 'not_reached'; readonly coverage: Unreached }
  | { readonly kind: 'not_held_here' | 'no_call' | 'call_ended' | 'hold_limit' }
  /** A repeat, after the hold that it made was released or has ended. */
  | { readonly kind: 'released' }
  /** The account changed and no longer offers the service: the arguments must be read again. */
  | { readonly kind: 'not_offered' };

/** The result of holding a time, and the account that decided it. */
export type HoldAnswer = HoldResult & { readonly account: Account };

/**
 * Holds a start for the call until it expires, in place of what the call held before. Takes one parallel read and one
 * transaction, whose conditions alone decide. Fails as booking does.
 */
export async function holdTime(
  asked: HoldRequest,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<HoldAnswer> {
  const call = callKeyOf(asked);
  if (asked.account.booking.hold === undefined) return { kind: 'not_held_here', account: asked.account };
  if (call === undefined) return { kind: 'no_call', account: asked.account };
  return await untilSettled<HoldAnswer>(
    async (round) => {
      const facts = await readHoldFacts(asked, call, round === 0, deps, deadline);
      const result = await attempt(asked, call, facts, deps, deadline);
      return result && { ...result, account: facts.account };
    },
    deps,
    deadline,
  );
}

/** Undefined after a lost race. */
async function attempt(
  asked: HoldRequest,
  call: CallKey,
  facts: HoldFacts,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<HoldResult | undefined> {
  const { account, known, ofNumber } = facts;
  const before = liveHold(known, asked.now);
  if (known !== undefined && remembers(known, asked))
    return before === undefined ? { kind: 'released' } : { kind: 'held', hold: before.hold };
  const rules = account.booking.hold;
  if (rules === undefined) return { kind: 'not_held_here' };
  const service = account.serviceTypes.find(({ id }) => id === asked.service.id);
  if (service === undefined) return { kind: 'not_offered' };
  // Where the call's own visit is, unless the caller names another place.
  const zip = asked.zip ?? facts.own[0]?.customer.zip;
  const coverage = coverageForCaller(account, service.id, zip, facts.record);
  if (coverage.kind !== 'comes') return { kind: 'not_reached', coverage };
  const wanted = { ...asked, account, service, coverage };
  const question = questionOf(wanted, facts.occupancy, facts.ownIds, before);
  const refused = (reason: RequestedStartRefusal) => refuse(reason, wanted, question, deps, deadline);
  const unable = technicianRefusal(wanted);
  if (unable !== undefined) return await refused(unable);
  const judged = judgeWanted(question, wanted);
  if (typeof judged === 'string') return await refused(judged);
  const technicians = preferredTechnicians(wanted, judged.technicians, before?.hold.technicianId);
  if (technicians.length === 0) return await refused('slot_taken');
  const others = [...ofNumber.ends].filter(
    ([id, end]) => end > asked.now && id !== holdIdFor(call, asked.caller),
  );
  const most = asked.caller === undefined ? MAX_WITHOUT_NUMBER : rules.perNumber;
  if (others.length >= most) return { kind: 'hold_limit' };
  const until = Math.ceil(asked.now + rules.seconds * 1000);
  return await claimFirst(technicians, { wanted, judged, call, until }, facts, deps, deadline);
}

interface Wanted {
  readonly wanted: HoldRequest;
  readonly judged: Judged;
  readonly call: CallKey;
  /** Epoch milliseconds. */
  readonly until: number;
}

/** Holds the time of the first technician who is still free. Undefined if none is. */
async function claimFirst(
  technicians: readonly Technician[],
  { wanted, judged, call, until }: Wanted,
  facts: HoldFacts,
  { holds, now, onRace }: BookingDependencies,
  deadline: Deadline,
): Promise<HoldResult | undefined> {
  const { occupancy: seen, known, ofNumber } = facts;
  const holdId = holdIdFor(call, wanted.caller);
  for (const technician of technicians) {
    if (now() >= deadline - ANSWER_MS) return undefined;
    const appointment = appointmentOf(wanted, judged, technician);
    const { free, kept } = divided(appointment.claims, facts);
    const hold: Hold = {
      ...appointment,
      claims: free,
      holder: holderOf(holdId, until),
      serviceTypeId: wanted.service.id,
      numberId: ofNumber.numberId,
    };
    const next = {
      ...known,
      accountId: call.accountId,
      holdId,
      version: (known?.version ?? 0) + 1,
      invocations: rememberInvocation(known?.invocations ?? [], wanted.invocation),
      keptUntil: until + KEPT_MS,
      hold,
    };
    const before = liveHold(known, wanted.now)?.hold;
    const kind = await holds.commit({ next, before, call, seen, kept, ofNumber }, deadline);
    if (kind === 'stored') return { kind: 'held', hold };
    if (kind === 'call_ended') return { kind };
    if (kind === 'contended') return undefined;
    onRace?.();
  }
  return undefined;
}

/** Divides claims into what is free for a hold and what the call's own appointments have: those stay theirs. */
function divided(claims: readonly Claim[], { occupancy, ownIds }: HoldFacts) {
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

async function refuse(
  reason: RequestedStartRefusal,
  wanted: HoldRequest & { readonly coverage: Covered },
  question: Question,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<HoldResult> {
  const refusal = await refusedStart(reason, wanted, question, deps, deadline);
  return { kind: 'refused', ...refusal, coverage: wanted.coverage };
}

/** A start that a caller is considering. */
export interface HoldRequest extends InvocationContext, RequestedStart {
  /** The spoken postal code of the place. */
  readonly zip?: string | undefined;
}

/** The facts that decide whether a time can be held. */
export interface HoldFacts {
  /** As stored now. */
  readonly account: Account;
  readonly occupancy: Occupancy;
  /** The call's appointments for the service, which a booking would move. */
  readonly own: readonly Scheduled[];
  /** Their ids, and the one that a booking would get. */
  readonly ownIds: readonly string[];
  /** The call's earlier hold. */
  readonly known?: CallHold | undefined;
  /** Of the reported number; without one, of all calls without one. */
  readonly ofNumber: NumberHolds;
  /** The customer of the reported number, if the place depends on it. */
  readonly record?: Customer | undefined;
}

/**
 * Reads the facts in parallel.
 * @param isFirst false after a lost race: then the time that the call's hold still has is looked at, too
 */
export async function readHoldFacts(
  asked: HoldRequest,
  call: CallKey,
  isFirst: boolean,
  deps: BookingDependencies,
  deadline: Deadline,
): Promise<HoldFacts> {
  const { account, service, caller } = asked;
  const { accountId } = account;
  const { requests, holds } = deps;
  const bookingId = callBookingId(asked, service.id) ?? '';
  const holdId = holdIdFor(call, caller);
  const isPlaceNeeded = isRecordNeeded(account, service.id, asked.zip);
  const [current, occupancy, booked, inCall, known, ofNumber, record] = await Promise.all([
    deps.storedAccounts.current(account, deadline),
    readDay(asked, deps.schedule, deadline),
    requests.get(bookingId, deadline),
    requests.madeInCall(accountId, call.integration, call.callId, deadline),
    isFirst ? holds.get(accountId, holdId, deadline) : readStanding(accountId, holdId, deps, deadline),
    holds.ofNumber(accountId, numberIdOf(accountId, caller), deadline),
    caller === undefined || !isPlaceNeeded ? undefined : deps.customers.get(accountId, caller, deadline),
  ]);
  const own = latestOf(booked === undefined ? inCall : [...inCall, booked])
    .filter((request) => isMadeInCall(request, asked))
    .filter(hasActiveAppointment)
    .filter(({ serviceTypeId }) => serviceTypeId === service.id);
  const ownIds = [...new Set([bookingId, ...own.map(({ dispatchRequestId }) => dispatchRequestId)])];
  return { account: current, occupancy, own, ownIds, known, ofNumber, record };
}
