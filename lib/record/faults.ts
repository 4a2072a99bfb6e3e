import { framesOf } from '../fault-frames.ts';

/** The database could not be reached or refused the work, and it is certain that nothing was stored. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';

  constructor({ cause }: { readonly cause: unknown }) {
    super('The database is unavailable; nothing was stored.', { cause });
  }
}

/** A write was sent and its outcome is unknown. Repeating the write is safe, because every write is idempotent. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';

  constructor({ cause }: { readonly cause: unknown }) {
    super('The outcome of a write is unknown; doing it again is safe.', { cause });
  }
}

export const isStorageFault = (error: unknown): error is StorageUnavailable | OutcomeUnknown =>
  error instanceof StorageUnavailable || error instanceof OutcomeUnknown;

/** Waits for a read; undefined if storage is unavailable. */
export async function ifAvailable<Read>(read: Promise<Read>): Promise<Read | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof StorageUnavailable) return undefined;
    throw error;
  }
}

/** The person whom a write is about was erased, and nothing was stored. */
export class PersonErased extends Error {
  override readonly name = 'PersonErased';

  constructor() {
    super('The person was erased; nothing was stored.');
  }
}

/** A request can't be changed, because a newer release stored what this one can't read. Nothing was stored. */
export class Unchangeable extends Error {
  override readonly name = 'Unchangeable';
}

/** A list can't continue from the given place, because it never named that place. */
export class PlaceInvalid extends Error {
  override readonly name = 'PlaceInvalid';
}

/** Accepts error names that contain no input. */
const NAME = /^[\w.$-]{1,60}$/;
/** Causes may form a circle. */
const MAX_CAUSES = 5;

/**
 * Returns the class names of an error and its causes, outermost first, with the system's error code if there is one
 * (`StorageUnavailable < TimeoutError ETIMEDOUT`). AWS's own codes are the names of its errors.
 */
export function faultName(error: unknown): string | undefined {
  const names: string[] = [];
  for (let at = error; at instanceof Error && names.length < MAX_CAUSES; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' && at.code !== at.name ? [at.code] : [];
    names.push([at.name, ...code].filter((name) => NAME.test(name)).join(' '));
  }
  return names.length === 0 ? undefined : names.join(' < ');
}

/** Distinguishes faults of the database, which may have stored something or not, from faults of the code. */
export const faultCodes = ['temporarily_unavailable', 'outcome_unknown', 'internal'] as const;
export type FaultCode = (typeof faultCodes)[number];

export function faultCode(error: unknown): FaultCode {
  if (error instanceof StorageUnavailable) return 'temporarily_unavailable';
  return error instanceof OutcomeUnknown ? 'outcome_unknown' : 'internal';
}

/** Returns the fields of a log line about a fault that the answer doesn't report. */
export const faultNotes = (error: unknown) =>
  ({ outcome: 'fault', code: faultCode(error), ...faultFacts(error) }) as const;

/** Names an error and the places of its code for the log, without its message. */
export const faultFacts = (error: unknown) => ({ error: faultName(error), frames: framesOf(error) });
