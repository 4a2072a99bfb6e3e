import type { Site } from '../../record/customers/sites.ts';
import { type CallHold, heldBy, liveHold } from '../../record/hold.ts';
import { requestOrHoldIdPattern } from '../../record/ids.ts';
import {
  changedByPhone,
  isCancelable,
  isCanceledBy,
  isMovable,
  isProved,
  isUpcoming,
  objectionToCaller,
  ownRecent,
  ownRequest,
} from '../../record/own-requests.ts';
import { type Appointment, asRefused, type DispatchRequest, remembers } from '../../record/request.ts';
import { mayFit } from '../../scheduling/wish.ts';
import { exactMatch } from '../../understanding/service-match.ts';
import { words as understanding } from '../../understanding/words/index.ts';
import type { Candidate, Counted, Hearing } from '../../understanding/words/which-appointment.ts';
import type { Words } from '../../wording/index.ts';
import { visitSteps } from '../../wording/next-steps.ts';
import { naming } from '../../wording/speech.ts';
import { todayOf } from '../arguments/requested-days.ts';
import { readTime, requestedTimes } from '../arguments/requested-times.ts';
import { parts } from '../message.ts';
import { repairOf } from '../repair.ts';
import type { AmbiguousAppointment, DoubtfulAppointment, NoAppointment } from '../results.ts';
import { heardService, speakAppointment, timeFacts, toldTime, visitName } from '../told.ts';
import { type CallContext, dangerInvocation, type VoiceDependencies } from '../voice-function.ts';

export type OwnAppointment =
  | { readonly kind: 'found'; readonly request: DispatchRequest }
  | {
      readonly kind: 'refused';
      readonly refusal: NoAppointment | AmbiguousAppointment | DoubtfulAppointment;
    };

interface Named {
  readonly dispatchRequestId?: string | undefined;
  readonly serviceType?: string | undefined;
  /** Each of these texts has to fit the appointment. */
  readonly which: readonly string[];
}

type SaidWhich = Omit<Named, 'which'> & {
  readonly which?: string | undefined;
  readonly date?: string | undefined;
  readonly weekday?: string | undefined;
  readonly time?: string | undefined;
};

/** Returns what says which appointment is meant, from arguments of which day and time mean nothing else. */
export const namedBy = ({ dispatchRequestId, serviceType, which, date, weekday, time }: SaidWhich): Named => {
  const texts = [which, date, weekday, time].filter((one) => one !== undefined);
  return { dispatchRequestId, serviceType, which: texts };
};

interface Purpose {
  /** Tells whether the status of a request allows the purpose. */
  readonly isMeant: (request: DispatchRequest) => boolean;
  /** Tells whether this call has already changed the request, so that a repeat gets the same answer. */
  readonly isDone?: (request: DispatchRequest, context: CallContext) => boolean;
  /** True if the words might mean the held time instead of an appointment. */
  readonly mayBeHeld?: boolean;
}

export const toMove: Purpose = { isMeant: isMovable };

/** Details can be added to every job that is not over, even if the technician is on the way. */
export const toUpdate: Purpose = { isMeant: isCancelable };

export const toCancel: Purpose = { isMeant: isCancelable, isDone: isCanceledBy, mayBeHeld: true };

/** Returns who changes an appointment by phone, and what may forbid the change. */
export const byCaller = (request: DispatchRequest, context: CallContext) => ({
  who: changedByPhone(request, context),
  objection: objectionToCaller(context),
});

/**
 * Finds the request that the caller means: by id, or the only upcoming one in a suitable status if nothing says which
 * one is meant, or words that fit only this one in every reading. Otherwise asks about the existing requests, because
 * the wrong one must not be changed. Another caller's id is answered like an unknown id.
 */
