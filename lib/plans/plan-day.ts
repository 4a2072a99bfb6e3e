import type { Account } from '../accounts/account.ts';
import { type AdjustRefusal, adjust, MOST_ADJUSTED } from '../booking/dispatchers/adjust.ts';
import type { ProposedChange } from '../planning/explain.ts';
import { type Proposal, proposePlan } from '../planning/propose.ts';
import type { SearchOptions } from '../planning/search.ts';
import type { ChangeRefusal, DayPlan, PlanChange, PlanStore, StoredPlan } from '../record/day-plan.ts';
import type { Deadline } from '../record/ports.ts';
import type { ChangedBy } from '../record/request.ts';
import { type ChangeDependencies, retry } from '../record/retry.ts';
import type { LocalDate } from '../scheduling/calendar.ts';
import { isoMinute, momentOf } from '../scheduling/time.ts';
import { type PlanningDependencies, readPlannedDay } from './read-day.ts';

export interface PlanDependencies extends ChangeDependencies, PlanningDependencies {
  readonly plans: PlanStore;
}

/**
 * `no_travel`: the account doesn't say how long drives take; `past`: a plan is for a later date than today; `no_plan`: none
 * was made; `no_such_change`; `under_way`: a visit of an accepted change has left `scheduled`.
 */
export type PlanRefusal = {
  readonly reason: 'no_travel' | 'past' | 'no_plan' | 'no_such_change' | 'under_way';
};

export type PlanResult = { readonly plan: StoredPlan } | PlanRefusal;

interface PlanOfDay {
  readonly account: Account;
  readonly date: LocalDate;
  readonly who: ChangedBy;
}

/** The same day always gets the same plan. */
export const SEARCH: SearchOptions = { seed: 1, iterations: 30_000 };

/** Makes a plan of a date after today and stores it in place of the one before. Nothing moves. */
export async function makePlan(
  { account, date, who }: PlanOfDay,
  deps: PlanDependencies,
  deadline: Deadline,
): Promise<PlanResult> {
  const { travel, accountId } = account;
  if (travel === undefined) return { reason: 'no_travel' };
  if (date <= momentOf(account, who.now).today) return { reason: 'past' };
  const day = await readPlannedDay(account, travel, date, deps, who.now, deadline);
  const made = planOf({ account, date, now: who.now }, proposePlan(day, SEARCH));
  return await retry<PlanResult, PlanDependencies>(
    async () => {
      const stored = await deps.plans.get(accountId, date, deadline);
      const plan = { ...made, version: (stored?.version ?? 0) + 1 };
      return (await deps.plans.put(plan, deadline)) ? { plan } : undefined;
    },
    deps,
    deadline,
  );
}

/** Returns what is proposed as a plan of a date, made at an instant (epoch ms). */
export const planOf = (
  { account, date, now }: Pick<PlanOfDay, 'account' | 'date'> & { readonly now: number },
  { before, after, short, outside, changes }: Proposal,
): DayPlan => ({
  ...{ accountId: account.accountId, date, madeAt: new Date(now).toISOString() },
  before: { driveMinutes: before },
  after: { driveMinutes: after },
  savedMinutes: before - after,
  short: short.map(({ minutes, ...stops }) => ({ ...stops, minutes: Math.ceil(minutes) })),
  outside,
  changes: changes.map(proposed),
});

const proposed = ({ number, visit, to, needs, reason, savedMinutes }: ProposedChange): PlanChange => ({
  ...{ number, dispatchRequestId: visit.dispatchRequestId, version: visit.version },
  ...{ state: 'proposed', needs },
  from: { technicianId: visit.technicianId, startsAt: isoMinute(visit.start) },
  to: { technicianId: to.technicianId, startsAt: isoMinute(to.start) },
  ...{ reason, savedMinutes },
});

/** Which changes of a plan, by number. */
export type Chosen = readonly number[] | 'all';

/**
 * Makes changes of a plan. Those that need each other are written together; one that isn't possible any more is refused
 * alone, and with it those that need it. What is accepted already stays so.
 */
export const acceptPlan = (
  of: PlanOfDay,
  chosen: Chosen,
  deps: PlanDependencies,
  deadline: Deadline,
): Promise<PlanResult> =>
  decide(of, deps, deadline, async (plan) => {
    const numbers = numbersIn(plan, chosen);
    if (numbers === undefined) return { reason: 'no_such_change' };
    const isOpen = ({ state, number }: PlanChange) =>
      state !== 'accepted' && (chosen === 'all' ? state === 'proposed' : numbers.has(number));
    let changes = plan.changes;
    for (const group of groupsOf(changes.filter(isOpen))) {
      const accepted = new Set(
        [...changes.filter(({ state }) => state === 'accepted'), ...group].map(({ number }) => number),
      );
      const lacks = ({ needs }: PlanChange) => needs.some((number) => !accepted.has(number));
      const outcome = group.some(lacks) ? 'needs' : await made(of, group, 'to', deps, deadline);
      changes = changes.map((one) => (group.includes(one) ? { ...one, ...stateAfter(one, outcome) } : one));
    }
    return changes;
  });

