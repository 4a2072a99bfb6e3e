import { type ReminderDependencies, remindOfDue } from '../../lib/dispatch/due/reminder.ts';

export interface DueDependencies extends ReminderDependencies {
  /** Writes a log line. */
  readonly log: (line: object) => void;
}

/** Time limit of a run in milliseconds; a Lambda has ten seconds, cold start included. */
const RUN_MS = 8_000;

/** Reminds of calls back that are overdue, every minute. What fails is done in the next run. */
export const createHandler =
  ({ log, ...deps }: DueDependencies) =>
  async (): Promise<void> => {
    const reminded = await remindOfDue(deps, deps.now() + RUN_MS);
    if (reminded > 0) log({ outcome: 'reminded', requests: reminded });
  };
