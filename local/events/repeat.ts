import { setTimeout as wait } from 'node:timers/promises';

/**
 * Runs a step again and again until the signal is aborted, which also ends a pause.
 * @param step resolves to the milliseconds before the next run, or to undefined if there is none
 */
export async function repeat(signal: AbortSignal, step: () => Promise<number | undefined>): Promise<void> {
  while (!signal.aborted) {
    const pause = await step();
    if (pause === undefined) return;
    await wait(pause, undefined, { signal }).catch(() => undefined);
  }
}