/** Says of changes that nobody wants them. What is accepted stays so. */
export const dismissPlan = (
  of: PlanOfDay,
  chosen: Chosen,
  deps: PlanDependencies,
  deadline: Deadline,
): Promise<PlanResult> =>
  decide(of, deps, deadline, async (plan) => {
    const numbers = numbersIn(plan, chosen);
    if (numbers === undefined) return { reason: 'no_such_change' };
    return plan.changes.map((one) =>
      numbers.has(one.number) && one.state !== 'accepted'
        ? { ...one, state: 'dismissed', refusal: undefined }
        : one,
    );
  });

/** Puts back the accepted changes whose visits nobody has changed since. */
export const undoPlan = (of: PlanOfDay, deps: PlanDependencies, deadline: Deadline): Promise<PlanResult> =>
  decide(of, deps, deadline, async (plan) => {
    const accepted = plan.changes.filter(({ state }) => state === 'accepted');
    const requests = await Promise.all(
      accepted.map(({ dispatchRequestId }) => deps.requests.get(dispatchRequestId, deadline)),
    );
    const isUnderWay = requests.some(
      (request) => request !== undefined && request.status !== 'scheduled' && request.status !== 'canceled',
    );
    if (isUnderWay) return { reason: 'under_way' };
    let changes = plan.changes;
    for (const group of groupsOf(accepted)) {
      const outcome = await made(of, group, 'from', deps, deadline);
      if (typeof outcome === 'string') continue;
      changes = changes.map((one) => (group.includes(one) ? { ...one, state: 'undone' } : one));
    }
    return changes;
  });

/** Decides on the stored plan and stores the result, again after somebody else has changed the plan. */
function decide(
  { account, date }: PlanOfDay,
  deps: PlanDependencies,
  deadline: Deadline,
  changed: (plan: StoredPlan) => Promise<readonly PlanChange[] | PlanRefusal>,
): Promise<PlanResult> {
  return retry<PlanResult, PlanDependencies>(
    async () => {
      const plan = await deps.plans.get(account.accountId, date, deadline);
      if (plan === undefined) return { reason: 'no_plan' };
      const changes = await changed(plan);
      if ('reason' in changes) return changes;
      if (JSON.stringify(changes) === JSON.stringify(plan.changes)) return { plan };
      const next = { ...plan, version: plan.version + 1, changes };
      return (await deps.plans.put(next, deadline)) ? { plan: next } : undefined;
    },
    deps,
    deadline,
  );
}

function numbersIn({ changes }: DayPlan, chosen: Chosen): ReadonlySet<number> | undefined {
  const known = changes.map(({ number }) => number);
  if (chosen === 'all') return new Set(known);
  return chosen.every((number) => known.includes(number)) ? new Set(chosen) : undefined;
}

/** Returns changes in groups that are made together: those that need each other. Whatever a group needs comes before it. */
function groupsOf(changes: readonly PlanChange[]): readonly (readonly PlanChange[])[] {
  const byNumber = new Map(changes.map((one) => [one.number, one]));
  const reached = new Map(changes.map((one) => [one, neededIn(byNumber, one)]));
  const groups: PlanChange[][] = [];
  for (const one of changes) {
    const isMutual = ([other]: readonly PlanChange[]) =>
      other !== undefined && reached.get(one)?.has(other) && reached.get(other)?.has(one);
    const group = groups.find(isMutual);
    if (group === undefined) groups.push([one]);
    else group.push(one);
  }
  const sizeOf = ([one]: readonly PlanChange[]) => (one && reached.get(one)?.size) ?? 0;
  return groups.toSorted((a, b) => sizeOf(a) - sizeOf(b));
}

/** Returns a change with all that it needs, and what that needs. */
function neededIn(byNumber: ReadonlyMap<number, PlanChange>, one: PlanChange): ReadonlySet<PlanChange> {
  const found = new Set([one]);
  // A set that grows is walked to its new end.
  for (const { needs } of found)
    for (const other of needs.flatMap((number) => byNumber.get(number) ?? [])) found.add(other);
  return found;
}

type Outcome = ReadonlyMap<string, number> | ChangeRefusal;

/** Moves the visits of a group to where a plan wants them, or back. */
async function made(
  { account, date, who }: PlanOfDay,
  group: readonly PlanChange[],
  side: 'from' | 'to',
  deps: PlanDependencies,
  deadline: Deadline,
): Promise<Outcome> {
  if (group.length > MOST_ADJUSTED) return 'not_free';
  const adjustments = group.map(({ dispatchRequestId, version, madeVersion = version, ...slots }) => ({
    ...{ dispatchRequestId, to: slots[side] },
    version: side === 'to' ? version : madeVersion,
  }));
  const result = await adjust({ account, date, adjustments, who }, deps, deadline);
  return isRefusal(result) ? result.reason : result;
}

const isRefusal = (result: ReadonlyMap<string, number> | AdjustRefusal): result is AdjustRefusal =>
  'reason' in result;

const stateAfter = (
  { dispatchRequestId }: PlanChange,
  outcome: Outcome,
): Pick<PlanChange, 'state' | 'refusal' | 'madeVersion'> =>
  typeof outcome === 'string'
    ? { state: 'refused', refusal: outcome }
    : { state: 'accepted', refusal: undefined, madeVersion: outcome.get(dispatchRequestId) };
