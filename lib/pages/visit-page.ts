import type { BookingDependencies } from '../booking/booking-facts.ts';
import { heldOffer, takeOffer } from '../booking/offer-time.ts';
import {
  holdStart,
  letHeldStartGo,
  moveToStart,
  type OwnVisit,
  type PageStart,
} from '../booking/own-visit.ts';
import type { RequestedStartRefusal } from '../booking/requested-start.ts';
import { decideOnTexts } from '../intake/consent.ts';
import { noteRefusedChange } from '../intake/messages.ts';
import { addNote } from '../record/dispatcher-changes.ts';
import type { HistoryFacts } from '../record/history.ts';
import { changeStatus } from '../record/lifecycle.ts';
import { isMovable, objectionToCustomer } from '../record/own-requests.ts';
import { activeAppointment, type ChangedBy, type DispatchRequest, hasEnded } from '../record/request.ts';
import { confirmVisit } from '../record/visit-changes.ts';
import { isWaiting, setWaiting } from '../record/waiting.ts';
import { type Form, noteIn, reasonIn, startIn, versionIn } from './form.ts';
import { onVersion } from './on-version.ts';
import { type Outcome, type Reason, refused } from './outcome.ts';
import type { Act, Page, PageVisit } from './page.ts';
import { showVisit, textableNumber } from './visit-view.ts';
import { beginningOf, momentText } from './written.ts';

/** The page of a customer, about one visit. */
export const visitPage: Page<'visit'> = {
  actions: ['confirm', 'cancel', 'choose', 'move', 'note', 'earlier', 'take', 'texts'],
  read(action, form, { link, request }, visit) {
    const version = versionIn(form);
    switch (action) {
      case 'confirm':
        return () => confirm(request, version, visit);
      case 'cancel': {
        const reason = reasonIn(form);
        return 'reason' in reason
          ? refused(reason.reason, request)
          : () => cancel(request, version, reason.value, visit);
      }
      case 'note': {
        const note = noteIn(form);
        return 'reason' in note
          ? refused(note.reason, request)
          : () => addToNotes(request, note.value, visit);
      }
      case 'earlier': {
        const on = form('on');
        return on === 'yes' || on === 'no'
          ? () => decideWaiting(request, on === 'yes', visit)
          : refused('empty', request);
      }
      case 'take': {
        const start = startIn(form);
        return start === undefined
          ? refused('invalid_start', request)
          : () => take(request, version, start, link.numberId && request.customer.phone, visit);
      }
      case 'texts': {
        const on = form('on');
        return on === 'yes' || on === 'no'
          ? () => decideTexts(request, on === 'yes', visit)
          : refused('empty', request);
      }
      default: {
        const provedNumber = link.numberId && request.customer.phone;
        return startChange(action === 'choose' ? choose : move, request, provedNumber, form, visit);
      }
    }
  },
  show: showVisit,
  facts: async ({ request }, { words }) => ({
    message: words.visit.title,
    status: request.status,
    version: request.version,
  }),
};

const byCustomer = ({ now }: PageVisit): ChangedBy => ({ by: 'customer', now });

const confirm = (request: DispatchRequest, version: number, visit: PageVisit): Promise<Outcome> => {
  const done = (latest: DispatchRequest): Outcome => ({
    ...{ kind: 'done', request: latest, message: visit.words.visit.done.confirm },
    logged: 'updated',
  });
  const isDone = (latest: DispatchRequest) =>
    latest.confirmedAt !== undefined && activeAppointment(latest) !== undefined ? done(latest) : undefined;
  return onVersion(request, version, isDone, visit, async (deps) => {
    const result = await confirmVisit(request, byCustomer(visit), deps, visit.deadline);
    return result.kind === 'not_booked' ? refused('not_booked', result.request) : done(result.request);
  });
};

