import type { Account } from '../../lib/accounts/account.ts';
import { transitionText } from '../../lib/board/problems.ts';
import type { AppointmentRefusal, Offer } from '../../lib/booking/dispatchers/dispatcher-appointment.ts';
import type { Searched } from '../../lib/booking/search-days.ts';
import { oneLine } from '../../lib/normalized.ts';
import type { DispatchRequest } from '../../lib/record/request.ts';
import { formatClockTime } from '../../lib/scheduling/clock-time.ts';
import { speakStartRefusal } from '../../lib/voice/answers/reasons.ts';
import { speakDate } from '../../lib/wording/speech.ts';
import { CliFault, JsonFault } from '../fault.ts';
import { toJson, toTable } from '../output.ts';

/** A refusal: a sentence, followed by alternatives or conflicts. */
export interface RefusalText {
  readonly sentence: string;
  /** Already sanitized. */
  readonly below?: string | undefined;
}

/** A refusal for stderr: text, or one JSON document with `--json`. Stdout is then empty. */
export function refusalFault(
  refusal: object,
  { sentence, below }: RefusalText,
  json: boolean | undefined,
): CliFault {
  const message = oneLine(sentence);
  if (json) return new JsonFault(toJson({ ...refusal, message }));
  return new CliFault(below === undefined ? message : `${message}\n${below}`);
}

/** The requested start. */
interface Asked {
  readonly request: DispatchRequest;
  readonly account: Account;
  readonly date: string;
  readonly minute: number;
}

/** Why a request can't be scheduled then, with alternatives. */
export function appointmentText(refusal: AppointmentRefusal, asked: Asked): RefusalText {
  return 'alternatives' in refusal ? startText(refusal, asked) : { sentence: sentenceOf(refusal, asked) };
}

function sentenceOf(refusal: Exclude<AppointmentRefusal, StartRefused>, { request }: Asked): string {
  switch (refusal.reason) {
    case 'invalid_transition':
    case 'not_started':
      return transitionText(refusal, request);
    case 'has_appointment': {
      const { date, minute, technician } = refusal.appointment;
      return `It has an appointment on ${date} at ${formatClockTime(minute)} with ${technician}: change it with "requests move".`;
    }
    case 'no_appointment':
      return 'It has no active appointment: give it one with "requests schedule".';
    case 'service_needed':
      return `Its service is not known: name one with --service: ${refusal.known.join(', ')}.`;
    case 'unknown_service':
      return `--service: no such service; there are ${refusal.known.join(', ')}.`;
    case 'ambiguous_service':
      return `--service: it could be ${refusal.known.join(' or ')}.`;
    case 'unknown_technician':
    case 'ambiguous_technician':
      return technicianText(refusal);
  }
}

/** Why a technician's name can't be resolved. */
export function technicianText({
  reason,
  known,
}: {
  readonly reason: 'unknown_technician' | 'ambiguous_technician';
  readonly known: readonly string[];
}): string {
  return reason === 'unknown_technician'
    ? `--technician: no such technician; there are ${known.join(', ')}.`
    : `--technician: several have that name; give the id: ${known.join(', ')}.`;
}

type StartRefused = Extract<AppointmentRefusal, { readonly alternatives: readonly Offer[] }>;

function startText(refusal: StartRefused, asked: Asked): RefusalText {
  const { reason, service, technician, alternatives, searched, heldUntil } = refusal;
  const [day, time] = [speakDate(asked.date, ''), formatClockTime(asked.minute)];
  const { horizonDays } = asked.account.booking;
  const isHeld = heldUntil !== undefined;
  const why = speakStartRefusal(reason, { time, day, service, horizonDays, technician, isHeld });
  const sentence = `${why} Nothing was changed.${isHeld ? ' To take it anyway, pass --over-hold.' : ''}`;
  if (alternatives.length === 0) return { sentence, below: nothingElse(searched) };
  const offers = toTable(
    ['free instead', 'at', 'with'],
    alternatives.map((offer) => [offer.date, formatClockTime(offer.minute), offer.technician]),
  );
  return { sentence, below: offers };
}

function nothingElse(searched: Searched): string | undefined {
  if (searched.kind === 'complete') return 'Nothing else is free up to the horizon.';
  if (searched.through === undefined) return 'The search for other times failed.';
  return `Nothing else is free through ${searched.through}; the search did not get further.`;
}
