import { functionLine, SILENT_ROUTES, UNCONFIRMED_TOPICS } from '../../lib/http/metrics.ts';

export interface HeartbeatDependencies {
  /** The URL of each route. */
  readonly urls: readonly string[];
  /** The ARNs of the topics to which an address is subscribed. */
  readonly topics: readonly string[];
  /** Resolves to true if anybody has confirmed the topic. */
  readonly isConfirmed: (topicArn: string) => Promise<boolean>;
  readonly fetch: (
    url: string,
    init: { readonly method: 'POST'; readonly body: string; readonly signal: AbortSignal },
  ) => Promise<{ readonly status: number; json(): Promise<unknown> }>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Writes a log line with metrics. */
  readonly log: (line: object) => void;
}

/** Time limit for a route in milliseconds, cold start included. */
const PATIENCE_MS = 8_000;
/** The answer to an unsigned request. The function sends it only after it has loaded its secret. */
const REFUSAL = { status: 401, code: 'signature_missing' } as const;

/**
 * Sends each route an unsigned request, like a platform, and counts correct refusals. This checks DNS, certificate,
 * CloudFront, API, function and secret, and needs no key. Also counts the topics that nobody has confirmed.
 */
export const createHandler =
  ({ urls, topics, isConfirmed, fetch, now, log }: HeartbeatDependencies) =>
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
    const [answered, confirmed] = await Promise.all([
      Promise.all(urls.map(refuses)),
      Promise.all(topics.map((topic) => isConfirmed(topic).catch(() => false))),
    ]);
    const silent = urls.filter((_, index) => answered[index] === false);
    const unconfirmed = topics.filter((_, index) => confirmed[index] === false);
    const counts = { [SILENT_ROUTES]: silent.length, [UNCONFIRMED_TOPICS]: unconfirmed.length };
    log(functionLine(functionName, now(), counts, { silent, unconfirmed }));
  };
