import { readFileSync } from 'node:fs';
import { UnreadableItem } from '../lib/aws/items/request-item.ts';
import { faultName, OutcomeUnknown, StorageUnavailable, Unchangeable } from '../lib/record/faults.ts';

/** The reason why a command can't be done, for stderr. The exit code is then 1. */
export class CliFault extends Error {}

/** A fault whose message is already a JSON document. */
export class JsonFault extends CliFault {}

/** Returns what stderr says of an error: neither a stack nor the text of a library, which may hold personal data. */
export function faultText(error: unknown): string {
  if (error instanceof CliFault || error instanceof UnreadableItem) return error.message;
  if (error instanceof StorageUnavailable) return 'database: it is unavailable; nothing was stored.';
  if (error instanceof Unchangeable)
    return 'dispatchRequestId: a newer release stored this request, and this one can only show it; nothing was stored.';
  if (error instanceof OutcomeUnknown)
    return 'database: the outcome of a write is unknown; doing it again is safe.';
  const unexpected = `dispatch: an unexpected fault (${faultName(error) ?? 'of no kind'}). Nothing more is known.`;
  return fileFault(error) ?? unexpected;
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
 * Returns why a file can't be read or written, or undefined for any other error.
 * @param name what to call the file instead of its path
 */
export function fileFault(error: unknown, name?: string): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error && 'syscall' in error))
    return undefined;
  const path = name ?? ('path' in error && typeof error.path === 'string' ? error.path : undefined);
  if (path === undefined) return undefined;
  return `${path}: ${reasons[String(error.code)] ?? "it can't be read or written."}`;
}

/** Reads a file of JSON. Its faults never quote the content, which may hold secrets, as the parser's message would. */
export function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CliFault(fileFault(error, file) ?? `${file}: expected a readable file of JSON.`);
  }
}

const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN']);

/** Returns the network error code of an unreachable host, found in the error or its causes. */
export function unreachableCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (unreachable.has(code)) return code;
  return 'cause' in error ? unreachableCode(error.cause) : undefined;
}

/**
 * Converts common AWS errors to one line that says what to do, and returns other errors unchanged.
 * @param what the attempted action, such as `sts:GetCallerIdentity`
 */
export function explainedByAws(error: unknown, what: string): unknown {
  if (!(error instanceof Error) || error instanceof CliFault) return error;
  if (/^Region is missing/.test(error.message)) {
    return new CliFault('AWS region: there is none; set AWS_REGION, or a region in the profile.');
  }
  if (error.name === 'CredentialsProviderError') {
    return new CliFault(
      'AWS credentials: there are none; log in (aws sso login), or set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    );
  }
  if (/^(ExpiredToken|UnrecognizedClient|InvalidClientTokenId|InvalidSignature)/.test(error.name)) {
    return new CliFault(`AWS credentials: AWS does not accept them (${error.name}); log in again.`);
  }
  if (/^AccessDenied/.test(error.name))
    return new CliFault(`AWS credentials: those in use may not do this: ${what}.`);
  if (unreachableCode(error) !== undefined) return new CliFault(`AWS: does not answer to: ${what}.`);
  return '$metadata' in error ? new CliFault(`AWS: refused (${error.name}): ${what}.`) : error;
}
