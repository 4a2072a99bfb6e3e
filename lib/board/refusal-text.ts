import type { Account } from '../accounts/account.ts';
import type { AppointmentRefusal, Offer } from '../booking/dispatchers/dispatcher-appointment.ts';
import type { TransitionRefusal } from '../record/lifecycle.ts';
import type { DispatchRequest } from '../record/request.ts';
import { formatClockTime } from '../scheduling/clock-time.ts';
import { speakStartRefusal } from '../voice/answers/reasons.ts';
import { speakDate } from '../wording/speech.ts';

/** Why the state of a request does not allow a change. */
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

/** The requested start. */
export interface RefusedStart {
  readonly request: DispatchRequest;
  readonly account: Account;
  readonly date: string;
  /** Minutes from midnight. */
  readonly minute: number;
}

type StartRefused = Extract<AppointmentRefusal, { readonly alternatives: readonly Offer[] }>;

/** Why a start is refused. */
function startText({ reason, service, technician, heldUntil }: StartRefused, asked: RefusedStart): string {
  const [day, time] = [speakDate(asked.date, ''), formatClockTime(asked.minute)];
  const { horizonDays } = asked.account.booking;
  const isHeld = heldUntil !== undefined;
  const why = speakStartRefusal(reason, { time, day, service, horizonDays, technician, isHeld });
  return `${why} Nothing was changed.`;
}

/** Why a dispatcher's appointment is refused, in a sentence for a page. */
export function appointmentText(refusal: AppointmentRefusal, asked: RefusedStart): string {
  if ('alternatives' in refusal) return startText(refusal, asked);
  switch (refusal.reason) {
    case 'invalid_transition':
    case 'not_started':
      return transitionText(refusal, asked.request);
    case 'has_appointment': {
      const { date, minute, technician } = refusal.appointment;
      return `It already has an appointment on ${date} at ${formatClockTime(minute)} with ${technician}. Move that one.`;
    }
    case 'no_appointment':
      return 'It has no appointment. Schedule it first.';
    case 'service_needed':
      return 'Its service is not known. Choose one.';
    case 'unknown_service':
      return 'The account has no such service.';
    case 'ambiguous_service':
      return `It could be ${refusal.known.join(' or ')}.`;
    case 'unknown_technician':
    case 'ambiguous_technician':
      return 'The account has no such technician.';
  }
}
