import { COULD_NOT_FLAG } from './attention.ts';
import type { HistoryFacts, JobProblem } from './history.ts';
import { changeAsDecided, decideTransition, type StatusResult, type Transition } from './lifecycle.ts';
import type { Deadline } from './ports.ts';
import {
  activeAppointment,
  activeStatuses,
  arrivesBy,
  type ChangedBy,
  type DispatchRequest,
  type KnownStatus,
  type StatusChange,
} from './request.ts';
import type { ChangeDependencies } from './retry.ts';

/** A job goes through these states in order. */
const steps: readonly KnownStatus[] = [...activeStatuses, 'completed'];

type Step = 'en_route' | 'in_progress' | 'completed';
type Outcome = Step | 'on_hold' | 'no_show';

export interface Progress {
  readonly to: Step;
  /** On the way, the technician expects to arrive in this many minutes. */
  readonly minutes?: number | undefined;
}

export interface Problem {
  readonly problem: JobProblem;
  /** In the technician's words. */
  readonly words?: string | undefined;
}

type By = readonly [who: ChangedBy, deps: ChangeDependencies, deadline: Deadline];

/** Records how far a technician is with a job, with the steps that were skipped. Fails as `changeStatus` does. */
export const recordProgress = (
  request: DispatchRequest,
  { to, minutes }: Progress,
  ...[who, deps, deadline]: By
): Promise<StatusResult> => {
  const facts = to === 'en_route' ? ({ kind: 'on_my_way', minutes } as const) : undefined;
  const decide = (latest: DispatchRequest) => decideSteps(latest, to, facts, who);
  return changeAsDecided({ request, decide, who }, deps, deadline);
};

/**
 * Records that a technician could not do a job: a no-show if nobody is home by the time that the customer was told,
 * otherwise the job is on hold, and the office decides. Fails as `changeStatus` does.
 */
export const recordProblem = (
  request: DispatchRequest,
  { problem, words }: Problem,
  ...[who, deps, deadline]: By
): Promise<StatusResult> => {
  const facts = { kind: 'could_not', problem, words } as const;
  const decide = (latest: DispatchRequest): Transition => {
    const appointment = activeAppointment(latest);
    const isDue = appointment !== undefined && Date.parse(arrivesBy(appointment)) <= who.now;
    const to = problem === 'nobody_home' && isDue ? 'no_show' : 'on_hold';
    const transition = decideSteps(latest, to, facts, who);
    if (transition.kind !== 'change' || to === 'no_show') return transition;
    const needsReview = [...new Set([...latest.needsReview, COULD_NOT_FLAG])];
    return { kind: 'change', next: { ...transition.next, needsReview } };
  };
  return changeAsDecided({ request, decide, who }, deps, deadline);
};

/** Decides a change of status as one change with a line of history for each step before it. */
function decideSteps(
  request: DispatchRequest,
  to: Outcome,
  facts: HistoryFacts | undefined,
  who: ChangedBy,
): Transition {
  let next = request;
  for (const step of [...stepsBefore(request, to), to]) {
    const command = step === 'on_hold' ? ({ to: step, why: undefined } as const) : { to: step };
    const transition = decideTransition(next, command, who);
    if (transition.kind !== 'change') return transition;
    next = transition.next;
  }
  const history = facts === undefined ? next.history : withFacts(next.history, facts);
  return { kind: 'change', next: { ...next, history, version: request.version + 1 } };
}

/** Returns the steps between the state of a request and another one. */
function stepsBefore({ status }: DispatchRequest, to: Outcome) {
  const skipped = ['dispatched', 'en_route', 'in_progress'] as const;
  const from = steps.indexOf(steps.find((step) => step === status) ?? 'completed');
  // Only somebody who was sent out can find nobody home, and any job may be put on hold.
  const until = to === 'no_show' ? steps.indexOf('en_route') : to === 'on_hold' ? 0 : steps.indexOf(to);
  return skipped.filter((step) => steps.indexOf(step) > from && steps.indexOf(step) < until);
}

/** Says of the last change what it was. */
function withFacts(history: readonly StatusChange[], facts: HistoryFacts): readonly StatusChange[] {
  const last = history.at(-1);
  if (last === undefined) return history;
  const { kind: _, words: __, ...line } = last;
  return [...history.slice(0, -1), { ...line, ...facts }];
}
