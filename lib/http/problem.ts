import type { FieldError } from '../field-errors.ts';
import { faultFacts, OutcomeUnknown, StorageUnavailable, Unchangeable } from '../record/faults.ts';
import type { Route } from '../routes.ts';
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

/** Codes of faults of the service; all others are faults of the request. */
const faults: ReadonlySet<string> = new Set<ProblemCode>([
  'secrets_unavailable',
  'storage_unavailable',
  'internal',
]);

export type ProblemCode = keyof typeof statuses;

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

/** The status after which the platform of a route retries a webhook. */
type Retrying = Pick<Route, 'retryStatus'>;

interface ProblemOptions {
  readonly status?: number;
  readonly errors?: readonly FieldError[];
  /** Further members of the document, for programs. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A refusal or fault as a problem document (RFC 9457). `detail` and `errors` never contain input. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly FieldError[] | undefined;
  readonly members: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(code, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? statuses[code];
    this.detail = detail;
    this.errors = options.errors;
    this.members = options.members;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  /** What the log says of the error; undefined if the request was at fault. */
  get fault() {
    if (!faults.has(this.code)) return undefined;
    const { error = this.name, frames } = faultFacts(this.cause);
    return { error, frames };
  }

  /** The body of the answer. */
  toBody(requestId: string) {
    const { code, status, detail, errors, members } = this;
    const title = titles.get(status) ?? 'Error';
    return {
      type: 'about:blank',
      title,
      status,
      code,
      detail,
      ...(errors && { errors }),
      ...members,
      requestId,
    };
  }
}

/** @param headers names of the headers that could have carried a signature */
export const signatureMissing = (headers: readonly string[]) =>
  new Problem('signature_missing', `The request carries no signature header (${headers.join(' or ')}).`);

/** `headers`: the names of those that were present. */
export const signatureInvalid = (headers: readonly string[]) =>
  new Problem(
    'signature_invalid',
    `The ${headers.join(' or ')} header does not match the body under any active key.`,
  );

/** `header`: the name of the one that exceeds the maximum length. */
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

export const secretsUnavailable = (route: Retrying, cause?: unknown) =>
  new Problem('secrets_unavailable', 'The request could not be verified right now. Send it again.', {
    ...retryable(route),
    cause,
  });

export const storageUnavailable = (route: Retrying, cause?: unknown) =>
  new Problem('storage_unavailable', 'The request could not be stored right now. Sending it again is safe.', {
    ...retryable(route),
    cause,
  });

export const internalError = (cause?: unknown) =>
  new Problem('internal', 'The service failed to handle the request.', { cause });

/** Converts any thrown value to the problem response of a route. */
export function toProblem(error: unknown, route: Retrying): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof SecretsUnavailable) return secretsUnavailable(route, error);
  if (error instanceof StorageUnavailable || error instanceof OutcomeUnknown) {
    return storageUnavailable(route, error);
  }
  if (error instanceof Unchangeable)
    return new Problem('refused', UNCHANGEABLE, { members: { reason: 'unreadable' }, cause: error });
  return internalError(error);
}

const UNCHANGEABLE =
  'A newer release stored this request, and this one can only show it. Nothing was changed.';

function retryable({ retryStatus }: Retrying) {
  return { status: retryStatus, retryAfterSeconds: RETRY_AFTER_SECONDS };
}
