import {
  appointments,
  details,
  holds,
  incompletePhone,
  needed,
  stillNeeded,
  visits,
  whichAppointment,
} from '../../lib/wording/en/appointments.ts';
import { callbacks } from '../../lib/wording/en/callbacks.ts';
import { areas, company, fees, hours, people, services } from '../../lib/wording/en/company.ts';
import { safety } from '../../lib/wording/en/dangers.ts';
import { questions, times } from '../../lib/wording/en/days-and-times.ts';
import { faults, unavailable } from '../../lib/wording/en/faults.ts';
import { holding } from '../../lib/wording/en/holding.ts';
import { either } from '../../lib/wording/en/lists.ts';
import { office } from '../../lib/wording/en/office.ts';
import {
  noTechnician,
  nothingFree,
  openings,
  starts,
  technicians,
  todayIs,
} from '../../lib/wording/en/openings.ts';
import { nextSteps, visitSteps } from '../../lib/wording/next-steps.ts';
import { due, halfPastTwo, message, monday, nine, repair, three, today, tuesday } from './moments.ts';

/** An example of each phrase with parameters; the others are their own. */
type Examples<Phrases> = {
  readonly [Name in keyof Phrases as Phrases[Name] extends string | readonly string[] ? never : Name]: string;
};

/** Phrases as they are said, by name. */
export interface Group {
  readonly title: string;
  /** The file in `lib/wording/` without its ending. */
  readonly file: string;
  readonly phrases: ReadonlyMap<string, string>;
}

const group = <Phrases extends object>(
  title: string,
  file: string,
  phrases: Phrases,
  examples: Examples<Phrases>,
): Group => {
  const known = new Map<string, unknown>(Object.entries(examples));
  const said = Object.entries(phrases).map(([name, phrase]): [string, string] => [
    name,
    Array.isArray(phrase) ? phrase.join(' ') : String(typeof phrase === 'string' ? phrase : known.get(name)),
  ]);
  return { title, file: `en/${file}`, phrases: new Map(said) };
};

const openDay = { day: monday, times: three };
const days = `from ${monday} to ${tuesday}`;

const askedAlone = Object.fromEntries([...needed].map(([name, { question }]) => [name, question]));

const byFunction = Object.entries(holding).flatMap(([name, phrases]) =>
  Object.entries(phrases).map(([when, phrase]): [string, string] => [`${name}, ${when}`, phrase]),
);

