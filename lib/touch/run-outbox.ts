import type { ReminderDependencies } from '../intake/reminder.ts';
import { inTurns, type Run, sendDueReminders } from '../intake/send-due.ts';
import { isStorageFault } from '../record/faults.ts';
import type { DueItems, DueKind } from '../record/outbox/outbox.ts';
import type { Deadline } from '../record/ports.ts';
import { type DecisionDependencies, followDecision } from './follow-decision.ts';
import { abandon, type HandoverDependencies, handOver } from './hand-over.ts';
import { type OfferDependencies, offerFreed } from './offer-freed.ts';
import { type NoticeDependencies, processNotice } from './process-notice.ts';

export interface OutboxDependencies
  extends ReminderDependencies,
    NoticeDependencies,
    OfferDependencies,
    Pick<DecisionDependencies, 'decisions'>,
    Omit<HandoverDependencies, 'requests' | 'accounts' | 'consents'> {
  readonly consents: HandoverDependencies['consents'];
  readonly dueItems: DueItems;
}

/** This many messages are worked on at once, because each waits for its provider. */
const PARALLEL = 64;
/** One message may take this many milliseconds until it is handed over. */
const MESSAGE_MS = 4_000;
/** One emergency may lead to this many rounds of alerts in a run, one for each role and one for everybody. */
const MOST_ROUNDS = 5;
/** Emergencies and overdue callbacks may use this share of a run. */
const REMINDERS_SHARE = 0.5;

export interface OutboxRun extends Run {
  /** Counts messages by the status in which this run left them. */
  readonly messages: Readonly<Record<string, number>>;
  /** The faults of messages and notices that could not be worked on; the next run tries them again. */
  readonly faults: readonly unknown[];
}

/**
 * Works off what is due: messages in doubt and alerts of emergencies first, then reminders with the alerts that follow
 * from them, then changed visits, times that became free, and all other messages. Takes the accounts in turn.
 */
export async function runOutbox(deps: OutboxDependencies, deadline: Deadline): Promise<OutboxRun> {
  const counts = new Map<string, number>();
  const faults: unknown[] = [];
  let unavailable: unknown;
  let isUnfinished = false;
  const onFault = (fault: unknown) => {
    // What the deadline has ended is not at fault.
    if (deps.now() >= deadline && isStorageFault(fault)) {
      isUnfinished = true;
      return;
    }
    faults.push(fault);
    if (isStorageFault(fault)) unavailable ??= fault;
  };
  const work = async (
    kind: DueKind,
    step: (id: string, until: Deadline, accountId: string) => Promise<string | undefined>,
  ) => {
    const isWhole = await workOff(kind, deps, deadline, onFault, async (id, accountId) => {
      const status = await step(id, Math.min(deadline, deps.now() + MESSAGE_MS), accountId);
      if (status !== undefined) counts.set(status, (counts.get(status) ?? 0) + 1);
    });
    if (!isWhole) isUnfinished = true;
  };
  const send = async (id: string, until: Deadline) => (await handOver(id, deps, until))?.status;
  const plan = (kind: 'urgent' | 'visit') => async (id: string, until: Deadline) => {
    await processNotice(id, kind, deps, until);
    return undefined;
  };
  const urgent = async () => {
    await work('urgent', plan('urgent'));
    await work('alert', send);
    // An alert that failed asks for the next person.
    await work('urgent', plan('urgent'));
  };
  let reminders: Run = { reminded: 0, skipped: [], unavailable: undefined, isUnfinished: false };
  // An alert that reaches nobody, or that nobody acknowledged, leads to the next one.
  for (let round = 0; round < MOST_ROUNDS; round++) {
    await work('handover', async (id, until) => (await abandon(id, deps, until))?.status);
    await urgent();
    const started = deps.now();
    const run = await sendDueReminders(deps, started + (deadline - started) * REMINDERS_SHARE);
    reminders = { ...run, reminded: reminders.reminded + run.reminded };
    if (run.reminded === 0 || run.unavailable !== undefined) break;
  }
  await work('consent', async (phone, until, accountId) => {
    await followDecision(accountId, phone, deps, until);
    return undefined;
  });
  await work('visit', plan('visit'));
  await work('freed', async (name, until, accountId) => {
    await offerFreed(accountId, name, deps, until);
    return undefined;
  });
  await work('text', send);
  return {
    ...reminders,
    messages: Object.fromEntries(counts),
    faults,
    isUnfinished: isUnfinished || reminders.isUnfinished,
    unavailable: reminders.unavailable ?? unavailable,
  };
}

/** Works off what is due of a kind. False if the deadline came before the end. */
async function workOff(
  kind: DueKind,
  { dueItems, now }: Pick<OutboxDependencies, 'dueItems' | 'now'>,
  deadline: Deadline,
  onFault: (fault: unknown) => void,
  work: (id: string, accountId: string) => Promise<void>,
): Promise<boolean> {
  const isOver = () => now() >= deadline;
  if (isOver()) return false;
  const at = new Date(now()).toISOString();
  const accounts = await dueItems.accounts(kind, at, deadline).catch((fault: unknown) => {
    onFault(fault);
    return [];
  });
  const lists = accounts.map((accountId) =>
    endingAtFault(dueItems.due(kind, accountId, at, deadline), onFault, (id) => ({ id, accountId })),
  );
  return await inTurns(lists, { most: PARALLEL, isOver }, async ({ id, accountId }) => {
    await work(id, accountId).catch(onFault);
  });
}

/** Ends a list at its first fault. */
const endingAtFault = <Item>(
  list: AsyncIterator<string>,
  onFault: (fault: unknown) => void,
  itemOf: (id: string) => Item,
): AsyncIterator<Item> => ({
  async next() {
    try {
      const { done, value } = await list.next();
      return done ? { done, value } : { done: false, value: itemOf(value) };
    } catch (fault) {
      onFault(fault);
      return { done: true, value: undefined };
    }
  },
});
