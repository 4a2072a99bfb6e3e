import type { Outcome as LoggedOutcome } from '../http/log.ts';
import type { DispatchRequest } from '../record/request.ts';
import type { PageWords } from '../wording/pages/index.ts';

/** Why a page refuses what somebody wants. */
export type Reason = keyof PageWords['refusals'];

/** The status of the answer to each refusal. */
export const statusOf: Readonly<Record<Reason, number>> = {
  changed: 409,
  slot_taken: 409,
  too_soon: 409,
  not_booked: 409,
  needs_human: 409,
  invalid_transition: 409,
  taken: 409,
  unknown_action: 422,
  invalid_start: 422,
  empty: 422,
  too_long: 422,
  too_large: 413,
  too_many: 429,
  unavailable: 503,
};

/** What became of a form that somebody sent. */
export type Outcome =
  | {
      readonly kind: 'done';
      readonly message: string;
      /** As it stands now; absent if the form was about no request. */
      readonly request?: DispatchRequest | undefined;
      /** What the log says. */
      readonly logged: LoggedOutcome;
    }
  | {
      readonly kind: 'refused';
      readonly reason: Reason;
      /** Replaces the text of the reason. */
      readonly message?: string | undefined;
      readonly request?: DispatchRequest | undefined;
    };

export const refused = (reason: Reason, request?: DispatchRequest, message?: string): Outcome => ({
  kind: 'refused',
  reason,
  request,
  message,
});
