import { CliFault } from './fault.ts';

const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN']);

/** The network error code of an unreachable host, from the error or its causes. */
export function unreachableCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (unreachable.has(code)) return code;
  return 'cause' in error ? unreachableCode(error.cause) : undefined;
}

/**
 * Converts common AWS errors to one line that says what to do; returns other errors unchanged. `what`: the attempted
 * action.
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