const cancel = (
  request: DispatchRequest,
  version: number,
  why: string | undefined,
  visit: PageVisit,
): Promise<Outcome> => {
  const { deadline } = visit;
  const isDone = (latest: DispatchRequest): Outcome | undefined =>
    latest.status === 'canceled'
      ? {
          ...{ kind: 'done', request: latest, message: visit.words.visit.done.cancel },
          logged: 'canceled',
        }
      : undefined;
  return onVersion(request, version, isDone, visit, async (deps) => {
    const command = { to: 'canceled', why } as const;
    const change = { request, command, who: byCustomer(visit), objection: objectionToCustomer(visit) };
    const result = await changeStatus(change, deps, deadline);
    switch (result.kind) {
      case 'changed':
        await letHeldStartGo(request, deps, deadline);
        return isDone(result.request) ?? refused('not_booked', result.request);
      case 'stands':
      case 'gone':
        return isDone(result.request) ?? refused('not_booked', result.request);
      case 'needs_human':
        return await leftToOffice(
          request,
          'cancellation',
          { kind: 'asked_to_cancel', words: why },
          visit,
          deps,
        );
      case 'refused':
        return refused('invalid_transition', result.request);
    }
  });
};

/** Flags a change that only a person may make, and says when the office calls. */
async function leftToOffice(
  request: DispatchRequest,
  flag: 'cancellation' | 'move',
  asked: HistoryFacts,
  visit: PageVisit,
  deps: BookingDependencies,
): Promise<Outcome> {
  const { account, words, deadline } = visit;
  const change = { account, request, flag, asked, who: byCustomer(visit) };
  const noted = await noteRefusedChange(change, deps, deadline);
  if (noted === undefined) return refused('not_booked', request);
  const message = words.visit.willCall(momentText(account, Date.parse(noted.dueAt)));
  return refused('needs_human', noted, message);
}

type StartChange = (
  own: OwnVisit,
  start: PageStart,
  visit: PageVisit,
  deps: BookingDependencies,
) => Promise<Outcome>;

/** Returns what a form about another time does. Whether only a person may move the visit is decided before the start. */
function startChange(
  change: StartChange,
  request: DispatchRequest,
  provedNumber: string | undefined,
  form: Form,
  visit: PageVisit,
): Act | Outcome {
  const { account, now } = visit;
  const start = startIn(form);
  const service = account.serviceTypes.find(({ id }) => id === request.serviceTypeId);
  const objection = isMovable(request) ? objectionToCustomer(visit)(request) : 'gone';
  const isForOffice = objection === 'needs_human' || (objection === undefined && service === undefined);
  if (start === undefined && !isForOffice) return refused('invalid_start', request);
  const isDone = (latest: DispatchRequest) => moved(latest, start, visit);
  return () =>
    onVersion(request, versionIn(form), isDone, visit, async (deps) => {
      if (objection === 'gone') return refused('not_booked', request);
      if (isForOffice || service === undefined || start === undefined)
        return await leftToOffice(request, 'move', { kind: 'asked_to_move', visit: start }, visit, deps);
      return await change({ account, request, service, provedNumber, now }, start, visit, deps);
    });
}

/** Says that a visit is at the start that was asked for, if its customer moved it there. */
function moved(
  request: DispatchRequest,
  start: PageStart | undefined,
  { words }: PageVisit,
): Outcome | undefined {
  const appointment = activeAppointment(request);
  const { by, kind } = request.history.at(-1) ?? {};
  const isThere =
    appointment !== undefined &&
    appointment.date === start?.date &&
    beginningOf(appointment) === start.minute;
  return by === 'customer' && kind === 'moved' && isThere
    ? { kind: 'done', request, message: words.visit.done.move, logged: 'duplicate' }
    : undefined;
}

const choose: StartChange = async (own, start, { words, deadline }, deps) => {
  const { request } = own;
  const result = await holdStart(own, start, deps, deadline);
  switch (result.kind) {
    case 'held':
      return { kind: 'done', request, message: words.visit.done.choose, logged: 'held' };
    case 'refused':
      return refused(reasonOf(result.reason), request);
    case 'not_offered':
      return refused('invalid_start', request);
    case 'outdated':
      return refused('changed', request);
  }
};

