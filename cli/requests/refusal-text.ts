import { appointmentText as textForPage, transitionText, visitsText } from '../../lib/board/problems.ts';
import type { AppointmentRefusal } from '../../lib/booking/dispatchers/appointment-request.ts';
import type { Searched } from '../../lib/booking/search-days.ts';
import { oneLine } from '../../lib/normalized.ts';
import { formatClockTime } from '../../lib/scheduling/time-of-day.ts';
import { CliFault, JsonFault } from '../fault.ts';
import { toJson, toTable } from '../output.ts';

/** A refusal: a sentence, followed by alternatives or conflicts. */
export interface RefusalText {
  readonly sentence: string;
  /** Safe to print as it is. */
  readonly below?: string | undefined;
}

/** Returns the fault of a refusal: text, or with `--json` one JSON document. */
export function refusalFault(
  refusal: object,
  { sentence, below }: RefusalText,
  json: boolean | undefined,
): CliFault {
  const message = oneLine(sentence);
  if (json) return new JsonFault(toJson({ ...refusal, message }));
  return new CliFault(below === undefined ? message : `${message}\n${below}`);
}

/** Returns why a request can't get an appointment then, with alternatives. */
export function appointmentText(
  refusal: AppointmentRefusal,
  asked: Parameters<typeof textForPage>[1],
): RefusalText {
  if (!('alternatives' in refusal)) return { sentence: sentenceOf(refusal, asked.request) };
  const isHeld = refusal.heldUntil !== undefined;
  const sentence = `${textForPage(refusal, asked)}${isHeld ? ' To take it anyway, pass --over-hold.' : ''}`;
  if (refusal.alternatives.length === 0) return { sentence, below: nothingElse(refusal.searched) };
  const offers = toTable(
    ['free instead', 'at', 'with'],
    refusal.alternatives.map(({ date, minute, technician }) => [date, formatClockTime(minute), technician]),
  );
  return { sentence, below: offers };
}

function sentenceOf(
  refusal: Exclude<AppointmentRefusal, { readonly alternatives: unknown }>,
  request: Parameters<typeof textForPage>[1]['request'],
): string {
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
    default:
      return visitsText(refusal);
  }
}

/** Returns why no technician is meant by a name. */
export function technicianText({
  reason,
  known,
}: Extract<AppointmentRefusal, { readonly reason: 'unknown_technician' | 'ambiguous_technician' }>): string {
  return reason === 'unknown_technician'
    ? `--technician: no such technician; there are ${known.join(', ')}.`
    : `--technician: several have that name; give the id: ${known.join(', ')}.`;
}

function nothingElse(searched: Searched): string {
  if (searched.kind === 'complete') return 'Nothing else is free up to the horizon.';
  if (searched.through === undefined) return 'The search for other times failed.';
  return `Nothing else is free through ${searched.through}; the search did not get further.`;
}
