import type { BookingResult } from '../../booking/booking.ts';
import { type RequestedStart, requestedTechnician, requestedWindows } from '../../booking/requested-start.ts';
import { activeAppointment } from '../../record/request.ts';
import { momentOf } from '../../scheduling/day.ts';
import type { Slot } from '../../scheduling/engine.ts';
import { appointments } from '../../wording/en/appointments.ts';
import { noTechnician, nothingFree, todayIs } from '../../wording/en/nothing-free.ts';
import { openings } from '../../wording/en/openings.ts';
import { either, speakDate } from '../../wording/speech.ts';
import { speakTold } from '../arguments/arrival.ts';
import { startFacts } from '../arguments/start-argument.ts';
import type { CallContext } from '../arguments/voice-function.ts';
import { parts } from '../message.ts';
import type { StartRefused } from '../results/appointments.ts';
import { ignoredTechnician } from './booking-answers.ts';
import { furtherSearch, offerOf } from './offers.ts';
import { speakNothingFound, speakStartRefusal, spokenArea } from './reasons.ts';
import { speakAppointment } from './speak-appointment.ts';

/** Why a start was refused, which appointment stays, and the alternatives. */
export function refused(
  result: Omit<Extract<BookingResult, { kind: 'refused' }>, 'kind'>,
  wanted: RequestedStart,
  context: CallContext,
): StartRefused {
  const { reason, alternatives, searched, heldUntil, standing } = result;
  const { account, now, service, date, minute } = wanted;
  const { today } = momentOf(account, now);
  const { horizonDays, spokenOptions } = account.booking;
  const requested = requestedTechnician(wanted);
  const coverage = result.coverage ?? wanted.coverage;
  const area = spokenArea(coverage);
  const time = speakTold({ minute, window: requestedWindows(wanted)?.[0] });
  const day = speakDate(date, today);
  const said = speakStartRefusal(reason, {
    time,
    day,
    service: service.name,
    horizonDays,
    technician: 'name' in requested ? requested.name : undefined,
    isHeld: heldUntil !== undefined,
    area,
    zip: coverage?.zip,
  });
  // Those who were not asked for may have time.
  const isOfOthers = requested.kind === 'others' && reason === 'no_technician';
  const why = isOfOthers ? nothingFree.nobodyElse(`on ${appointments.at(day, time)}`) : said;
  const sinceToday = reason === 'past' ? todayIs(speakDate(today, today)) : undefined;
  const appointment = activeAppointment(standing);
  const stands =
    appointment === undefined ? undefined : appointments.stays(speakAppointment(appointment, context));
  const spoken = alternatives.slice(0, spokenOptions);
  const offered =
    alternatives.length === 0
      ? requested.kind === 'others' && searched.kind === 'complete'
        ? nothingFree.nobodyElse(nothingFree.asFarAsWeBook)
        : speakNothingFound(searched, today)
      : speakAlternatives(spoken, date, today, wanted.technician !== undefined);
  return {
    message: parts(
      why,
      sinceToday,
      requested.kind === 'unknown' ? noTechnician.unknown : undefined,
      stands,
      offered,
    ),
    offered: spoken.map(offerOf),
    confirmed: false,
    reason,
    ...(heldUntil === undefined ? {} : { heldUntil }),
    ...(reason === 'not_in_area' && area !== undefined ? { weekdays: area.weekdays } : {}),
    ...(standing === undefined ? {} : { dispatchRequestId: standing.dispatchRequestId }),
    ...ignoredTechnician(requested.kind),
    alternatives: alternatives.map(offerOf),
    ...startFacts(date, context),
    ...(alternatives.length === 0 ? furtherSearch(searched) : {}),
  };
}

function speakAlternatives(slots: readonly Slot[], asked: string, today: string, named: boolean): string {
  const dates = [...new Set(slots.map(({ date }) => date))];
  const onDate = (date: string) => {
    const ofDate = slots.filter((slot) => slot.date === date);
    const who = ({ technician }: Slot) => (named ? ` with ${technician.name}` : '');
    const times = either(ofDate.map((slot) => `${speakTold(slot)}${who(slot)}`));
    return date === asked ? times : appointments.at(speakDate(date, today), times);
  };
  return openings.offer(dates.map(onDate));
}
