import type { SecretDocument } from '../signatures/types.ts';
import { parseSecretDocument } from './secret-document.ts';

/** Thrown if no usable secret is available, so that no request can be verified. */
export class SecretsUnavailable extends Error {
  override readonly name = 'SecretsUnavailable';

  constructor(options?: { readonly cause: unknown }) {
    super('The secret could not be loaded.', options);
  }
}

export interface SecretCache {
  /**
   * Resolves to the document, at most 5 minutes old, or 30 if it cannot be reloaded. Rejects with `SecretsUnavailable` otherwise.
   */
  current(): Promise<SecretDocument>;
  /**
   * Reloads the document, for a key that the current one lacks. Resolves to undefined if it is too early to reload or
   * loading failed.
   */
  reload(): Promise<SecretDocument | undefined>;
}

export interface PreloadingSecretCache extends SecretCache {
  /** Loads the document ahead of the first request. A failure is ignored: the first request tries again. */
  preload(): Promise<void>;
}

export interface SecretCacheOptions {
  /** Resolves to the document's text. */
  readonly load: () => Promise<string>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const MAX_AGE_MS = 5 * 60_000;
/** While loading fails, the last good copy is used until this age, because a removed key must not work forever. */
const MAX_AGE_WHILE_FAILING_MS = 30 * 60_000;
const RELOAD_INTERVAL_MS = 30_000;
/** Without a copy the pause is short, because every request is refused meanwhile. */
const RETRY_WITH_COPY_MS = 30_000;
const RETRY_WITHOUT_COPY_MS = 1_000;
/** A load that takes longer is abandoned: the container was probably frozen meanwhile, so the connection is dead. */
const SHARED_FOR_MS = 3_000;

/**
 * Keeps one integration's secret for the life of a container. Concurrent callers share one load, and a document that
 * is malformed counts as a load that failed: the last good copy stays in use for up to 30 minutes after its load.
 */
export function createSecretCache({ load, now }: SecretCacheOptions): PreloadingSecretCache {
  let copy: { readonly document: SecretDocument; readonly loadedAt: number } | undefined;
  let failure: { readonly cause: unknown; readonly at: number } | undefined;
  let reloadedAt = Number.NEGATIVE_INFINITY;

  const loadOnce = async (): Promise<SecretDocument | undefined> => {
    const loadedAt = now();
    try {
      const document = parseSecretDocument(await load());
      copy = { document, loadedAt };
      failure = undefined;
      return document;
    } catch (cause) {
      failure = { cause, at: now() };
      return undefined;
    }
  };

  const loading = shareRuns(loadOnce, now);

  const copyYoungerThan = (ageMs: number) =>
    copy && now() - copy.loadedAt < ageMs ? copy.document : undefined;
  const usableCopy = () => copyYoungerThan(MAX_AGE_WHILE_FAILING_MS);

  const mayRetry = () => {
    const pause = usableCopy() ? RETRY_WITH_COPY_MS : RETRY_WITHOUT_COPY_MS;
    return failure === undefined || now() - failure.at >= pause;
  };

  return {
    async current() {
      const fresh = copyYoungerThan(MAX_AGE_MS);
      if (fresh) return fresh;
      if (loading.underWay() || mayRetry()) await loading.join();
      const usable = usableCopy();
      if (usable) return usable;
      throw new SecretsUnavailable({ cause: failure?.cause });
    },
    async reload() {
      const shared = loading.underWay();
      if (shared) return shared;
      if (now() - reloadedAt < RELOAD_INTERVAL_MS || !mayRetry()) return undefined;
      reloadedAt = now();
      return loading.join();
    },
    async preload() {
      await loading.join();
      failure = undefined;
    },
  };
}

/** Concurrent callers share one run. */
function shareRuns<T>(run: () => Promise<T>, now: () => number) {
  let latest: { readonly result: Promise<T>; readonly since: number } | undefined;

  const underWay = (): Promise<T> | undefined =>
    latest !== undefined && now() - latest.since < SHARED_FOR_MS ? latest.result : undefined;

  /** Joins the run that is under way, or starts one. */
  const join = (): Promise<T> => {
    const shared = underWay();
    if (shared !== undefined) return shared;
    const result = run().finally(() => {
      if (latest?.result === result) latest = undefined;
    });
    latest = { result, since: now() };
    return result;
  };

  return { underWay, join };
}
