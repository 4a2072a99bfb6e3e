import type { FieldError } from '../field-errors.ts';
import { faultFacts, OutcomeUnknown, StorageUnavailable, Unchangeable } from '../record/faults.ts';
import { SecretsUnavailable } from '../secrets/secret-cache.ts';
import { MAX_HEADER_LENGTH } from '../signatures/headers.ts';

const statuses = {
  signature_missing: 401,
  signature_invalid: 401,
  timestamp_out_of_tolerance: 401,
  api_key_invalid: 401,
  token_missing: 401,
  account_forbidden: 403,
  scope_missing: 403,
  not_found: 404,
  refused: 409,
  version_changed: 412,
  version_missing: 428,
  cursor_invalid: 400,
  body_not_json: 400,
  payload_too_large: 413,
  payload_invalid: 422,
  unknown_account: 422,
  secrets_unavailable: 503,
  storage_unavailable: 503,
  internal: 500,
} as const;

export type ProblemCode = keyof typeof statuses;

/** Codes of faults of the service; all others are faults of the request. */
const faults: readonly ProblemCode[] = ['secrets_unavailable', 'storage_unavailable', 'internal'];

const titles = new Map([
  [400, 'Bad Request'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [409, 'Conflict'],
  [412, 'Precondition Failed'],
  [413, 'Content Too Large'],
  [422, 'Unprocessable Content'],
  [428, 'Precondition Required'],
  [429, 'Too Many Requests'],
  [500, 'Internal Server Error'],
  [503, 'Service Unavailable'],
]);

const RETRY_AFTER_SECONDS = 5;
/** Limits the list, because the sender controls its length. */
const MAX_ERRORS = 20;

interface ProblemOptions {
  readonly errors?: readonly FieldError[];
  /** Further members of the document, for programs. */
  readonly members?: Readonly<Record<string, unknown>>;
  /** The status after which the sender tries again. */
  readonly retryStatus?: number;
  readonly cause?: unknown;
}

/** A refusal or fault as a problem document (RFC 9457). `detail` and `errors` never contain input. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly errors: readonly FieldError[] | undefined;
  private readonly isTemporary: boolean;
  private readonly members: Readonly<Record<string, unknown>>;

  constructor(
    code: ProblemCode,
    detail: string,
    { errors, members, retryStatus, cause }: ProblemOptions = {},
  ) {
    super(code, { cause });
    this.code = code;
    this.status = retryStatus ?? statuses[code];
    this.errors = errors;
    this.members = { detail, ...(errors && { errors }), ...members };
    this.isTemporary = retryStatus !== undefined;
  }

  /** What the log says of the error; undefined if the request was at fault. */
  get fault() {
    if (!faults.includes(this.code)) return undefined;
    const { error = this.name, frames } = faultFacts(this.cause);
    return { error, frames };
  }

  toAnswer(requestId: string) {
    const { code, status, members, isTemporary } = this;
    const title = titles.get(status) ?? 'Error';
    return {
      status,
      headers: {
        'content-type': 'application/problem+json',
        ...(isTemporary && { 'retry-after': String(RETRY_AFTER_SECONDS) }),
      },
      body: { type: 'about:blank', title, status, code, ...members, requestId },
    };
  }
}

/** @param headers the names of the headers that could have carried a signature */
export const signatureMissing = (headers: readonly string[]) =>
  new Problem('signature_missing', `The request carries no signature header (${headers.join(' or ')}).`);

/** @param headers the names of the signature headers that were present */
export const signatureInvalid = (headers: readonly string[]) =>
  new Problem(
    'signature_invalid',
    `The ${headers.join(' or ')} header does not match the body under any active key.`,
  );

/** @param header the name of the header that exceeds the maximum length */
export const headerTooLong = (header: string) =>
  new Problem('signature_invalid', `The ${header} header may have at most ${MAX_HEADER_LENGTH} characters.`);

export const timestampOutOfTolerance = () =>
  new Problem(
    'timestamp_out_of_tolerance',
    'The signature is right, but its timestamp is more than 300 seconds away from the time here.',
  );

/** The same text for every cause, so that nobody learns which accounts exist or accept API keys. */
export const apiKeyInvalid = () =>
  new Problem('api_key_invalid', 'The x-api-key header holds no key that may act for this location.');

/** The same text for foreign and unknown accounts. */
export const accountForbidden = () =>
  new Problem('account_forbidden', 'The key that signed this request may not act for its account.');

export const bodyNotJson = () =>
  new Problem(
    'body_not_json',
    'The body must be one JSON object in UTF-8, nested at most 64 levels and without prototype names.',
  );

export const payloadTooLarge = (maxBytes: number) =>
  new Problem('payload_too_large', `The body may have at most ${maxBytes} bytes.`);

export const payloadInvalid = (errors: readonly FieldError[]) =>
  new Problem('payload_invalid', 'The body does not have the expected shape.', {
    errors: errors.slice(0, MAX_ERRORS),
  });

export const unknownAccount = () =>
  new Problem('unknown_account', 'No account is set up for the origin that the body names.');

/** @param retryStatus the status after which the sender tries again */
export const secretsUnavailable = (retryStatus: number, cause?: unknown) =>
  new Problem('secrets_unavailable', 'The request could not be verified right now. Send it again.', {
    retryStatus,
    cause,
  });

/** @param retryStatus the status after which the sender tries again */
export const storageUnavailable = (retryStatus: number, cause?: unknown) =>
  new Problem('storage_unavailable', 'The request could not be stored right now. Sending it again is safe.', {
    retryStatus,
    cause,
  });

export const internalError = (cause?: unknown) =>
  new Problem('internal', 'The service failed to handle the request.', { cause });

const UNCHANGEABLE =
  'A newer release stored this request, and this one can only show it. Nothing was changed.';

/** Converts any thrown value to a problem. Temporary faults get the status after which the sender tries again. */
export function toProblem(error: unknown, retryStatus: number): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof SecretsUnavailable) return secretsUnavailable(retryStatus, error);
  if (error instanceof StorageUnavailable || error instanceof OutcomeUnknown)
    return storageUnavailable(retryStatus, error);
  if (error instanceof Unchangeable)
    return new Problem('refused', UNCHANGEABLE, { members: { reason: 'unreadable' }, cause: error });
  return internalError(error);
}
