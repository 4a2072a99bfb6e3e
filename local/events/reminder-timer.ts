import { setTimeout as wait } from 'node:timers/promises';
import { documentClientOf } from '../../lib/aws/client.ts';
import { realDependencies, reminderStores } from '../../lib/aws/composition.ts';
import { sendDueReminders } from '../../lib/dispatch/reminders/reminder.ts';
import { databaseClient } from '../database/database-access.ts';

interface ReminderTimerOptions {
  readonly endpoint: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly tableName: string;
  /** Milliseconds. */
  readonly every?: number;
}

const RUN_MS = 5_000;

/**
 * Sends due reminders while the server runs, like the scheduled function in AWS. The first run after a start finds
 * reminders that became due while it was stopped.
 */
export function startReminderTimer({
  endpoint,
  environment,
  tableName,
  every = 5_000,
}: ReminderTimerOptions): {
  stop(): Promise<void>;
} {
  const abort = new AbortController();
  const { signal } = abort;
  const document = documentClientOf(databaseClient(endpoint, environment));
  const deps = reminderStores(realDependencies({ document, tableName }));

  async function run(): Promise<void> {
    while (!signal.aborted) {
      // If the database ends, the server ends too and reports it.
      await sendDueReminders(deps, deps.now() + RUN_MS).catch(() => undefined);
      await wait(every, undefined, { signal }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    async stop() {
      abort.abort();
      await running;
      document.destroy();
    },
  };
}
