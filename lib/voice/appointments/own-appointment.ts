import { matchService } from '../../accounts/services/match-service.ts';
import type { RequestStore } from '../../dispatch/ports.ts';
import { remembers } from '../../dispatch/requests/changed.ts';
import {
  isCanceledBy,
  isUpcoming,
  objectionToCaller,
  ownRecent,
  ownRequest,
} from '../../dispatch/requests/own-requests.ts';
import type { DispatchRequest } from '../../dispatch/requests/request.ts';
import { text } from '../arguments.ts';
import { appointments } from '../phrases/en/appointments.ts';
import type { AmbiguousAppointment, NoAppointment } from '../results/appointments.ts';
import { dangerInvocation } from '../review.ts';
import { naming, say } from '../speech.ts';
import type { CallContext } from '../voice-function.ts';
import { timeFacts, toldTime } from './arrival.ts';
import { speakAppointment } from './speak-appointment.ts';

const SPOKEN = 3;
/** More than any caller has: the model can choose from all. */
const LISTED = 20;

export type OwnAppointment =
  | { readonly kind: 'found'; readonly request: DispatchRequest }
  | { readonly kind: 'refused'; readonly refusal: NoAppointment | AmbiguousAppointment };

// Arguments that identify an appointment. Names in braces are replaced by the platform's names.

export const dispatchRequestId = text(
  'The dispatchRequestId of the appointment, as {lookup_customer} or this function returned it. Only needed if the caller has several. Never ask the caller for it, and never make one up.',
);

export const appointmentService = text(
  'The service of the appointment, in the words of the caller. Only needed if the caller has several appointments.',
  { alsoKnownAs: ['service'] },
);

interface Named {
  readonly dispatchRequestId: string | undefined;
  readonly serviceType: string | undefined;
}

/**
 * The request that the caller means: by its id, or the only upcoming one, for the service if one is named, and in a
 * suitable state. Without any, this call's request without a time. Another caller's id is answered like an unknown id.
 */
export async function ownAppointment(
  named: Named,
  isMeant: (request: DispatchRequest) => boolean,
  context: CallContext,
  requests: RequestStore,
): Promise<OwnAppointment> {
  const { dispatchRequestId: id } = named;
  if (id !== undefined) {
    const request = await ownRequest(id, context, requests, context.deadline);
    return request === undefined || isOver(request, context) ? noAppointment() : { kind: 'found', request };
  }
  const recent = await ownRecent(context, requests, context.deadline);
  // A late retry refers to the request that it changed, even if others were booked later.
  const changed = recent.find((request) => remembers(request, context));
  if (changed !== undefined) return { kind: 'found', request: changed };
  // A danger that this very invocation reported is not what it asks to change.
  const reported = { invocation: dangerInvocation(context) };
  const upcoming = recent.filter((request) => isUpcoming(request, context) && !remembers(request, reported));
  const wanted = ofService(upcoming, named.serviceType, context);
  const meant = wanted.filter(isMeant);
  const withTime = meant.filter(({ appointment }) => appointment !== undefined);
  const open = withTime.length > 0 ? withTime : meant;
  const [only, ...others] = open;
  if (only === undefined) {
    // A repeated cancellation gets the same answer.
    const repeated = wanted.findLast((request) => isCanceledBy(request, context));
    return repeated === undefined ? noAppointment() : { kind: 'found', request: repeated };
  }
  return others.length === 0 ? { kind: 'found', request: only } : ambiguous(open, context);
}

/** Callers may still hear about a canceled request, but not about requests that ended otherwise. */
function isOver(request: DispatchRequest, context: CallContext): boolean {
  return request.status !== 'canceled' && objectionToCaller(context)(request) === 'gone';
}

/** The requests for the named service, among the caller's services. */
function ofService(
  requests: readonly DispatchRequest[],
  said: string | undefined,
  { account }: CallContext,
): readonly DispatchRequest[] {
  if (said === undefined) return requests;
  const theirs = new Set(requests.map(({ serviceTypeId }) => serviceTypeId));
  const match = matchService(
    said,
    account.serviceTypes.filter(({ id }) => theirs.has(id)),
  );
  const meant =
    match.kind === 'match' ? [match.service] : match.kind === 'ambiguous' ? match.suggestions : [];
  const ids = new Set<string | undefined>(meant.map(({ id }) => id));
  return requests.filter(({ serviceTypeId }) => ids.has(serviceTypeId));
}

/** The same answer whether there is none, it is another caller's, or the id is invented. */
export function noAppointment(): { readonly kind: 'refused'; readonly refusal: NoAppointment } {
  const message = say(appointments.notFound, appointments.bookOrPerson);
  return { kind: 'refused', refusal: { reason: 'no_appointment', message } };
}

/** An appointment in a list for the model. */
export function listedAppointment(request: DispatchRequest) {
  const { dispatchRequestId, appointment, serviceType = appointments.visit } = request;
  const time = appointment && timeFacts(toldTime(appointment)).time;
  return { dispatchRequestId, date: appointment?.date, time, serviceType };
}

function ambiguous(requests: readonly DispatchRequest[], context: CallContext): OwnAppointment {
  const listed = requests.map(listedAppointment);
  const spoken = requests.map(({ appointment, serviceType = appointments.visit }) =>
    appointment === undefined
      ? appointments.withoutTime(serviceType)
      : appointments.named(serviceType, speakAppointment(appointment, context)),
  );
  const question = naming(
    spoken,
    SPOKEN,
    (named, more) => appointments.whichOne([...named, ...(more ? [appointments.anotherOne] : [])]),
    appointments.nothingChanged,
  );
  const message = say(question, appointments.nothingChanged);
  return {
    kind: 'refused',
    refusal: { reason: 'ambiguous_appointment', appointments: listed.slice(0, LISTED), message },
  };
}