export async function ownAppointment(
  named: Named,
  { isMeant, isDone = () => false, mayBeHeld = false }: Purpose,
  context: CallContext,
  { requests, customers, holds }: Pick<VoiceDependencies, 'requests' | 'customers' | 'holds'>,
): Promise<OwnAppointment> {
  const id = named.dispatchRequestId ?? named.which.find((text) => requestOrHoldIdPattern.test(text));
  const holdId = mayBeHeld ? heldBy(context) : undefined;
  if (id !== undefined) {
    if (id === holdId) return noAppointment(context);
    const request = await ownRequest(id, context, requests, context.deadline);
    if (request !== undefined && !isOver(request, context)) return { kind: 'found', request };
  }
  const { account, caller, deadline } = context;
  const [recent, record, hold] = await Promise.all([
    ownRecent(context, requests, deadline),
    named.which.length === 0 || caller === undefined
      ? undefined
      : customers.get(account.accountId, caller, deadline),
    holdId === undefined ? undefined : holds.get(account.accountId, holdId, deadline),
  ]);
  // A late retry refers to the request that it changed, even if others were booked later.
  const changed = recent.find(
    (request) => remembers(request, context) || remembers(request, asRefused(context)),
  );
  if (changed !== undefined) return { kind: 'found', request: changed };
  // A request that this invocation stored to report a danger is not the one that the caller wants to change.
  const reported = { invocation: dangerInvocation(context) };
  const all = recent.filter((request) => isUpcoming(request, context) && !remembers(request, reported));
  const upcoming = all.filter((request) => isProved(request, context));
  const standing = withTimeFirst(upcoming.filter(isMeant));
  const doubtful = all.filter((request) => !isProved(request, context) && isMeant(request));
  const held = heldCandidate(hold, context);
  if (standing.length === 0 && doubtful.length > 0 && held === undefined)
    return asked(doubtful, context, true);
  if (id !== undefined) return unknownId(asked(standing, context), id);
  const withHeld = (list: readonly Candidate[]) => (held === undefined ? list : [...list, held]);
  const done = upcoming.filter((request) => isDone(request, context));
  const counted = { open: new Set(withHeld(standing)), done: new Set<Candidate>(done) };
  const fits = (list: readonly Candidate[]) => chosenFrom(list, named, counted, record?.sites ?? [], context);
  const chosen = await fits(withHeld(upcoming));
  const wanted = upcoming.filter((request) => chosen.includes(request));
  const open = withTimeFirst(wanted.filter(isMeant));
  const [only, ...others] = open;
  if (held !== undefined && chosen.includes(held))
    return only === undefined ? noAppointment(context) : asked(withHeld(open), context);
  if (only === undefined) {
    // A repeated cancellation gets the same answer.
    const repeated = wanted.findLast((request) => isDone(request, context));
    if (repeated !== undefined) return { kind: 'found', request: repeated };
    return asked(withHeld(standing), context);
  }
  const isTold = named.which.length > 0 || named.serviceType !== undefined;
  // A function call that names nothing may repeat this call's last change, which was another appointment's.
  if (!isTold && done.some(({ updatedAt }) => updatedAt > only.updatedAt)) return asked(open, context);
  const before = named.which.length === 0 ? [] : await fittingBefore(standing, fits);
  const possible = [...new Set([...open, ...before])];
  return others.length === 0 && possible.length === 1
    ? { kind: 'found', request: only }
    : asked(possible, context);
}

/** Returns the requests that words fit at a time from which they were moved, because the caller may not know of that. */
async function fittingBefore(
  standing: readonly DispatchRequest[],
  fits: (list: readonly Candidate[]) => Promise<readonly Candidate[]>,
): Promise<readonly DispatchRequest[]> {
  const fitting: DispatchRequest[] = [];
  for (const request of standing) {
    for (const appointment of formerTimes(request)) {
      const former = { ...request, appointment };
      const chosen = await fits(standing.map((one) => (one === request ? former : one)));
      if (chosen.includes(former)) fitting.push(request);
    }
  }
  return fitting;
}

function formerTimes({ appointment, history }: DispatchRequest): readonly Appointment[] {
  if (appointment === undefined) return [];
  return history.flatMap(({ kind, visit }) => {
    if ((kind !== 'booked' && kind !== 'moved') || visit?.minute === undefined) return [];
    const { date, minute, from, to, technicianId = appointment.technicianId } = visit;
    const promise =
      appointment.promise && from !== undefined && to !== undefined
        ? { ...appointment.promise, from, to }
        : undefined;
    const isCurrent = date === appointment.date && minute === appointment.minute;
    return isCurrent ? [] : [{ ...appointment, date, minute, technicianId, promise }];
  });
}

const asked = (standing: readonly Candidate[], context: CallContext, isByOther = false): OwnAppointment =>
  standing.length === 0
    ? noAppointment(context)
    : { kind: 'refused', refusal: askWhich(standing, context, isByOther) };

/** Lets the model choose an appointment by itself if it sent an id that is none of the caller's appointments. */
function unknownId(found: OwnAppointment, sent: string): OwnAppointment {
  if (found.kind !== 'refused' || found.refusal.reason === 'no_appointment') return found;
  const { refusal } = found;
  const repaired = repairOf('appointment', 'dispatchRequestId', sent, refusal.appointments);
  return { kind: 'refused', refusal: { ...refusal, ...repaired } };
}

function heldCandidate(hold: CallHold | undefined, { account, now }: CallContext): Candidate | undefined {
  const live = liveHold(hold, now);
  if (live === undefined) return undefined;
  const { serviceTypeId } = live.hold;
  const serviceType = account.serviceTypes.find(({ id }) => id === serviceTypeId)?.name;
  return { dispatchRequestId: live.holdId, appointment: live.hold, serviceTypeId, serviceType, customer: {} };
}

/** Returns those that the service and all words may mean; all without either. */
async function chosenFrom(
  upcoming: readonly Candidate[],
  { serviceType, which }: Named,
  counted: Counted,
  sites: readonly Site[],
  context: CallContext,
): Promise<readonly Candidate[]> {
  const wanted = ofService(upcoming, serviceType, context);
  let chosen = wanted;
  for (const text of which) {
    const fitting = await understanding().chosenBy(
      text,
      inOrderOfStart(wanted),
      counted,
      sites,
      hearingOf(context),
    );
    chosen = chosen.filter((one) => fitting.includes(one));
  }
  return chosen;
}

