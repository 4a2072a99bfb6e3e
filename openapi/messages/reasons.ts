import type {
  BookJobResult,
  CancelJobResult,
  CheckAvailabilityResult,
  CreateCustomerResult,
  ErrorCode,
  GetBusinessHoursResult,
  HoldTimeResult,
  LookupCustomerResult,
  RescheduleJobResult,
  TakeMessageResult,
} from '../../lib/voice/results.ts';
import type { Words } from '../../lib/wording/index.ts';
import { say } from '../../lib/wording/speech.ts';
import { message, momentsIn, repair, TODAY } from './moments.ts';

type ReasonOf<Result> = Result extends { readonly reason?: infer Reason } ? NonNullable<Reason> : never;

/** Why a function did not do what was asked. */
type Reason = ReasonOf<
  | CheckAvailabilityResult
  | BookJobResult
  | RescheduleJobResult
  | CancelJobResult
  | LookupCustomerResult
  | CreateCustomerResult
  | GetBusinessHoursResult
  | HoldTimeResult
  | TakeMessageResult
>;

/** The functions and their messages. */
type Example = readonly [of: string, said: string];

/** The messages for each reason, composed like in the functions. */
export function reasonsIn(words: Words): Readonly<Record<Reason, readonly Example[]>> {
  const {
    appointments,
    areas,
    callbacks,
    details,
    holds,
    incompletePhone,
    needed,
    noTechnician,
    nothingFree,
    openings,
    people,
    questions,
    safety,
    services,
    starts,
    stillNeeded,
    times,
    todayIs,
    visits,
    whichAppointment,
  } = words;
  const { clock, day, due, halfPastTwo, monday, nine, three, today, tuesday } = momentsIn(words);
  const offer = openings.offer([{ times: three }]);
  const openDay = { day: monday, times: three };
  const next = nothingFree.nextTimes({ day: tuesday, times: three });
  const stays = appointments.stays(halfPastTwo);
  const missingThings = [...needed.values()].map(({ thing }) => thing);
  const list = [repair, 'Heating Repair', 'Plumbing Repair'];
  const willCall = callbacks.willCall(message, due);

  return {
    missing_argument: [
      ['availability, booking, moving, creating a customer', stillNeeded(missingThings.slice(0, 2))],
      ['the same, with one thing missing', needed.get('zip')?.question ?? ''],
      ['taking a message', callbacks.askAboutAndNumber],
      ['adding details', details.askWhat],
    ],
    unknown_service: [['availability, booking', say(services.notSure, services.ours(list, true))]],
    ambiguous_service: [['availability, booking', services.which([repair, 'Heating Repair'], false)]],
    not_offered: [['availability, booking', services.notOffered('duct cleaning')]],
    invalid_date: [
      ['availability, booking, moving, hours', questions.invalidDate],
      ['availability: the last day comes before the first', questions.reversedDays],
    ],
    unclear_date: [['booking, moving', questions.whichDay([tuesday, day('2026-12-01')])]],
    invalid_time: [
      ['booking, moving', questions.invalidTime],
      ['booking, moving: the clocks skip it', say(starts.skipped(clock('2:30'), day('2027-03-14')), offer)],
    ],
    unclear_time: [['booking, moving', questions.whichHalf(9 * 60)]],
    choose_time: [
      [
        'booking, moving: words for several times',
        say(openings.oneDay(monday, repair, three), openings.whichOne),
      ],
    ],
    choose_date: [
      [
        'booking, moving: words for several days',
        say(
          openings.severalDays(repair, [openDay, { day: tuesday, times: [clock('8:00')] }]),
          openings.whichOne,
        ),
      ],
    ],
    invalid_phone: [
      ['booking, creating a customer', say(...incompletePhone)],
      ['taking a message', say(...callbacks.invalidNumber)],
    ],
    past: [
      ['availability', say(nothingFree.past(day('2026-11-20')), todayIs(TODAY), next)],
      ['booking, moving', say(starts.past(clock('9:00'), day('2026-11-21')), todayIs(TODAY), offer)],
    ],
    too_soon: [
      ['availability', say(nothingFree.tooLate(monday), next)],
      ['booking, moving', say(starts.tooSoon(clock('10:30'), monday), offer)],
    ],
    too_far: [['availability, booking, moving', nothingFree.tooFar(day('2027-06-01'), 60)]],
    closed: [
      ['availability', say(nothingFree.closed(today), next)],
      ['booking, moving', say(starts.closed(clock('6:00'), monday), offer)],
      [
        'availability: nobody ever works then',
        say(nothingFree.neverThen(times.part('evening')), nothingFree.canOffer(openDay)),
      ],
    ],
    holiday: [['availability, booking, moving', say(nothingFree.closed(monday), next)]],
    outside_area: [['availability, booking', areas.outside('90210')]],
    not_in_area: [
      ['availability, booking, moving', say(areas.otherDays('11201', ['tuesday', 'thursday']), next)],
      [
        'booking: the service is done elsewhere',
        say(areas.notThere(repair, '11201'), areas.elsewhere(['Downtown'], true)),
      ],
    ],
    no_technician: [
      ['availability', say(nothingFree.noTechnician(repair, monday), next)],
      ['booking, moving', say(starts.noTechnician(repair, clock('8:00'), monday), offer)],
    ],
    duration_exceeds_hours: [
      ['availability', say(nothingFree.tooLong('Water Heater Installation', tuesday), next)],
      ['booking, moving', say(starts.tooLong(repair, clock('16:00'), monday), offer)],
    ],
    fully_booked: [
      ['availability', say(nothingFree.fullyBooked(monday, repair), next)],
      [
        'availability: nothing up to the horizon',
        say(nothingFree.fullyBooked(monday, repair), nothingFree.nothingElse, nothingFree.offerPerson),
      ],
    ],
    no_match: [
      [
        'availability',
        say(
          nothingFree.notFreeThen(times.part('morning'), nothingFree.onDays([monday])),
          nothingFree.nextTimesSameDay([clock('13:00'), clock('14:00'), clock('15:00')]),
        ),
      ],
    ],
    not_on_grid: [['booking, moving', say(starts.notOnGrid(clock('9:10')), offer)]],
    slot_taken: [
      ['booking', say(starts.taken(clock('9:00'), monday), offer)],
      ['moving', say(starts.taken(clock('9:00'), monday), stays, offer)],
      ['booking, moving, holding: it is only held', say(starts.held(clock('9:00'), monday), offer)],
      [
        'booking, moving with a technician',
        say(
          starts.technicianTaken('Ana', clock('9:00'), monday),
          openings.offer([
            {
              times: three.map((time, index) =>
                appointments.withTechnician(time, ['Ben', 'Ana', 'Ana'][index] ?? ''),
              ),
            },
          ]),
        ),
      ],
    ],
    not_skilled: [
      [
        'booking, moving with a technician',
        say(
          noTechnician.notSkilled('Ben', repair),
          openings.offer([{ times: [appointments.withTechnician(clock('9:00'), 'Ana')] }]),
        ),
      ],
    ],
    technician_not_in_area: [
      [
        'booking, moving, holding with a technician',
        say(
          noTechnician.notInArea('Ben', '11201'),
          openings.offer([{ times: [appointments.withTechnician(clock('9:00'), 'Ana')] }]),
        ),
      ],
    ],
    needs_human: [
      ['booking', `${callbacks.personDecides} ${callbacks.connecting}`],
      ['booking, with nobody to connect', say(callbacks.personDecides, willCall)],
      ['an emergency with someone on call', callbacks.connectingTo(callbacks.technicianOnCall('Ana'))],
      [
        'an emergency without a number to call',
        callbacks.beforeConnecting(
          callbacks.technicianOnCall('Ana'),
          needed.get('customerPhone')?.thing ?? '',
        ),
      ],
      ['an emergency with a danger', say(safety.gas, callbacks.connecting)],
      ['moving, canceling within the notice', say(`${callbacks.told} ${callbacks.connectingPerson}`, stays)],
      ['the same, with nobody to connect', say(callbacks.told, callbacks.theyWillCall(message), stays)],
    ],
    already_booked: [
      ['booking', say(visits.already(repair, nine), visits.moveOrAnother(clock('10:00')))],
      ['booking with another technician', say(visits.already(repair, nine), visits.sendOrAnother('Ben'))],
    ],
    another_address: [['booking', visits.anotherOrCorrected('Third Avenue', nine)]],
    ambiguous_site: [['booking', people.whichSite(['West 14th Street', 'Oak Avenue'], false)]],
    no_appointment: [
      ['moving, canceling', say(appointments.notFound, appointments.bookOrPerson)],
      [
        'booking: a late retry of a canceled booking',
        say(appointments.superseded, appointments.notBookedAgain),
      ],
    ],
    confirm_appointment: [
      [
        'moving, canceling, adding details: nothing matches',
        say(
          whichAppointment.onlyOne(appointments.named(repair, nine)),
          whichAppointment.thatOne,
          appointments.nothingChanged,
        ),
      ],
    ],
    ambiguous_appointment: [
      [
        'moving, canceling',
        say(
          whichAppointment.whichOne([
            appointments.named(repair, nine),
            appointments.named('Drain Cleaning', appointments.at(tuesday, clock('10:00'))),
          ]),
          appointments.nothingChanged,
        ),
      ],
    ],
    hold_limit: [['holding a time: others of that number are held', holds.limit]],
    no_call: [['holding a time: the platform names no call', holds.cantHold]],
    call_ended: [['holding a time', holds.callEnded]],
    released: [
      ['holding a time: a late retry after the hold was released or has ended', holds.released],
      ['canceling: only a time was held', say(holds.notBooked, appointments.anythingElse)],
    ],
    not_held_here: [['holding a time: the account holds none', holds.cantHold]],
    number_not_verified: [
      [
        'looking up a customer: another number than the reported one',
        say(people.onlyOwnNumber, people.canTakeDetails),
      ],
      ['looking up a customer: the number is withheld', callbacks.askNumber],
    ],
  };
}

/** Why a function failed, if that is a fault. */
export const causes: Readonly<Record<ErrorCode, string>> = {
  unknown_function: 'no function has that name on any platform',
  unknown_account: 'no account has the agent or assistant',
  assistant_id_missing: "platform two: no assistant id in the call's metadata",
  temporarily_unavailable:
    'storage fails or is contended; it is certain that nothing was stored. Look-ups and messages to the office have their own words (When storage fails). Also calls beyond the 20th of a message',
  outcome_unknown: 'a write was not answered; repeating it is safe',
  internal: 'a fault of the service; `error` in the log has its class',
};
