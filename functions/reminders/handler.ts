import { functionLine, REMINDERS_SKIPPED } from '../../lib/http/metrics.ts';
import type { ReminderDependencies } from '../../lib/intake/reminder.ts';
import { sendDueReminders } from '../../lib/intake/send-due.ts';
import { faultName } from '../../lib/record/faults.ts';

export interface ReminderHandlerDependencies extends ReminderDependencies {
  /** Writes a log line. */
  readonly log: (line: object) => void;
}

/** Time limit of a run in milliseconds; a Lambda has ten seconds, cold start included. */
const RUN_MS = 8_000;

/**
 * Reports overdue callbacks and unacknowledged emergencies, every minute. The next run retries what was skipped. Fails only
 * if the database does.
 */
export const createHandler =
  ({ log, ...deps }: ReminderHandlerDependencies) =>
  async (_: unknown, { functionName }: { readonly functionName: string }): Promise<void> => {
    const { reminded, skipped, unavailable } = await sendDueReminders(deps, deps.now() + RUN_MS);
    if (reminded > 0) log({ outcome: 'reminded', requests: reminded });
    const [first] = skipped;
    if (first !== undefined) {
      const { dispatchRequestId, fault } = first;
      const facts = { outcome: 'skipped', dispatchRequestId, error: faultName(fault) };
      log(functionLine(functionName, deps.now(), { [REMINDERS_SKIPPED]: skipped.length }, facts));
    }
    if (unavailable !== undefined) throw unavailable;
  };