const hearingOf = (context: CallContext): Hearing => ({
  account: context.account,
  today: todayOf(context),
  atTime(words) {
    const time = readTime(words);
    if (time.kind !== 'at' && time.kind !== 'range') return undefined;
    const times = requestedTimes(time, context.account);
    return (appointment: Appointment) => mayFit(times.wishOn(appointment.date), toldTime(appointment));
  },
});

function withTimeFirst(requests: readonly DispatchRequest[]): readonly DispatchRequest[] {
  const withTime = requests.filter(({ appointment }) => appointment !== undefined);
  return withTime.length > 0 ? withTime : requests;
}

/** Callers may still hear about a canceled request, but not about requests that ended otherwise. */
function isOver(request: DispatchRequest, context: CallContext): boolean {
  return request.status !== 'canceled' && objectionToCaller(context)(request) === 'gone';
}

function ofService(
  requests: readonly Candidate[],
  said: string | undefined,
  { account }: CallContext,
): readonly Candidate[] {
  if (said === undefined) return requests;
  const exact = exactMatch(said, account.serviceTypes);
  const theirs = new Set(requests.map(({ serviceTypeId }) => serviceTypeId));
  const meant =
    exact?.kind === 'match'
      ? [exact.service]
      : understanding().servicesMeant(said, account.serviceTypes, ({ id }) => theirs.has(id));
  const ids = new Set<string | undefined>(meant.map(({ id }) => id));
  return requests.filter(({ serviceTypeId }) => ids.has(serviceTypeId));
}

/** Answers alike if there is no appointment, if it is another caller's, and if the id is unknown. */
export function noAppointment({ words }: Pick<CallContext, 'words'>): {
  readonly kind: 'refused';
  readonly refusal: NoAppointment;
} {
  const { appointments } = words;
  const message = parts(appointments.notFound, appointments.bookOrPerson);
  return { kind: 'refused', refusal: { reason: 'no_appointment', message } };
}

/** One question names at most this many appointments. */
const SPOKEN = 3;
/** No caller has more appointments than this, so the model can choose from all. */
const LISTED = 20;

/**
 * Asks whether the only appointment is meant, or which one.
 * @param isByOther true if somebody else booked all of them, and nothing has proved that they are the caller's
 */
export function askWhich(
  standing: readonly Candidate[],
  context: CallContext,
  isByOther: boolean,
): AmbiguousAppointment | DoubtfulAppointment {
  const { whichAppointment, appointments } = context.words;
  const [only, ...others] = standing;
  if (only === undefined || others.length > 0) return ambiguous(inOrderOfStart(standing), context, isByOther);
  const ask = isByOther ? whichAppointment.bookedByOther : whichAppointment.onlyOne;
  return {
    reason: 'confirm_appointment',
    dispatchRequestId: only.dispatchRequestId,
    appointments: [listedAppointment(only, context.words)],
    message: parts(ask(spokenName(only, context)), whichAppointment.thatOne, appointments.nothingChanged),
    nextStep: visitSteps.askAppointment,
  };
}

/** Sorts appointments by start, the order in which callers hear and count them. */
const inOrderOfStart = (candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates.toSorted((one, other) => startOf(one) - startOf(other));

const startOf = ({ appointment }: Candidate): number =>
  appointment === undefined ? 0 : Date.parse(appointment.startsAt);

export function listedAppointment(request: Candidate, { appointments }: Words) {
  const { dispatchRequestId, appointment } = request;
  const serviceType = heardService(request) ?? appointments.visit;
  const time = appointment && timeFacts(toldTime(appointment)).time;
  return { dispatchRequestId, date: appointment?.date, time, serviceType };
}

function spokenName(request: Candidate, context: CallContext): string {
  const { appointments, whichAppointment } = context.words;
  const { dispatchRequestId, appointment } = request;
  const serviceType = visitName(request, context.words);
  if (appointment !== undefined && dispatchRequestId === heldBy(context))
    return whichAppointment.heldTime(speakAppointment(appointment, context));
  return appointment === undefined
    ? whichAppointment.withoutTime(serviceType)
    : appointments.named(serviceType, speakAppointment(appointment, context));
}

function ambiguous(
  requests: readonly Candidate[],
  context: CallContext,
  isByOther: boolean,
): AmbiguousAppointment {
  const { whichAppointment, appointments } = context.words;
  const listed = requests.map((request) => listedAppointment(request, context.words));
  const spoken = requests.map((request) => spokenName(request, context));
  const who = isByOther ? whichAppointment.othersBooked : '';
  const question = naming(
    spoken,
    SPOKEN,
    (named, more) => whichAppointment.whichOne([...named, ...(more ? [whichAppointment.anotherOne] : [])]),
    who,
    appointments.nothingChanged,
  );
  const message = parts(who, question, appointments.nothingChanged);
  return {
    reason: 'ambiguous_appointment',
    appointments: listed.slice(0, LISTED),
    message,
    nextStep: visitSteps.chooseAppointment,
  };
}
