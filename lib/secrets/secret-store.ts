import type { SecretDocument } from '../signatures/types.ts';
import { parseSecretDocument } from './secret-document.ts';

/** No secret that may still be used is at hand, so nothing can be verified: requests are refused. */
export class SecretsUnavailable extends Error {
  override readonly name = 'SecretsUnavailable';

  constructor(options?: { readonly cause: unknown }) {
    super('The secret could not be loaded.', options);
  }
}

export interface SecretStore {
  /**
   * The document: at most five minutes old, or 30 if it can't be loaded anew. Rejects with `SecretsUnavailable` if
   * there is none as young as that.
   */
  current(): Promise<SecretDocument>;
  /** For a key that the current document lacks: a newly loaded one, or undefined where it isn't time or it failed. */
  reload(): Promise<SecretDocument | undefined>;
}

export interface PreloadingSecretStore extends SecretStore {
  /** Loads the document ahead of the first request. That it failed is forgotten: the first request tries for itself. */
  preload(): Promise<void>;
}

export interface SecretCacheOptions {
  /** Gets the document's text. */
  readonly load: () => Promise<string>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const MAX_AGE_MS = 5 * 60_000;
/** While loading fails, the last good copy serves until then: a key that was removed must not work for ever. */
const MAX_AGE_WHILE_FAILING_MS = 30 * 60_000;
const RELOAD_INTERVAL_MS = 30_000;
/** While an old copy serves there is no hurry; without one nothing works, so the pause is short. */
const RETRY_WITH_COPY_MS = 30_000;
const RETRY_WITHOUT_COPY_MS = 1_000;
/** An older load is not waited for: the container stood still meanwhile, and its connection is most likely dead. */
const SHARED_FOR_MS = 3_000;

/**
 * Keeps one integration's secret for the life of a container. Concurrent callers share one load, and a document that
 * is malformed counts as a load that failed: the last good copy stays in use for up to 30 minutes after its load.
 */
export function createSecretCache({ load, now }: SecretCacheOptions): PreloadingSecretStore {
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

/** Lets those who ask at the same time share one run. */
function shareRuns<T>(run: () => Promise<T>, now: () => number) {
  let latest: { readonly result: Promise<T>; readonly since: number } | undefined;

  const underWay = (): Promise<T> | undefined =>
    latest !== undefined && now() - latest.since < SHARED_FOR_MS ? latest.result : undefined;

  /** The run that is under way, or a new one. */
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
