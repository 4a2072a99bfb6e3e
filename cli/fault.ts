import { UnreadableItem } from '../lib/aws/items/request-item.ts';
import { faultName, OutcomeUnknown, StorageUnavailable, Unchangeable } from '../lib/record/faults.ts';

/** A command can't be done. The message goes to stderr and the exit code is 1. */
export class CliFault extends Error {}

/** A fault whose message is a JSON document already. */
export class JsonFault extends CliFault {}

/** Lines for stderr; never a stack, and never the text of a library. */
export function faultText(error: unknown): string {
  if (error instanceof CliFault) return error.message;
  if (error instanceof StorageUnavailable) return 'database: it is unavailable; nothing was stored.';
  if (error instanceof Unchangeable)
    return 'dispatchRequestId: a newer release stored this request, and this one can only show it; nothing was stored.';
  if (error instanceof OutcomeUnknown)
    return 'database: the outcome of a write is unknown; doing it again is safe.';
  if (error instanceof UnreadableItem) return error.message;
  const found = fileFault(error);
  if (found !== undefined) return found;
  return `dispatch: an unexpected fault (${faultName(error) ?? 'of no kind'}). Nothing more is known.`;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder.',
  EISDIR: 'expected a file, not a folder.',
  ENOTDIR: 'expected a folder, not a file.',
  EEXIST: 'the file exists: name another one.',
  EACCES: 'you may not read or write it.',
  EPERM: 'you may not read or write it.',
  EROFS: 'the disk is read-only.',
  ENOSPC: 'the disk is full.',
};

/**
 * Why a file can't be read or written; undefined if that is not what happened.
 * @param name what the person calls it, if that is not its path
 */
export function fileFault(error: unknown, name?: string): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error && 'syscall' in error))
    return undefined;
  const path = name ?? ('path' in error && typeof error.path === 'string' ? error.path : undefined);
  if (path === undefined) return undefined;
  return `${path}: ${reasons[String(error.code)] ?? "it can't be read or written."}`;
}
