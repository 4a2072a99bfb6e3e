import type { FieldError } from '../field-errors.ts';
import { Problem } from '../http/problem.ts';

/** Faults of the board's requests. Storage faults are retried at once, because a person is waiting. */
export const boardRetry = { retryStatus: 503 } as const;

export const tokenMissing = () => new Problem('token_missing', 'The request carries no valid token.');

export const scopeMissing = (scope: string) =>
  new Problem('scope_missing', `The token lacks the scope ${scope}.`);

/** The same text for what is unknown and what belongs to an account that the caller may not see. */
export const notFound = () => new Problem('not_found', 'There is nothing here that you may see.');

export const cursorInvalid = () => new Problem('cursor_invalid', 'This list did not issue the cursor.');

export const versionMissing = () =>
  new Problem('version_missing', 'Send the version that the change is based on as If-Match.');

/** @param current the current request */
export const versionChanged = (current: unknown) =>
  new Problem('version_changed', 'Somebody else has changed the request. Nothing was changed.', {
    members: { current },
  });

/** A refusal for programs: the reason and the alternatives. */
export interface Refusal {
  readonly reason: string;
  readonly [member: string]: unknown;
}

export const refused = (detail: string, refusal: Refusal) =>
  new Problem('refused', detail, { members: refusal });

/** Parts of the address or the query that are not as expected. */
export const parametersInvalid = (errors: readonly FieldError[]) =>
  new Problem('payload_invalid', 'The request does not have the expected shape.', { errors });
