import type { Account } from '../accounts/account.ts';
import { type AdjustRefusal, adjust, MOST_ADJUSTED } from '../booking/dispatchers/adjust.ts';
import { type ProposedChange, worse } from '../planning/explain.ts';
import { judgeOf } from '../planning/judge.ts';
import { type Proposal, type ProposeOptions, proposePlan, slotsOf } from '../planning/propose.ts';
import type { ChangeRefusal, DayPlan, PlanChange, PlanStore, StoredPlan } from '../record/day-plan.ts';
import type { Deadline } from '../record/ports.ts';
import type { ChangedBy } from '../record/request.ts';
import { type ChangeDependencies, retry } from '../record/retry.ts';
import type { LocalDate } from '../scheduling/calendar.ts';
import { isoMinute, MINUTE_MS, momentOf } from '../scheduling/time.ts';
import { type PlanningDependencies, readPlannedDay } from './read-day.ts';

export interface PlanDependencies extends ChangeDependencies, PlanningDependencies {
  readonly plans: PlanStore;
}

/**
 * `no_travel`: the account doesn't say how long drives take; `past`: a plan is for a later date than today; `no_plan`: none
 * was made; `plan_changed`: another one was made meanwhile; `no_such_change`; `under_way`: a visit of an accepted change
 * has left `scheduled`.
 */
export type PlanRefusal = {
  readonly reason: 'no_travel' | 'past' | 'no_plan' | 'plan_changed' | 'no_such_change' | 'under_way';
};

export type PlanResult = { readonly plan: StoredPlan } | PlanRefusal;

interface PlanOfDay {
  readonly account: Account;
  readonly date: LocalDate;
  readonly who: ChangedBy;
}

/** The same day always gets the same plan. */
export const SEARCH: ProposeOptions = { seed: 1, iterations: 30_000, together: MOST_ADJUSTED };

/**
 * Makes a plan of a date after today and stores it in place of the one before. Nothing moves.
 * @param withinMs how long reading and storing may take, each
 */
