import { ANSWER_MS, type HandoverResult, shortReason } from './provider.ts';

/** Longer answers are not read: what is needed of one is a word. */
const MOST_BYTES = 64 * 1024;

export type Exchange =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly retryAfter: string | null;
      /** As JSON; undefined if it is none. */
      readonly body: unknown;
    }
  /** No connection was made, so nothing was sent. */
  | { readonly kind: 'unsent' }
  /** The connection broke, or no answer came in time. */
  | { readonly kind: 'silent'; readonly reason: 'no_answer' | 'connection_lost' };

interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Posts once, without following redirects. */
export async function exchange(url: string, { headers, body }: Post): Promise<Exchange> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    const { status } = response;
    return {
      kind: 'answered',
      status,
      retryAfter: response.headers.get('retry-after'),
      body: await jsonOf(response),
    };
  } catch (error) {
    if (isUnsent(error)) return { kind: 'unsent' };
    return { kind: 'silent', reason: signal.aborted ? 'no_answer' : 'connection_lost' };
  }
}

/** The status alone says what became of a message, so a broken body doesn't matter. */
async function jsonOf(response: Response): Promise<unknown> {
  try {
    if (Number(response.headers.get('content-length') ?? 0) > MOST_BYTES) {
      await response.body?.cancel();
      return undefined;
    }
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) return undefined;
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}

const unsent: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
]);

/** Looks at the error's causes, of which some are of another realm than this code. */
function isUnsent(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('code' in error && unsent.has(String(error.code))) return true;
  // Each address of a host is tried.
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0)
    return error.errors.every(isUnsent);
  return 'cause' in error && isUnsent(error.cause);
}

/** Returns what became of a message that was not accepted. */
export function afterRefusal(answer: Exchange, now: number): HandoverResult {
  switch (answer.kind) {
    case 'unsent':
      return { kind: 'later' };
    case 'silent':
      return { kind: 'unknown', reason: answer.reason };
    case 'answered': {
      const { status, retryAfter, body } = answer;
      if (status === 429 || status === 503) return { kind: 'later', afterMs: retryMs(retryAfter, now) };
      if (status < 400 || status >= 500) return { kind: 'unknown', reason: `answered_${status}` };
      const reason = typeof body === 'object' && body !== null ? Reflect.get(body, 'reason') : undefined;
      const word = typeof reason === 'string' ? shortReason(reason) : 'failed';
      return { kind: 'failed', reason: word === 'failed' ? `refused_${status}` : word };
    }
  }
}

/** Reads a `Retry-After` in seconds or as a date; undefined for anything else. */
function retryMs(text: string | null, now: number): number | undefined {
  if (text === null) return undefined;
  if (/^\d{1,6}$/.test(text.trim())) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
