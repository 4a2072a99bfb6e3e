import type { Account } from '../accounts/account.ts';
import { escalationAt } from '../record/attention.ts';
import { eventTypesOf } from '../record/events.ts';
import { isStorageFault } from '../record/faults.ts';
import type { AccountReader, Deadline, Due, RequestStore } from '../record/ports.ts';
import type { DispatchRequest } from '../record/request.ts';
import { changeLatest, isStored } from '../record/retry.ts';
import type { Alerted } from './emergencies/alerts.ts';
import { lookedAt } from './emergencies/emergencies.ts';
import { isDueAt, type ReminderDependencies, reminded, reminderKinds } from './reminder.ts';

/** This many requests are changed at once. */
const PARALLEL = 32;
/** One request may take this many milliseconds, so that one that others keep changing doesn't use up a run. */
const REQUEST_MS = 2_000;
/** Escalations may use this share of a run, so that every run reports callbacks, too. */
const ESCALATIONS_SHARE = 0.75;

export interface Run {
  readonly reminded: number;
  /** These due requests could not be changed; the next run tries them again. */
  readonly skipped: readonly { readonly dispatchRequestId: string; readonly fault: unknown }[];
  /** The fault, if the database could not be used. */
  readonly unavailable: unknown;
  /** The deadline came before all was worked off; the next run goes on. */
  readonly isUnfinished: boolean;
}

/**
 * Sends one reminder for every request that is due, escalations first. Takes the accounts in turn, so that many due
 * requests of one account don't delay another's. The reminder is a change of the request under its version, whose event
 * the table's stream carries. Skips what this release can't read or change, and leaves the rest to the next run at the
 * deadline.
 */
export async function sendDueReminders(deps: ReminderDependencies, deadline: Deadline): Promise<Run> {
  const now = deps.now();
  const at = new Date(now).toISOString();
  const known = { ...deps, accounts: onceEach(deps.accounts) };
  const skipped: { dispatchRequestId: string; fault: unknown }[] = [];
  let count = 0;
  let unavailable: unknown;
  let isUnfinished = false;
  /** True for what the deadline has ended, which is not at fault. */
  const isCutShort = (fault: unknown) => {
    const isCut = isStorageFault(fault) && deps.now() >= deadline;
    isUnfinished ||= isCut;
    return isCut;
  };
  const noteUnavailable = (fault: unknown) => {
    if (!isStorageFault(fault)) throw fault;
    if (!isCutShort(fault)) unavailable ??= fault;
  };
  const remind = async (due: Due) => {
    try {
      if (await remindOf(due, now, known, Math.min(deadline, deps.now() + REQUEST_MS))) count += 1;
    } catch (fault) {
      if (isCutShort(fault)) return;
      skipped.push({ dispatchRequestId: due.dispatchRequestId, fault });
      if (isStorageFault(fault)) noteUnavailable(fault);
    }
  };
  for (const kind of reminderKinds) {
    const share = kind === 'escalation' ? ESCALATIONS_SHARE : 1;
    const until = now + (deadline - now) * share;
    const accounts = await deps.reminders.accounts(kind, at, until).catch((fault: unknown) => {
      noteUnavailable(fault);
      return [];
    });
    const lists = accounts.map((account) => deps.reminders.due(kind, account, at, until));
    const isOver = () => deps.now() >= until;
    const isWhole = await inTurns(
      lists.map((list) => endingWith(list, noteUnavailable)),
      { most: PARALLEL, isOver },
      remind,
    );
    isUnfinished ||= !isWhole;
  }
  return { reminded: count, skipped, unavailable, isUnfinished };
}

/** Ends a list at its first fault. */
const endingWith = (list: AsyncIterator<Due>, note: (fault: unknown) => void): AsyncIterator<Due> => ({
  async next() {
    try {
      return await list.next();
    } catch (fault) {
      note(fault);
      return { done: true, value: undefined };
    }
  },
});

function onceEach(accounts: Pick<AccountReader, 'byId'>): Pick<AccountReader, 'byId'> {
  const read = new Map<string, ReturnType<AccountReader['byId']>>();
  return {
    byId(accountId) {
      const reading = read.get(accountId) ?? accounts.byId(accountId);
      read.set(accountId, reading);
      return reading;
    },
  };
}

/** Starts from the request as the index has it, because the write is conditional on the version. */
async function remindOf(
  due: Due,
  now: number,
  deps: ReminderDependencies,
  deadline: Deadline,
): Promise<boolean> {
  const found = due.read();
  // Only an escalation depends on the account.
  const account = escalationAt(found) === undefined ? undefined : await deps.accounts.byId(found.accountId);
  return await changeLatest<boolean>(
    found,
    async (request, { requests }) => {
      const next = request && (await nextOf(request, account, now, requests, deadline));
      if (request === undefined || next === undefined) return false;
      const change = { next: next.request, previous: request, alert: next.atNumber };
      return (await isStored(change, requests, deadline)) ? isTold(next.request, request) : undefined;
    },
    deps,
    deadline,
  );
}

/** Returns the next state of a due request; undefined if it is no longer due. */
async function nextOf(
  request: DispatchRequest,
  account: Account | undefined,
  now: number,
  requests: RequestStore,
  deadline: Deadline,
): Promise<Alerted | undefined> {
  const { alertedWith } = request;
  if (alertedWith !== undefined && account !== undefined && isDueAt(escalationAt(request), now))
    return await lookedAt(request, alertedWith, { account, now }, requests, deadline);
  const next = reminded(request, account, now);
  return next && { request: next };
}

/** False if the run only looked at the alert that stands for an emergency. */
const isTold = (next: DispatchRequest, previous: DispatchRequest): boolean =>
  eventTypesOf(next, previous).length > 0;

/**
 * Works on the items of several lists, at most `most` at once, taking one of each list in turn: an item waits for one
 * item of every other list, however long those are. Stops taking items when `isOver` says so, and finishes what has
 * begun. Returns whether all lists came to their end.
 * @param work handles its own errors, as the lists do
 */
export async function inTurns<Item>(
  lists: readonly AsyncIterator<Item>[],
  { most, isOver }: { readonly most: number; readonly isOver: () => boolean },
  work: (item: Item) => Promise<void>,
): Promise<boolean> {
  const waiting = [...lists];
  const running = new Set<Promise<void>>();
  const start = (task: Promise<void>) => {
    const own = task.finally(() => running.delete(own));
    running.add(own);
  };
  // A list waits for its turn again as soon as its item is known, so that its next ones are worked on in parallel.
  const take = async (list: AsyncIterator<Item>) => {
    const { done, value } = await list.next();
    if (done) return;
    waiting.push(list);
    start(work(value));
  };
  for (;;) {
    const next = isOver() || running.size >= most ? undefined : waiting.shift();
    if (next !== undefined) start(take(next));
    else if (running.size === 0) return waiting.length === 0;
    else await Promise.race(running);
  }
}
