import type { EventEnvelope } from './envelope.ts';
import { repeat } from './repeat.ts';

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
  const type = event['detail-type'];
  let refusals = 0;
  await repeat(signal, async () => {
    const refusal = await post(url, body, signal);
    if (refusal === undefined) {
      if (refusals > 0) print(`DISPATCH_EVENTS_URL accepted ${type} at attempt ${refusals + 1}.`);
      return undefined;
    }
    if (refusals === 0 && !signal.aborted)
      print(`DISPATCH_EVENTS_URL ${refusal}: ${type} is sent again until it is accepted.`);
    return Math.min(firstPause * 2 ** refusals++, LONGEST_PAUSE);
  });
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
