import { functionLine, MESSAGES_BEHIND, REMINDERS_SKIPPED } from '../../lib/http/metrics.ts';
import { faultName } from '../../lib/record/faults.ts';
import { type OutboxDependencies, runOutbox } from '../../lib/touch/run-outbox.ts';

export interface ReminderHandlerDependencies extends OutboxDependencies {
  /** Writes a log line. */
  readonly log: (line: object) => void;
}

/** Time limit of a run in milliseconds; a Lambda has a minute, cold start included. */
const RUN_MS = 45_000;

/**
 * Works off what is due, every minute: alerts of emergencies, overdue callbacks and unacknowledged emergencies, and all
 * other messages. The next run retries what was skipped, and goes on with what the deadline left. Fails only if the
 * database does.
 */
export const createHandler =
  ({ log, ...deps }: ReminderHandlerDependencies) =>
  async (_: unknown, { functionName }: { readonly functionName: string }): Promise<void> => {
    const run = await runOutbox(deps, deps.now() + RUN_MS);
    const { reminded, skipped, unavailable, messages, faults, isUnfinished } = run;
    if (reminded > 0) log({ outcome: 'reminded', requests: reminded });
    if (Object.keys(messages).length > 0) log({ outcome: 'messages', ...messages });
    const [first] = skipped;
    if (first !== undefined) {
      const { dispatchRequestId, fault } = first;
      const facts = { outcome: 'skipped', dispatchRequestId, error: faultName(fault) };
      log(functionLine(functionName, deps.now(), { [REMINDERS_SKIPPED]: skipped.length }, facts));
    } else if (faults.length > 0) {
      const facts = { outcome: 'skipped', error: faultName(faults[0]) };
      log(functionLine(functionName, deps.now(), { [REMINDERS_SKIPPED]: faults.length }, facts));
    }
    if (isUnfinished)
      log(functionLine(functionName, deps.now(), { [MESSAGES_BEHIND]: 1 }, { outcome: 'unfinished' }));
    if (unavailable !== undefined) throw unavailable;
  };
