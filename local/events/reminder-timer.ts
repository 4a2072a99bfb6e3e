import { setTimeout as wait } from 'node:timers/promises';
import { documentClientOf } from '../../lib/aws/client.ts';
import { realDependencies, reminderStores } from '../../lib/aws/composition.ts';
import { type ReminderDependencies, sendDueReminders } from '../../lib/dispatch/reminders/reminder.ts';
import { databaseClient } from '../database/database-access.ts';

interface TableReminderOptions {
  readonly endpoint: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly tableName: string;
}

const RUN_MS = 5_000;

/** Sends the due reminders of a table. */
export function startTableReminders({ endpoint, environment, tableName }: TableReminderOptions): {
  stop(): Promise<void>;
} {
  const document = documentClientOf(databaseClient(endpoint, environment));
  const timer = startReminderTimer(reminderStores(realDependencies({ document, tableName })));
  return { stop: () => timer.stop().finally(() => document.destroy()) };
}

/**
 * Sends due reminders while the server runs, like the scheduled function in AWS. The first run after a start finds
 * reminders that became due while it was stopped.
 * @param every milliseconds
 */
export function startReminderTimer(deps: ReminderDependencies, every = 5_000): { stop(): Promise<void> } {
  const abort = new AbortController();
  const { signal } = abort;

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
    },
  };
}
