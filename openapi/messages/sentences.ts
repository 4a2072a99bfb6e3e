import { holding } from '../../lib/wording/en/holding.ts';
import { office } from '../../lib/wording/en/office.ts';
import type { Words } from '../../lib/wording/index.ts';
import { nextSteps, repairs, visitSteps } from '../../lib/wording/next-steps.ts';
import { message, momentsIn, repair, TODAY } from './moments.ts';

/** An example of each phrase with parameters; the others are their own. */
type Examples<Phrases> = {
  readonly [Name in keyof Phrases as Phrases[Name] extends string | readonly string[] ? never : Name]: string;
};

/** Phrases as they are said, by name. */
export interface Group {
  readonly title: string;
  /** The file of the phrases without its ending. */
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
  return { title, file, phrases: new Map(said) };
};

/** Everything that callers hear from functions. */
export function groupsIn(words: Words): readonly Group[] {
  const {
    appointments,
    areas,
    callbacks,
    company,
    dangerQuestions,
    details,
    faults,
    fees,
    holds,
    hours,
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
    technicians,
    times,
    todayIs,
    unavailable,
    visits,
    whichAppointment,
  } = words;
  const { clock, day, due, halfPastTwo, monday, nine, three, tuesday } = momentsIn(words);
  const openDay = { day: monday, times: three };
  const days = nothingFree.fromTo(monday, tuesday);

  const askedAlone = Object.fromEntries([...needed].map(([name, { question }]) => [name, question]));

  return [
    group('What to do first in a danger', 'dangers', safety, {}),
    group('Whether there is a danger', 'dangers', dangerQuestions, {}),
    group('Why a start is refused', 'openings', starts, {
      skipped: starts.skipped(clock('2:30'), day('2027-03-14')),
      taken: starts.taken(clock('9:00'), monday),
      technicianTaken: starts.technicianTaken('Ana', clock('9:00'), monday),
      held: starts.held(clock('9:00'), monday),
      heldTechnician: starts.heldTechnician('Ana', clock('9:00'), monday),
      closed: starts.closed(clock('6:00'), monday),
      notOnGrid: starts.notOnGrid(clock('9:10')),
      tooLong: starts.tooLong(repair, clock('16:00'), monday),
      noTechnician: starts.noTechnician(repair, clock('8:00'), monday),
      tooSoon: starts.tooSoon(clock('10:30'), monday),
      past: starts.past(clock('9:00'), day('2026-11-21')),
    }),
    group('Appointments', 'appointments', appointments, {
      at: appointments.at(monday, clock('9:00')),
      booked: appointments.booked(repair, nine, 'Dev'),
      within: appointments.within(monday, times.inWindow(8 * 60, 10 * 60)),
      withTechnician: appointments.withTechnician(clock('9:00'), 'Ana'),
      requestedTime: appointments.requestedTime(clock('9:00')),
      requestedSpan: appointments.requestedSpan(times.after(15 * 60)),
      bookedThen: appointments.bookedThen(nine),
      callsOnSite: appointments.callsOnSite('Tara Quinn', true),
      atPlace: appointments.booked(appointments.atPlace(repair, 'Oak Avenue'), nine, 'Dev'),
      alreadyBooked: appointments.alreadyBooked(repair, nine, 'Dev'),
      moved: appointments.moved(repair, nine, halfPastTwo, 'Dev'),
      movedSameDay: appointments.movedSameDay(
        repair,
        tuesday,
        times.at([14 * 60 + 30]),
        times.at([9 * 60]),
        'Dev',
      ),
      otherTechnician: appointments.otherTechnician(repair, nine, 'Carla', 'Ben'),
      stays: appointments.stays(halfPastTwo),
      canceled: appointments.canceled(appointments.yours(repair, halfPastTwo)),
      stands: appointments.stands(appointments.yours(repair, halfPastTwo)),
      yours: appointments.yours(repair, halfPastTwo),
      named: appointments.named(repair, nine),
    }),
    group('Which appointment is meant', 'appointments', whichAppointment, {
      whichOne: whichAppointment.whichOne([
        appointments.named(repair, nine),
        appointments.named('Drain Cleaning', appointments.at(tuesday, clock('10:00'))),
      ]),
      onlyOne: whichAppointment.onlyOne(appointments.named(repair, nine)),
      bookedByOther: whichAppointment.bookedByOther(appointments.named(repair, nine)),
      withoutTime: whichAppointment.withoutTime(repair),
      heldTime: whichAppointment.heldTime(nine),
    }),
    group('Times that are held', 'appointments', holds, {
      held: holds.held(nine),
      heldMinutes: holds.heldMinutes(nine),
      heldBriefly: holds.heldBriefly(nine),
      until: holds.until(clock('14:45')),
    }),
    group('An existing visit', 'appointments', visits, {
      already: visits.already(repair, nine),
      moveOrAnother: visits.moveOrAnother(clock('10:00')),
      sendOrAnother: visits.sendOrAnother('Ben'),
      anotherOrCorrected: visits.anotherOrCorrected('Third Avenue', nine),
    }),
    group('Details of a visit', 'appointments', details, {
      noted: details.noted(repair, nine),
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
      willCallBetween: callbacks.willCallBetween(message, 16 * 60, callbacks.by(17 * 60, TODAY, TODAY)),
      theyWillCall: callbacks.theyWillCall(message),
      connectingTo: callbacks.connectingTo(callbacks.technicianOnCall('Ana')),
      technicianOnCall: callbacks.technicianOnCall('Ana'),
      managerOnCall: callbacks.managerOnCall('Kim'),
      someoneOnCall: callbacks.someoneOnCall('Sam'),
      beforeConnecting: callbacks.beforeConnecting(
        callbacks.technicianOnCall('Ana'),
        needed.get('address')?.thing ?? '',
      ),
      comes: callbacks.comes('Ana', 17 * 60, TODAY, TODAY),
      firstVisit: callbacks.firstVisit(nine),
      by: callbacks.by(9 * 60, '2026-11-24', TODAY),
    }),
    group(
      'Hours',
      'company',
      { ...hours, ...company },
      {
        opensAgain: hours.opensAgain(monday, clock('8:00')),
        openOn: hours.openOn(monday, [hours.fromTo(8 * 60, 12 * 60), hours.fromTo(13 * 60, 17 * 60)]),
        closedOn: hours.closedOn(day('2026-11-29')),
        fromTo: hours.fromTo(8 * 60, 17 * 60),
      },
    ),
    group('Times of the day', 'days-and-times', times, {
      at: times.at([9 * 60]),
      part: times.part('evening'),
      around: times.around(10 * 60),
      after: times.after(15 * 60),
      before: times.before(12 * 60),
      oneOf: times.oneOf([times.before(10 * 60), times.after(15 * 60)]),
      between: times.between(8 * 60, 10 * 60),
      window: times.window(8 * 60, 10 * 60),
      inWindow: times.inWindow(11 * 60, 13 * 60),
      when: times.when([times.window(8 * 60, 10 * 60), times.window(13 * 60, 15 * 60)]),
    }),
    group('Questions about days and times', 'days-and-times', questions, {
      whichDay: questions.whichDay([tuesday, day('2026-12-01')]),
      whichHalf: questions.whichHalf(9 * 60),
    }),
    group('What is free', 'openings', openings, {
      oneDay: openings.oneDay(monday, repair, three),
      oneDayWith: openings.oneDayWith(monday, repair, 'Ana', three),
      severalDays: openings.severalDays(repair, [openDay, { day: tuesday, times: [clock('8:00')] }]),
      severalDaysWith: openings.severalDaysWith(repair, 'Ana', [
        openDay,
        { day: tuesday, times: [clock('8:00')] },
      ]),
      earliest: openings.earliest(monday, clock('8:00')),
      earliestWith: openings.earliestWith(monday, clock('8:00'), 'Ana'),
      also: openings.also([clock('13:00')], [{ day: tuesday, times: [clock('8:00')] }]),
      willNote: openings.willNote(times.after(15 * 60)),
      willNoteTime: openings.willNoteTime(clock('9:00')),
      latest: openings.latest(monday, clock('16:00')),
      notTaken: openings.notTaken('six or later'),
      cutTo: openings.cutTo(14),
      offer: openings.offer([{ times: three }, { day: tuesday, times: [clock('8:00'), clock('9:00')] }]),
    }),
    group('Nothing is free', 'openings', nothingFree, {
      notFreeThen: nothingFree.notFreeThen(times.part('evening'), days),
      neverThen: nothingFree.neverThen(times.part('evening')),
      neverThenFor: nothingFree.neverThenFor(times.part('evening'), repair),
      notFreeTechnician: nothingFree.notFreeTechnician('Ana', nothingFree.onDays([monday])),
      nextTimes: nothingFree.nextTimes(openDay),
      nextTime: nothingFree.nextTime({ day: monday, times: [clock('8:00')] }),
      nextTimesSameDay: nothingFree.nextTimesSameDay(three),
      canOffer: nothingFree.canOffer(openDay),
      noneThen: nothingFree.noneThen(times.part('evening')),
      noneThenFrom: nothingFree.noneThenFrom(times.part('morning'), monday),
      noneThenLater: nothingFree.noneThenLater(times.part('evening')),
      noneThenUntil: nothingFree.noneThenUntil(times.part('evening'), day('2026-12-21')),
      noneThenFound: nothingFree.noneThenFound(times.part('evening')),
      timesBefore: nothingFree.timesBefore(openDay),
      timeBefore: nothingFree.timeBefore({ day: monday, times: [clock('8:00')] }),
      tooFarDays: nothingFree.tooFarDays(60),
      closedDays: nothingFree.closedDays(nothingFree.onWeekdays(['saturday', 'sunday'])),
      noneOnDays: nothingFree.noneOnDays(repair, days),
      nobodyElse: nothingFree.nobodyElse(nothingFree.onDays([monday])),
      fromTo: nothingFree.fromTo(monday, tuesday),
      onDays: nothingFree.onDays([monday, tuesday]),
      onWeekdays: nothingFree.onWeekdays(['saturday', 'sunday']),
      nothingUntil: nothingFree.nothingUntil(day('2026-12-21')),
      past: nothingFree.past(day('2026-11-20')),
      tooFar: nothingFree.tooFar(day('2027-06-01'), 60),
      closed: nothingFree.closed(day('2026-11-29')),
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
        todayIs: todayIs(TODAY),
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
        otherDays: areas.otherDays('11201', ['tuesday', 'thursday']),
        fee: fees.fee('an 89 dollar visit fee, which goes toward the repair'),
      },
    ),
    group('Who is calling', 'company', people, {
      found: people.found('Dana'),
      next: people.next(repair, nine, 'Dev', 1),
      waiting: people.waiting(repair),
      isThis: people.isThis('Dana'),
      saved: people.saved('Dana Miller'),
      updated: people.updated('Dana Miller'),
      whichSite: people.whichSite(['West 14th Street', 'Oak Avenue'], false),
      site: people.site('West 14th Street', 'New York'),
    }),
    group('Services', 'company', services, {
      spoken: services.spoken('Drain & Sewer Cleaning'),
      offer: services.offer([repair, 'AC Tune-Up', 'Heating Repair'], true),
      which: services.which([repair, 'Heating Repair'], false),
      ours: services.ours([repair, 'Heating Repair', 'Plumbing Repair'], true),
      notOffered: services.notOffered('duct cleaning'),
    }),
    group('Faults', 'faults', faults, {}),
    group('When storage fails', 'faults', unavailable, {
      reachOffice: unavailable.reachOffice('212-555-0100'),
    }),
  ];
}

const byFunction = Object.entries(holding).flatMap(([name, phrases]) =>
  Object.entries(phrases).map(([when, phrase]): [string, string] => [`${name}, ${when}`, phrase]),
);

/** What the platforms say in English while a function runs. */
export const holdingPhrases: Group = {
  title: 'While a function runs',
  file: 'holding',
  phrases: new Map(byFunction),
};

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
    {
      ...nextSteps,
      ...visitSteps,
      ...Object.fromEntries(
        Object.entries(repairs).map(([name, { nextStep }]) => [`repair: ${name}`, nextStep]),
      ),
    },
    {
      lookFurther: nextSteps.lookFurther('2026-12-21'),
      keepTime: nextSteps.keepTime('11:00'),
      askName: nextSteps.askName('Dana'),
      askDay: nextSteps.askDay('2026-12-01', '2026-11-24', TODAY),
      askFor: nextSteps.askFor(['date', 'customerName']),
      afterEmergency: nextSteps.afterEmergency(['address'], true, true),
      reportNow: nextSteps.reportNow(['address']),
      judgeDanger: nextSteps.judgeDanger('water'),
    },
  ),
  file: 'next-steps',
};
