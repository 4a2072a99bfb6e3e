import { personDescriptions, placeDescriptions } from '../../record/customers/contact.ts';
import type { CatalogedFunction } from '../../voice/catalog.ts';

type NamesIn<Entry extends CatalogedFunction> = Entry extends CatalogedFunction
  ? keyof Entry['arguments']['entries']
  : never;
type Descriptions<Names extends PropertyKey> = { readonly [Name in Names]?: string };

/** Describes arguments that mean the same in every function. Names of functions in braces are those of platform one. */
const shared: Descriptions<NamesIn<CatalogedFunction>> = {
  ...personDescriptions,
  ...placeDescriptions,
  date: 'The day that the caller chose, as YYYY-MM-DD: work it out from the calendar.',
  weekday: 'The weekday of that date, as a check, if the caller named it.',
  time: 'The start that the caller chose, as HH:MM (24 hours): a start that a function answered, also for a window.',
  notBefore: 'The wish that was passed to {check_availability}, as HH:MM.',
  notAfter: 'The wish that was passed to {check_availability}, as HH:MM.',
  notBetween: 'The wish that was passed to {check_availability}, as HH:MM-HH:MM.',
  serviceType: 'The service, as {check_availability} describes it.',
  technician:
    'Who should come, only if the caller asks for it. A first name that several have means whichever of them can come. someone else: anybody but the one who came last time.',
  urgency:
    'emergency: danger or damage right now that cannot wait. urgent: the caller says that it cannot wait for a normal time, or wants somebody after hours; it may cost more. routine: all else, whichever day they want: "today" or "tomorrow" alone is routine.',
  danger: 'The danger that there is right now, as {book_job} describes it.',
  notes:
    "What is wrong, and all that the technician should know, in the caller's words. Nothing that another argument takes, such as a wish for a day, a time or a person.",
  address: 'House number, street and unit of the job.',
  zip: "Postal code of the job in digits, as soon as it is known. If the caller was asked and can't say: caller doesn't know.",
  email: 'E-mail address as it is typed, if they offer one.',
  customerName:
    'First and last name of the customer, whose visit and bill it is, as the caller says or confirms it. If they confirm a known first name, that is enough.',
  callerName: 'Name of the person who speaks, only if the customer is another one.',
  customerPhone:
    'A number to reach them at, in digits with area code, if it is not the one that they call from, or if that one is unknown.',
  siteId: 'The siteId of a known place, in place of an address. Never make one up.',
  siteLabel: 'What the caller calls the place, such as home or office, if they say so.',
  onSiteName:
    'Whom the technician calls at the job, if that is another person, such as a tenant or a neighbor, who is not the customer.',
  onSitePhone: 'The number of that person, in digits with area code.',
  onSiteMayChange: 'True only if the caller says that this person may move or cancel the visit.',
  dispatchRequestId:
    'The dispatchRequestId of the appointment, known before hello or from a function. Pass it whenever you know it. Never make one up.',
  additionalVisit:
    'True only if the caller wants one more visit beside one that is booked for the same service. False only if they were asked, and it is the same visit with a corrected address.',
  textConsent:
    'true or false as the caller answers whether the company may text them about the visit; false also if they want no more texts. Leave it out if texts have not come up.',
  language: 'es if the caller speaks Spanish, en if English.',
};

const special: { readonly [Entry in CatalogedFunction as Entry['voiceone']]?: Descriptions<NamesIn<Entry>> } =
  {
    check_availability: {
      date: 'The day that the caller wants, as YYYY-MM-DD: work it out from the calendar. Leave it out for the earliest times.',
      from: 'The first of several days that suit, as YYYY-MM-DD.',
      to: 'The last of several days that suit, as YYYY-MM-DD.',
      weekdays: 'The weekdays that suit, if only some do.',
      notDates: 'Days that do not suit, each as YYYY-MM-DD.',
      serviceType:
        'The service that fits what is wrong. Choose it yourself; ask only if two fit. Leave it out if none fits.',
      time: 'The time that the caller names, as HH:MM (24 hours): "at ten", "around ten", "four-ish". Not for "after" or "before".',
      dispatchRequestId: 'The dispatchRequestId of the visit that is to be moved, if the times are for that.',
      notBefore: 'The visit should not begin before this time, HH:MM (24 hours). "After three" is 15:00.',
      notAfter: 'The visit should not begin after this time, HH:MM. "Before lunch" is 12:00.',
      notBetween: 'The visit should not begin in this span, HH:MM-HH:MM. It may begin at its end.',
      prefer: 'earliest for "as early as you can", latest for "the last one that you have".',
      partOfDay: 'The part of the day, or the window, that suits.',
      additionalVisit:
        'True only if the caller wants one more visit for a service already booked in this call, beside the one that stands.',
    },
    book_job: {
      serviceType:
        'The service, as {check_availability} describes it: what is broken, not what sounded the alarm. In an emergency leave it out if none fits.',
      danger:
        'What goes on right now, as you judge it. gas: a smell of gas or rotten eggs. carbon_monoxide: its alarm sounds without a stop, or people are dizzy; a chirp once a minute is a battery: none. fire: smoke, flames, a burning smell. electric: sparks, a shock, a hot or buzzing panel, water in it; a tripped breaker is none. water: it pours and cannot be stopped, or sewage rises; a drip is none. no_heat: the cold endangers somebody frail, ill, old or very young, or on oxygen. person_hurt: somebody is hurt or caught, as under a door. none: nobody is in danger, or it is over.',
    },
    wait_list: {
      dispatchRequestId: 'The dispatchRequestId of the visit that should be earlier, if there is one.',
      serviceType: 'The service, as {check_availability} describes it, if no visit is booked for it.',
      from: 'The first day that suits, as YYYY-MM-DD, if not all days do.',
      to: 'The last day that suits, as YYYY-MM-DD, if not all days do.',
      partOfDay: 'The part of the day that suits, if only one does.',
      textConsent:
        'true or false as the caller answers whether the company may text them when a time opens up.',
    },
    cancel_job: {
      reason: 'Why the caller cancels. Ask once, and leave it out if they would rather not say.',
    },
    get_business_hours: {
      date: 'The day that the caller asks about, as YYYY-MM-DD. Leave it out for the week.',
    },
    take_message: {
      about: 'What the caller wants the office to know or to call back about, in their words.',
      customerName: 'First and last name of the caller.',
      callBack:
        'False only if the caller wants no call, for example because they ask for an e-mail or only pass something on.',
      topic:
        'estimate: a price. billing: an invoice or a payment. complaint: they are unhappy. vendor: they sell something. applicant: they look for work. job: a visit that is booked or done. callback: they only want a call. Otherwise other.',
      date: 'The day on which the caller wants to be called, as YYYY-MM-DD, if they say so.',
      notBefore:
        'The time of day before which they do not want to be called, as HH:MM (24 hours): "after four" is 16:00.',
      when: 'When the caller would like to be called, in their words.',
      dispatchRequestId:
        'The dispatchRequestId of the visit that it is about, if there is one, booked in this call or before.',
    },
    transfer_call: {
      reason: 'Why the caller needs a person, in one sentence.',
      topic:
        'What it is about, as for {take_message}, if it is an invoice, a complaint, something to sell or a job application.',
    },
  };

/** Returns the description of an argument that the function offers. */
export function argumentDescription({ voiceone }: CatalogedFunction, name: string): string {
  const texts: Readonly<Record<string, string | undefined>> = { ...shared, ...special[voiceone] };
  const text = texts[name];
  if (text === undefined) throw new Error(`The argument ${name} of ${voiceone} has no description`);
  return text;
}
