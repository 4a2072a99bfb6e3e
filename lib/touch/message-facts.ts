import type { Account } from '../accounts/account.ts';
import { nationalFormat } from '../accounts/phone.ts';
import { nameOf, recordedAddress } from '../intake/urgent/urgent-message.ts';
import { oneLine } from '../normalized.ts';
import { streetOf } from '../record/customers/street.ts';
import { wordsIn } from '../record/notes.ts';
import type { Appointment, Customer, DispatchRequest } from '../record/request.ts';
import { MINUTE_MS, wallClockOf } from '../scheduling/time.ts';
import { wallMinute } from '../scheduling/time-of-day.ts';
import { textsIn } from '../wording/texts.ts';
import type { FieldValues } from './fill.ts';

/** What callers said of an emergency is cut to this many characters, and an address or a name to fewer. */
const MOST_SAID = 80;
const MOST_PART = 70;

/** Returns the fields that say who the company is. */
export const companyFields = (account: Account): FieldValues => {
  const { name: company, transfer, notify, origins } = account;
  const [own] = origins.numbers;
  const phone = transfer.phone ?? own ?? notify?.senders?.sms?.from ?? notify?.senders?.voice?.from;
  return { company, phone: phone && nationalFormat(phone) };
};

/** Returns the fields of a request's visit, as they read at an instant (epoch milliseconds). */
export function visitFields(account: Account, request: DispatchRequest, now: number): FieldValues {
  const { customer, serviceType, serviceTypeId, appointment } = request;
  const { address } = customer;
  const service = account.serviceTypes.find(({ id }) => id === serviceTypeId)?.name ?? serviceType;
  return {
    ...companyFields(account),
    firstName: customer.firstName ?? nameOf(customer).split(' ')[0],
    service,
    street: address && streetOf(address),
    ...(appointment && timeFields(account, appointment, now)),
  };
}

/** Returns the fields of an appointment: its day, its time or window, and who comes. */
export function timeFields(account: Account, appointment: Appointment, now: number): FieldValues {
  const { date, minute, promise, technician } = appointment;
  return { ...dayField(account, date, now), time: timeText(account, minute, promise), technician };
}

export function dayField(account: Account, date: string, now: number): FieldValues {
  const today = wallClockOf(account.timezone, Math.floor(now / MINUTE_MS)).date;
  return { day: textsIn(account.language).speakDate(date, today) };
}

function timeText({ language }: Account, minute: number, promise: Appointment['promise']): string {
  const { speakClockTime, window } = textsIn(language);
  return promise === undefined
    ? speakClockTime(minute)
    : window(wallMinute(promise.from), wallMinute(promise.to));
}

/**
 * Returns an emergency, or another matter for a person, in one or two sentences: what it is, where, and who called.
 * @param record the customer's record, if the calling number was proved
 */
export function matterText(
  { language }: Account,
  request: DispatchRequest,
  record: Customer | undefined,
): string {
  const { danger, serviceType, notes, customer, caller, urgency } = request;
  const { texts } = textsIn(language);
  const said = wordsIn(notes)[0];
  const isEmergency = urgency === 'emergency';
  const what =
    (danger && texts.dangers[danger]) ??
    (said && isEmergency ? cut(said, MOST_SAID) : undefined) ??
    (serviceType && cut(serviceType, MOST_PART)) ??
    (said && cut(said, MOST_SAID)) ??
    (isEmergency ? texts.emergency : undefined);
  const { address, city } = customer;
  const where = address === undefined ? recordedAddress(customer, record) : undefined;
  const places = [address, address === undefined ? undefined : city, where];
  const name = nameOf(customer) || record?.name;
  const phone = customer.phone ?? caller;
  const sentences = [
    [what, ...places].filter(Boolean).map((part) => cut(part ?? '', MOST_PART + 10)),
    [name && cut(name, MOST_PART), phone && nationalFormat(phone)].filter(Boolean),
  ];
  return sentences
    .filter((parts) => parts.length > 0)
    .map((parts) => ended(parts.join(', ')))
    .join(' ');
}

const ended = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

function cut(text: string, most: number): string {
  const characters = [...oneLine(text.slice(0, most * 4))];
  return characters.length <= most ? characters.join('') : `${characters.slice(0, most - 3).join('')}...`;
}
