import { setTimeout as wait } from 'node:timers/promises';
import type { EventEnvelope } from './envelope.ts';

/** Milliseconds. */
const ANSWER_WITHIN = 10_000;
const LONGEST_PAUSE = 5_000;

export interface DeliveryDependencies {
  readonly url: string;
  readonly signal: AbortSignal;
  /** Milliseconds before the second attempt; each further pause is twice as long, up to 5 seconds. */
  readonly firstPause: number;
  readonly print: (line: string) => void;
}

/** Posts an event until it is answered with 2xx, or until the signal is aborted. */
export async function deliver(event: EventEnvelope, deps: DeliveryDependencies): Promise<void> {
  const { url, signal, firstPause, print } = deps;
  const body = JSON.stringify(event);
  for (let attempt = 0; !signal.aborted; attempt++) {
    const refusal = await post(url, body, signal);
    if (refusal === undefined) {
      if (attempt > 0)
        print(`DISPATCH_EVENTS_URL accepted ${event['detail-type']} at attempt ${attempt + 1}.`);
      return;
    }
    if (signal.aborted) break;
    if (attempt === 0)
      print(`DISPATCH_EVENTS_URL ${refusal}: ${event['detail-type']} is sent again until it is accepted.`);
    const pause = Math.min(firstPause * 2 ** attempt, LONGEST_PAUSE);
    await wait(pause, undefined, { signal }).catch(() => undefined);
  }
}

/** Undefined if it was accepted, otherwise what happened. */
async function post(url: string, body: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      // Following the redirect would turn it into a GET.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN)]),
    });
    await response.body?.cancel();
    return response.ok ? undefined : `answered ${response.status} and not 2xx`;
  } catch {
    return 'does not answer';
  }
}
