import type { Account } from '../accounts/account.ts';
import type { AppointmentRefusal, VisitsRefusal } from '../booking/dispatchers/appointment-request.ts';
import type { EditRefusal } from '../booking/dispatchers/edit-request.ts';
import type { FieldError } from '../field-errors.ts';
import { Problem } from '../http/problem.ts';
import type { TransitionRefusal } from '../record/lifecycle.ts';
import type { DispatchRequest } from '../record/request.ts';
import type { UndoRefusal } from '../record/undo.ts';
import { formatClockTime } from '../scheduling/time-of-day.ts';
import { speakStartRefusal } from '../voice/answers/reasons.ts';
import { en } from '../wording/en/index.ts';

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

export const serviceNeeded = () => refused(SERVICE_NEEDED, { reason: 'service_needed' });
export const noAppointment = () => refused(NO_APPOINTMENT, { reason: 'no_appointment' });

export const cannotWait = () =>
  refused('Only a job with a service that is to come, or to be scheduled, can wait for an earlier time.', {
    reason: 'cannot_wait',
  });

export const notOwn = () =>
  refused('Only its author can change a note. Add one of your own.', { reason: 'not_own' });

/** The problem if a change can't be undone. */
export const undoRefused = (
  refusal: UndoRefusal | { readonly reason: 'slot_taken'; readonly technician?: string },
) => {
  const whose =
    'technician' in refusal ? `${refusal.technician} is no longer free at that time. ` : undefined;
  return refused(whose === undefined ? undoTexts[refusal.reason] : `${whose}Nothing was changed.`, refusal);
};

const undoTexts = {
  changed_since: 'The request has changed since, or the change is too old to be undone. Nothing was changed.',
  not_own: 'Somebody else made the last change. Nothing was changed.',
  slot_taken: 'The time of the visit is taken by now. Nothing was changed.',
} as const;

const SERVICE_NEEDED = 'Its service is not known. Choose one.';
const NO_APPOINTMENT = 'It has no appointment. Schedule it first.';

/** @param errors the parts of the address or the query that are not as expected */
export const parametersInvalid = (errors: readonly FieldError[]) =>
  new Problem('payload_invalid', 'The request does not have the expected shape.', { errors });

/** The problem if the state of a request does not allow a change. */
export const transitionRefused = (refusal: TransitionRefusal, request: DispatchRequest) =>
  refused(transitionText(refusal, request), refusal);

export function transitionText(refusal: TransitionRefusal, { appointment }: DispatchRequest): string {
  if (refusal.reason === 'not_started') {
    const start =
      appointment === undefined
        ? refusal.startsAt
        : `${appointment.date} at ${formatClockTime(appointment.minute)}`;
    return `The appointment has not begun: it starts on ${start}.`;
  }
  const { from, to, allowed } = refusal;
  const may = allowed.length === 0 ? `${from} is final` : `from ${from} it may become ${allowed.join(', ')}`;
  return `A request that is ${from} can't become ${to}: ${may}.`;
}

/** The problem if a correction doesn't fit the visit. */
export function editRefused(refusal: EditRefusal): Problem {
  switch (refusal.reason) {
    case 'slot_taken': {
      const whose = refusal.technician === undefined ? '' : ` ${refusal.technician} isn't free.`;
      const detail = `Another job, a block or a held time begins before the visit would end.${whose}`;
      return refused(`${detail} Nothing was changed.`, refusal);
    }
    case 'visit_order':
      return refused(visitsText(refusal), refusal);
    case 'not_skilled':
      return refused(
        `${refusal.technician} lacks the skill for ${refusal.service}. Nothing was changed.`,
        refusal,
      );
  }
}

/** The start that a dispatcher asked for. */
export interface AskedStart {
  readonly request: DispatchRequest;
  readonly account: Account;
  readonly date: string;
  /** Minutes from midnight. */
  readonly minute: number;
}

/**
 * A request can't get the appointment that a dispatcher asked for. Programs get the alternatives, too.
 * @param current the request as it stands, if the sender doesn't know it yet
 */
export function appointmentRefused(
  refusal: AppointmentRefusal,
  asked: AskedStart,
  current?: unknown,
): Problem {
  const detail = appointmentText(refusal, asked);
  // The text names the current appointment.
  if ('appointment' in refusal) return refused(detail, { reason: refusal.reason, current });
  if (!('alternatives' in refusal)) return refused(detail, { ...refusal, current });
  const { of: one, ...others } = refusal;
  const alternatives = refusal.alternatives.map(({ date, minute, technicianId, technician }) => {
    return { date, time: formatClockTime(minute), technicianId, technician };
  });
  const visit = one && { visit: one.visit, date: one.date, time: formatClockTime(one.minute) };
  return refused(detail, { ...others, ...visit, alternatives, current });
}

/** Says why a request can't get the appointment that a dispatcher asked for. */
export function appointmentText(refusal: AppointmentRefusal, asked: AskedStart): string {
  if ('alternatives' in refusal) {
    const { reason, service, technician, heldUntil, of: one } = refusal;
    const { date, minute } = one ?? asked;
    const [day, time] = [en.speakDate(date, ''), formatClockTime(minute)];
    if (one !== undefined && technician !== undefined && reason === 'no_technician')
      return `${technician} doesn't work at ${time} on ${day}. Nothing was changed.`;
    const { horizonDays } = asked.account.booking;
    const isHeld = heldUntil !== undefined;
    const why = speakStartRefusal(reason, { time, day, service, horizonDays, technician, isHeld }, en);
    return `${why} Nothing was changed.`;
  }
  switch (refusal.reason) {
    case 'invalid_transition':
    case 'not_started':
      return transitionText(refusal, asked.request);
    case 'has_appointment': {
      const { date, minute, technician } = refusal.appointment;
      return `It already has an appointment on ${date} at ${formatClockTime(minute)} with ${technician}. Move that one.`;
    }
    case 'no_appointment':
      return NO_APPOINTMENT;
    case 'service_needed':
      return SERVICE_NEEDED;
    case 'unknown_service':
      return 'The account has no such service.';
    case 'ambiguous_service':
      return `It could be ${refusal.known.join(' or ')}.`;
    case 'unknown_technician':
    case 'ambiguous_technician':
      return 'The account has no such technician.';
    default:
      return visitsText(refusal);
  }
}

/** Says why a job can't have the visits that a dispatcher asked for. */
export function visitsText(refusal: VisitsRefusal): string {
  switch (refusal.reason) {
    case 'visit_order':
      return `Visit ${refusal.visit} would begin before the end of the one before it. Nothing was changed.`;
    case 'no_such_visit':
      return 'The job has no such visit. Nothing was changed.';
    case 'too_far_apart':
      return `All visits of a job must begin within ${refusal.most} days of the first. Nothing was changed.`;
    case 'too_many_visits':
      return `A job can have at most ${refusal.most} visits, counting each technician at each visit. Nothing was changed.`;
  }
}