/** Everything that callers hear, and the instructions for models. */
export const groups: readonly Group[] = [
  group('What to do first in a danger', 'dangers', safety, {}),
  group('Why a start is refused', 'openings', starts, {
    skipped: starts.skipped('2:30 AM', 'Sunday, March 14, 2027'),
    taken: starts.taken('9 AM', monday),
    technicianTaken: starts.technicianTaken('Ana', '9 AM', monday),
    held: starts.held('9 AM', monday),
    heldTechnician: starts.heldTechnician('Ana', '9 AM', monday),
    closed: starts.closed('6 AM', monday),
    notOnGrid: starts.notOnGrid('9:10 AM'),
    tooLong: starts.tooLong(repair, '4 PM', monday),
    noTechnician: starts.noTechnician(repair, '8 AM', monday),
    tooSoon: starts.tooSoon('10:30 AM', monday),
    past: starts.past('9 AM', 'Saturday, November 21'),
  }),
  group('Appointments', 'appointments', appointments, {
    at: appointments.at(monday, '9 AM'),
    booked: appointments.booked(repair, nine, 'Dev'),
    within: appointments.within(monday, times.inWindow(8 * 60, 10 * 60)),
    requestedTime: appointments.requestedTime('9 AM'),
    requestedSpan: appointments.requestedSpan(times.after(15 * 60)),
    bookedThen: appointments.bookedThen(nine),
    atPlace: appointments.booked(appointments.atPlace(repair, 'Oak Avenue'), nine, 'Dev'),
    alreadyBooked: appointments.alreadyBooked(repair, nine, 'Dev'),
    moved: appointments.moved(repair, nine, halfPastTwo, 'Dev'),
    otherTechnician: appointments.otherTechnician(repair, nine, 'Carla', 'Ben'),
    stays: appointments.stays(halfPastTwo),
    canceled: appointments.canceled(appointments.yours(repair, halfPastTwo)),
    stands: appointments.stands(appointments.yours(repair, halfPastTwo)),
    yours: appointments.yours(repair, halfPastTwo),
    named: appointments.named(repair, nine),
  }),
  group('Which appointment is meant', 'appointments', whichAppointment, {
    whichOne: whichAppointment.whichOne([`${repair} on ${nine}`, `Drain Cleaning on ${tuesday} at 10 AM`]),
    onlyOne: whichAppointment.onlyOne(appointments.named(repair, nine)),
    bookedByOther: whichAppointment.bookedByOther(appointments.named(repair, nine)),
    withoutTime: whichAppointment.withoutTime(repair),
    heldTime: whichAppointment.heldTime(nine),
  }),
  group('Times that are held', 'appointments', holds, {
    held: holds.held(nine),
    heldMinutes: holds.heldMinutes(nine),
    heldBriefly: holds.heldBriefly(nine),
  }),
  group('An existing visit', 'appointments', visits, {
    already: visits.already(repair, nine),
    moveOrAnother: visits.moveOrAnother('10 AM'),
    sendOrAnother: visits.sendOrAnother('Ben'),
    anotherOrCorrected: visits.anotherOrCorrected('Third Avenue', nine),
  }),
  group('Details of a visit', 'appointments', details, {
    noted: details.noted(appointments.named(repair, nine)),
    address: details.address(appointments.named(repair, nine), 'Third Avenue'),
    forOffice: details.forOffice(appointments.named(repair, nine)),
    otherAddress: details.otherAddress(appointments.named(repair, nine)),
  }),
  group(
    'What is missing',
    'appointments',
    { stillNeeded, incompletePhone, ...askedAlone },
    { stillNeeded: stillNeeded([...needed.values()].map(({ thing }) => thing)) },
  ),
  group('Calls back', 'callbacks', callbacks, {
    willCall: callbacks.willCall(message, due),
    theyWillCall: callbacks.theyWillCall(message),
    connectingTo: callbacks.connectingTo(callbacks.technicianOnCall('Ana')),
    technicianOnCall: callbacks.technicianOnCall('Ana'),
    managerOnCall: callbacks.managerOnCall('Kim'),
    someoneOnCall: callbacks.someoneOnCall('Sam'),
    today: callbacks.today('3 PM'),
    onDay: callbacks.onDay('9 AM', 'Monday'),
  }),
  group(
    'Hours',
    'company',
    { ...hours, ...company },
    {
      opensAgain: hours.opensAgain(monday, '8 AM'),
      openToday: hours.openToday(today, [hours.fromTo('9 AM', '1 PM')]),
      openOn: hours.openOn(monday, [hours.fromTo('8 AM', 'noon'), hours.fromTo('1 PM', '5 PM')]),
      closedToday: hours.closedToday(today),
      closedOn: hours.closedOn('Sunday, November 29'),
      fromTo: hours.fromTo('8 AM', '5 PM'),
    },
  ),
  group('Times of the day', 'days-and-times', times, {
    at: times.at([9 * 60]),
    part: times.part('evening'),
    around: times.around(10 * 60),
    after: times.after(15 * 60),
    before: times.before(12 * 60),
    between: times.between(8 * 60, 10 * 60),
    window: times.window(8 * 60, 10 * 60),
    inWindow: times.inWindow(11 * 60, 13 * 60),
    when: times.when(['8 to 10 AM', '1 to 3 PM']),
  }),
  group('Questions about days and times', 'days-and-times', questions, {
    whichDay: questions.whichDay([tuesday, 'Tuesday, December 1']),
    whichHalf: questions.whichHalf(9 * 60),
  }),
  group('What is free', 'openings', openings, {
    oneDay: openings.oneDay(monday, repair, three),
    oneDayWith: openings.oneDayWith(monday, repair, 'Ana', three),
    severalDays: openings.severalDays(repair, [openDay, { day: tuesday, times: ['8 AM'] }]),
    severalDaysWith: openings.severalDaysWith(repair, 'Ana', [openDay, { day: tuesday, times: ['8 AM'] }]),
    earliest: openings.earliest(monday, '8 AM'),
    earliestWith: openings.earliestWith(monday, '8 AM', 'Ana'),
    also: openings.also(['1 PM'], [{ day: tuesday, times: ['8 AM'] }]),
    willNote: openings.willNote(times.after(15 * 60)),
    latest: openings.latest(monday, '4 PM'),
    notTaken: openings.notTaken('six or later'),
    cutTo: openings.cutTo(14),
    offer: openings.offer([either(three), `Tuesday, November 24 at ${either(['8 AM', '9 AM'])}`]),
  }),
  group('Nothing is free', 'openings', nothingFree, {
    notFreeThen: nothingFree.notFreeThen(times.part('evening'), days),
    neverThen: nothingFree.neverThen(times.part('evening')),
    neverThenFor: nothingFree.neverThenFor(times.part('evening'), repair),
    notFreeTechnician: nothingFree.notFreeTechnician('Ana', `on ${monday}`),
    nextTimes: nothingFree.nextTimes(openDay),
    nextTime: nothingFree.nextTime({ day: monday, times: ['8 AM'] }),
    nextTimesSameDay: nothingFree.nextTimesSameDay(three),
    firstOpenings: nothingFree.firstOpenings(openDay),
    firstOpening: nothingFree.firstOpening({ day: monday, times: ['8 AM'] }),
    noneThen: nothingFree.noneThen(times.part('evening')),
    noneThenFrom: nothingFree.noneThenFrom('in the morning', monday),
    noneThenLater: nothingFree.noneThenLater(times.part('evening')),
    noneThenUntil: nothingFree.noneThenUntil(times.part('evening'), 'Monday, December 21'),
    noneThenFound: nothingFree.noneThenFound(times.part('evening')),
    timesBefore: nothingFree.timesBefore(openDay),
    timeBefore: nothingFree.timeBefore({ day: monday, times: ['8 AM'] }),
    tooFarDays: nothingFree.tooFarDays(60),
    closedDays: nothingFree.closedDays(nothingFree.onWeekdays(['Saturday', 'Sunday'])),
    noneOnDays: nothingFree.noneOnDays(repair, days),
    nobodyElse: nothingFree.nobodyElse(`on ${monday}`),
    fromTo: nothingFree.fromTo(monday, tuesday),
    onDays: nothingFree.onDays([monday, tuesday]),
    onWeekdays: nothingFree.onWeekdays(['Saturday', 'Sunday']),
    nothingUntil: nothingFree.nothingUntil('Monday, December 21'),
    past: nothingFree.past('Friday, November 20'),
    tooFar: nothingFree.tooFar('Tuesday, June 1, 2027', 60),
    closed: nothingFree.closed('Sunday, November 29'),
    holiday: nothingFree.holiday('Thursday, November 26'),
    noTechnician: nothingFree.noTechnician(repair, monday),
    tooLong: nothingFree.tooLong('Water Heater Installation', tuesday),
    tooLate: nothingFree.tooLate(monday),
    fullyBooked: nothingFree.fullyBooked(monday, repair),
  }),
  group(
    'Technicians',
    'openings',
    { ...technicians, ...noTechnician, todayIs },
    {
      unknownWillCome: technicians.unknownWillCome('Dev'),
      notSkilled: noTechnician.notSkilled('Ben', repair),
      notInArea: noTechnician.notInArea('Ben', '11201'),
      notFree: noTechnician.notFree('Ben'),
      notFound: noTechnician.notFound('Ben'),
      todayIs: todayIs(today),
    },
  ),
  group(
    'Areas and fees',
    'company',
    { ...areas, ...fees },
    {
      outside: areas.outside('90210'),
      notThere: areas.notThere(repair, '11201'),
      elsewhere: areas.elsewhere(['Downtown', 'Riverside'], true),
      otherDays: areas.otherDays('11201', ['Tuesday', 'Thursday']),
      fee: fees.fee('an 89 dollar visit fee, which goes toward the repair'),
    },
  ),
  group('Who is calling', 'company', people, {
    found: people.found('Dana'),
    next: people.next(repair, nine, 'Dev', 1),
    waiting: people.waiting(repair),
    saved: people.saved('Dana Miller'),
    updated: people.updated('Dana Miller'),
    whichSite: people.whichSite(['West 14th Street', 'Oak Avenue'], false),
    site: people.site('West 14th Street', 'New York'),
  }),
  group('Services', 'company', services, {
    offer: services.offer([repair, 'AC Tune-Up', 'Heating Repair'], true),
    which: services.which([repair, 'Heating Repair'], false),
    ours: services.ours([repair, 'Heating Repair', 'Plumbing Repair'], true),
    notOffered: services.notOffered('duct cleaning'),
  }),
  group('Faults', 'faults', faults, {}),
  group('When storage fails', 'faults', unavailable, {
    reachOffice: unavailable.reachOffice('212-555-0100'),
  }),
  { title: 'While a function runs', file: 'en/holding', phrases: new Map(byFunction) },
];

/** Texts for the office. */
export const notes: Group = group('Notes for the office', 'office', office, {
  wantsPerson: office.wantsPerson('a question about the invoice'),
  technicianAsSaid: office.technicianAsSaid('anyone but Ben'),
  wantsBooking: office.wantsBooking(repair, '2026-11-23'),
  span: office.span(15 * 60, 24 * 60),
  aboutVisit: office.aboutVisit('asked to cancel'),
});

/** Instructions for models, which nobody hears. */
export const instructions: Group = {
  ...group(
    'Next steps for the model',
    '',
    { ...nextSteps, ...visitSteps },
    {
      lookFurther: nextSteps.lookFurther('2026-12-21'),
      confirmDay: nextSteps.confirmDay('Tuesday, December 1', tuesday),
      askFor: nextSteps.askFor(['date', 'customerName']),
    },
  ),
  file: 'next-steps',
};
