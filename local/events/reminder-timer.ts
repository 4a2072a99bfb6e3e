import { setTimeout as wait } from 'node:timers/promises';
import { REMIND_EVERY_MINUTES } from '../../lib/intake/reminder.ts';

/**
 * Runs the reminders function while the server runs, as the schedule does in AWS. The first run after a start finds
 * reminders that became due while it was stopped.
 */
export function startReminderTimer(remind: () => Promise<unknown>): { stop(): Promise<void> } {
  const abort = new AbortController();
  const { signal } = abort;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await remind().catch(() => undefined);
      await wait(REMIND_EVERY_MINUTES * 60_000, undefined, { signal }).catch(() => undefined);
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
