import { type ReminderDependencies, sendDueReminders } from '../../lib/dispatch/reminders/reminder.ts';

export interface ReminderHandlerDependencies extends ReminderDependencies {
  /** Writes a log line. */
  readonly log: (line: object) => void;
}

/** Time limit of a run in milliseconds; a Lambda has ten seconds, cold start included. */
const RUN_MS = 8_000;

/** Reports overdue callbacks and unacknowledged emergencies, every minute. The next run retries what failed. */
export const createHandler =
  ({ log, ...deps }: ReminderHandlerDependencies) =>
  async (): Promise<void> => {
    const reminded = await sendDueReminders(deps, deps.now() + RUN_MS);
    if (reminded > 0) log({ outcome: 'reminded', requests: reminded });
  };