const move: StartChange = async (own, start, visit, deps) => {
  const result = await moveToStart(own, start, deps, visit.deadline);
  const { request } = result;
  switch (result.kind) {
    case 'scheduled':
    case 'stands':
      return { kind: 'done', request, message: visit.words.visit.done.move, logged: 'moved' };
    case 'slot_refused':
      return refused(reasonOf(result.reason), request);
    case 'needs_human': {
      const asked = { kind: 'asked_to_move', visit: start } as const;
      return await leftToOffice(request, 'move', asked, visit, deps);
    }
    case 'gone':
      return refused('not_booked', request);
    case 'refused':
      return refused('invalid_transition', request);
  }
};

/** Somebody else may have the start, or its time may have come; any other start was never offered. */
const reasonOf = (reason: RequestedStartRefusal): Reason => {
  if (reason === 'too_soon' || reason === 'past') return 'too_soon';
  return reason === 'slot_taken' ? reason : 'invalid_start';
};

/** Puts the visit on the waiting list, or takes it off. Who waits already keeps what they wish. */
async function decideWaiting(request: DispatchRequest, on: boolean, visit: PageVisit): Promise<Outcome> {
  const { deps, deadline, words } = visit;
  const done = (latest: DispatchRequest): Outcome => ({
    ...{ kind: 'done', request: latest, message: words.visit.done.earlier[on ? 'on' : 'off'] },
    logged: 'updated',
  });
  if (on && isWaiting(request)) return done(request);
  const result = await setWaiting(request, on ? {} : 'off', byCustomer(visit), deps, deadline);
  switch (result.kind) {
    case 'changed':
    case 'stands':
      return done(result.request);
    case 'cannot_wait':
      return refused('invalid_transition', result.request);
    case 'gone':
      return refused('not_booked', result.request);
  }
}

/** Gives the visit the time that is on offer. */
function take(
  request: DispatchRequest,
  version: number,
  start: PageStart,
  provedNumber: string | undefined,
  visit: PageVisit,
): Promise<Outcome> {
  const { account, now, deadline, words } = visit;
  const isDone = (latest: DispatchRequest) => moved(latest, start, visit);
  return onVersion(request, version, isDone, visit, async (deps) => {
    const own = { account, request, provedNumber, now };
    const found = await heldOffer(own, deps, deadline);
    const isIt = found?.offer.date === start.date && beginningOf(found.held.hold) === start.minute;
    if (found === undefined || !isIt) return isDone(request) ?? refused('slot_taken', request);
    const result = await takeOffer(own, found, byCustomer(visit), deps, deadline);
    const { request: latest } = result;
    switch (result.kind) {
      case 'scheduled':
      case 'stands':
        return { kind: 'done', request: latest, message: words.visit.done.take, logged: 'moved' };
      case 'slot_refused':
        return refused(reasonOf(result.reason), latest);
      case 'gone':
        return refused('not_booked', latest);
      case 'needs_human':
      case 'refused':
        return refused('invalid_transition', latest);
    }
  });
}

/** Stores whether the visit's number gets text messages. */
async function decideTexts(request: DispatchRequest, sms: boolean, visit: PageVisit): Promise<Outcome> {
  const { account, deps, deadline, words, now } = visit;
  const phone = textableNumber(request, account);
  if (phone === undefined) return refused('invalid_transition', request);
  await decideOnTexts({ accountId: account.accountId, phone, sms, by: 'link', now }, deps, deadline);
  return { kind: 'done', request, message: words.visit.done.texts, logged: 'updated' };
}

async function addToNotes(request: DispatchRequest, text: string, visit: PageVisit): Promise<Outcome> {
  const { deps, deadline, words } = visit;
  if (hasEnded(request.status)) return refused('not_booked', request);
  const result = await addNote(request, text, {}, byCustomer(visit), deps, deadline);
  return result.kind === 'gone'
    ? refused('not_booked', result.request)
    : { kind: 'done', request: result.request, message: words.visit.done.note, logged: 'noted' };
}