export async function makePlan(
  { account, date, who }: PlanOfDay,
  deps: PlanDependencies,
  withinMs: number,
): Promise<PlanResult> {
  const { travel, accountId } = account;
  if (travel === undefined) return { reason: 'no_travel' };
  if (isOver({ account, date, who })) return { reason: 'past' };
  const day = await readPlannedDay(account, travel, date, deps, who.now, deps.now() + withinMs);
  const made = planOf({ account, date, now: who.now }, proposePlan(day, SEARCH));
  // The search has taken its time, which is no database's.
  const deadline = deps.now() + withinMs;
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

/** Which changes of a plan, by number; all means those that nobody has decided on, and those that lacked others. */
export type Chosen = readonly number[] | 'all';

/**
 * Makes changes of a plan. Those that need each other are written together; one that isn't possible any more is refused
 * alone, and with it those that need it. What is accepted already stays so.
 */
export async function acceptPlan(
  of: PlanOfDay,
  chosen: Chosen,
  deps: PlanDependencies,
  deadline: Deadline,
): Promise<PlanResult> {
  if (isOver(of)) return { reason: 'past' };
  const found = await readPlan(of, chosen, deps, deadline);
  if ('reason' in found) return found;
  const { numbers } = found;
  const isOpen = ({ number, state, refusal }: PlanChange) =>
    numbers.has(number) &&
    state !== 'accepted' &&
    (chosen !== 'all' || state === 'proposed' || refusal === 'needs');
  let plan = found.plan;
  // Each group is recorded as soon as it is written, so that nothing that was moved is forgotten.
  for (const group of groupsOf(plan.changes.filter(isOpen))) {
    const accepted = [...plan.changes.filter(({ state }) => state === 'accepted'), ...group];
    const known = new Set(accepted.map(({ number }) => number));
    const lacks = group.some(({ needs }) => needs.some((number) => !known.has(number)));
    const outcome = lacks ? 'needs' : await made(of, group, 'to', deps, deadline);
    const recorded = await record(plan, group, (one) => stateAfter(one, outcome), deps, deadline);
    if ('reason' in recorded) return recorded;
    plan = recorded.plan;
  }
  return { plan };
}

/** Dismisses changes. What is accepted stays so. */
export async function dismissPlan(
  of: PlanOfDay,
  chosen: Chosen,
  deps: PlanDependencies,
  deadline: Deadline,
): Promise<PlanResult> {
  const found = await readPlan(of, chosen, deps, deadline);
  if ('reason' in found) return found;
  const { plan, numbers } = found;
  const open = plan.changes.filter(({ number, state }) => numbers.has(number) && state !== 'accepted');
  const dismissed = (one: PlanChange) =>
    one.state === 'accepted' ? one : { state: 'dismissed' as const, refusal: undefined };
  return await record(plan, open, dismissed, deps, deadline);
}

/** Puts back the accepted changes whose visits nobody has changed since, and that no other one needs that stays. */
export async function undoPlan(
  of: PlanOfDay,
  deps: PlanDependencies,
  deadline: Deadline,
): Promise<PlanResult> {
  const found = await readPlan(of, 'all', deps, deadline);
  if ('reason' in found) return found;
  const accepted = found.plan.changes.filter(({ state }) => state === 'accepted');
  const requests = await Promise.all(
    accepted.map(({ dispatchRequestId }) => deps.requests.get(dispatchRequestId, deadline)),
  );
  const isUnderWay = requests.some(
    (request) => request !== undefined && request.status !== 'scheduled' && request.status !== 'canceled',
  );
  if (isUnderWay) return { reason: 'under_way' };
  let plan = found.plan;
  const staying = new Set<number>();
  for (const group of groupsOf(accepted).toReversed()) {
    const isNeeded = plan.changes.some(
      ({ number, needs }) => staying.has(number) && group.some((one) => needs.includes(one.number)),
    );
    const outcome = isNeeded ? 'needs' : await made(of, group, 'from', deps, deadline);
    if (typeof outcome === 'string') {
      for (const { number } of group) staying.add(number);
      continue;
    }
    const recorded = await record(plan, group, () => ({ state: 'undone' }), deps, deadline);
    if ('reason' in recorded) return recorded;
    plan = recorded.plan;
  }
  return { plan };
}

const isOver = ({ account, date, who }: PlanOfDay): boolean => date <= momentOf(account, who.now).today;

/** Reads the plan of a date, and the numbers of the changes that are meant. */
async function readPlan(
  { account, date }: PlanOfDay,
  chosen: Chosen,
  { plans }: PlanDependencies,
  deadline: Deadline,
): Promise<{ readonly plan: StoredPlan; readonly numbers: ReadonlySet<number> } | PlanRefusal> {
  const plan = await plans.get(account.accountId, date, deadline);
  if (plan === undefined) return { reason: 'no_plan' };
  const numbers = numbersIn(plan, chosen);
  return numbers === undefined ? { reason: 'no_such_change' } : { plan, numbers };
}

/** Records what became of changes, in the plan as it is stored by now, unless another one has taken its place. */
function record(
  { accountId, date, madeAt }: StoredPlan,
  group: readonly PlanChange[],
  stateOf: (one: PlanChange) => Partial<PlanChange>,
  deps: PlanDependencies,
  deadline: Deadline,
): Promise<PlanResult> {
  const numbers = new Set(group.map(({ number }) => number));
  return retry<PlanResult, PlanDependencies>(
    async () => {
      const plan = await deps.plans.get(accountId, date, deadline);
      if (plan?.madeAt !== madeAt) return { reason: 'plan_changed' };
      const changes = plan.changes.map((one) =>
        numbers.has(one.number) ? { ...one, ...stateOf(one) } : one,
      );
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

/** Moves the visits of a group to where a plan wants them, or back, if the day can be driven no worse then. */
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
  if (side === 'to' && account.travel !== undefined) {
    const day = await readPlannedDay(account, account.travel, date, deps, who.now, deadline);
    const judge = judgeOf(day);
    const current = slotsOf(day);
    const wanted = new Map(
      group.map(({ dispatchRequestId, to: { technicianId, startsAt } }) => [
        dispatchRequestId,
        { technicianId, start: Date.parse(startsAt) / MINUTE_MS },
      ]),
    );
    const next = new Map([...current].map(([id, slot]) => [id, wanted.get(id) ?? slot]));
    if (worse(judge.shortages(next), judge.shortages(current)).length > 0) return 'not_free';
  }
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
