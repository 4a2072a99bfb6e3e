/** The database could not be reached or refused the work, and it is certain that nothing was stored. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';

  constructor({ cause }: { readonly cause: unknown }) {
    super('The database is unavailable; nothing was stored.', { cause });
  }
}

/** A write was sent and its outcome is not known. Doing it again is safe: every write is idempotent. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';

  constructor({ cause }: { readonly cause: unknown }) {
    super('The outcome of a write is unknown; doing it again is safe.', { cause });
  }
}
