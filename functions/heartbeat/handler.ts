import { heartbeatLine } from '../../lib/http/metrics.ts';

export interface HeartbeatDependencies {
  /** Where each route's webhooks go. */
  readonly urls: readonly string[];
  readonly fetch: (
    url: string,
    init: { readonly method: 'POST'; readonly body: string; readonly signal: AbortSignal },
  ) => Promise<{ readonly status: number; json(): Promise<unknown> }>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Takes a line of the log that CloudWatch reads metrics from. */
  readonly log: (line: object) => void;
}

/** Milliseconds for a route to answer, the start of a container included. */
const PATIENCE_MS = 8_000;
/** What an unsigned request is answered: by the function itself, and only after it has its secret. */
const REFUSAL = { status: 401, code: 'signature_missing' } as const;

/**
 * Sends each route an unsigned request by the way that platforms come, and counts those that refuse it as they should:
 * that takes the name, the certificate, the front door, the API, the function and its secret, and no key.
 */
export const createHandler =
  ({ urls, fetch, now, log }: HeartbeatDependencies) =>
  async (_: unknown, { functionName }: { readonly functionName: string }): Promise<void> => {
    const refuses = async (url: string): Promise<boolean> => {
      try {
        const signal = AbortSignal.timeout(PATIENCE_MS);
        const answer = await fetch(url, { method: 'POST', body: '{}', signal });
        const body = await answer.json();
        return (
          answer.status === REFUSAL.status &&
          typeof body === 'object' &&
          body !== null &&
          'code' in body &&
          body.code === REFUSAL.code
        );
      } catch {
        return false;
      }
    };
    const answered = await Promise.all(urls.map(refuses));
    const silent = urls.filter((_, index) => answered[index] === false);
    log(heartbeatLine({ functionName, at: now(), silent }));
  };
