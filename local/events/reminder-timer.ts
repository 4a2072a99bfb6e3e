import { REMIND_EVERY_MINUTES } from '../../lib/intake/reminder.ts';
import { MINUTE_MS } from '../../lib/scheduling/time.ts';
import { repeat } from './repeat.ts';

/**
 * Runs the reminders function while the server runs, as the schedule does in AWS. The first run after a start finds
 * reminders that became due while it was stopped.
 */
export function startReminderTimer(remind: () => Promise<unknown>): { stop(): Promise<void> } {
  const abort = new AbortController();
  const running = repeat(abort.signal, async () => {
    await remind().catch(() => undefined);
    return REMIND_EVERY_MINUTES * MINUTE_MS;
  });
  return {
    async stop() {
      abort.abort();
      await running;
    },
  };
}
