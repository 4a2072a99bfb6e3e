import { repeat } from './repeat.ts';

/** In AWS the schedule runs the function every minute. Here a person waits to see what it sends. */
const EVERY_MS = 1_000;
/** As in AWS, a run that waits for a provider doesn't delay the next ones, up to this many. */
const MOST_AT_ONCE = 8;

/**
 * Runs the reminders function while the server runs, as the schedule does in AWS. The first run after a start finds
 * what became due while it was stopped.
 */
export function startReminderTimer(remind: () => Promise<unknown>): { stop(): Promise<void> } {
  const abort = new AbortController();
  const runs = new Set<Promise<unknown>>();
  const start = () => {
    const run = remind()
      .catch(() => undefined)
      .finally(() => runs.delete(run));
    runs.add(run);
  };
  const running = repeat(abort.signal, async () => {
    if (runs.size < MOST_AT_ONCE) start();
    return EVERY_MS;
  });
  return {
    async stop() {
      abort.abort();
      await running;
      await Promise.all(runs);
    },
  };
}
