import { customerName } from '../../lib/booking/dispatchers/day-board.ts';
import { mapFields } from '../../lib/map-fields.ts';
import { isToCallBack } from '../../lib/record/attention.ts';
import {
  accessFields,
  addressFields,
  type ContactDetails,
  personFields,
} from '../../lib/record/customers/contact.ts';
import type { Notified } from '../../lib/record/history.ts';
import {
  activeAppointment,
  crewOf,
  type DispatchRequest,
  type JobVisit,
  type StatusChange,
  visitsIn,
} from '../../lib/record/request.ts';
import type { Waitlist } from '../../lib/record/waitlist.ts';
import { formatClockTime } from '../../lib/scheduling/time-of-day.ts';
import { historyText } from '../../lib/wording/en/history.ts';
import { allNotes } from '../../lib/wording/en/office.ts';
import { toFacts, toLocalMinute, toTable, toTableOr } from '../output.ts';

function appointmentText({ appointment }: Pick<DispatchRequest, 'appointment'>): string {
  if (appointment === undefined) return '';
  const { promise } = appointment;
  const promised = promise === undefined ? '' : `, promised ${promise.from} to ${promise.to}`;
  const [first = '', ...later] = visitsIn(appointment).map(visitText);
  return [`${first}${promised}`, ...later].join('; ');
}

const visitText = (visit: JobVisit): string =>
  `${visit.date} ${formatClockTime(visit.minute)} ${crewOf(visit)
    .map(({ technician }) => technician)
    .join(', ')}`;

/** Says since when, for which days and for which parts of the day somebody waits. */
function waitlistText({ since, from, to, parts }: Waitlist): string {
  const days = [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ');
  return [`since ${since.slice(0, 10)}`, days, parts.join(' or ')].filter(Boolean).join(', ');
}

/** Returns the site of a job as names and values, with the address as one value. */
function placeFacts(contact: ContactDetails): Readonly<Record<string, string | undefined>> {
  const address = addressFields.map((field) => contact[field]).filter((part) => part !== undefined);
  return { address: address.join(', '), ...mapFields(accessFields, (field) => contact[field]) };
}

/** Returns a table of requests, with times in the account's time zone. */
export function requestTable(requests: readonly DispatchRequest[], timezone: string): string {
  return toTableOr(
    'No dispatch requests.',
    [
      ...['dispatch request', `created (${timezone})`, 'status', 'urgency', 'customer', 'service'],
      ...[`appointment (${timezone})`, 'review'],
    ],
    requests.map((request) => [
      request.dispatchRequestId,
      toLocalMinute(request.createdAt, timezone),
      request.status,
      request.urgency,
      customerName(request),
      request.kind === 'message' ? `message: ${request.topic}` : (request.serviceType ?? ''),
      appointmentText(request),
      request.needsReview.join(', '),
    ]),
  );
}

/**
 * Returns a request with all fields and its history, in the account's time zone.
 * @param zipIsIn where the request's zip code is, if that contradicts the city or state
 */
export function requestFacts(request: DispatchRequest, timezone: string, zipIsIn?: string): string {
  const { customer } = request;
  const local = (iso: string) => toLocalMinute(iso, timezone);
  const localOf = (iso: string | undefined) => (iso === undefined ? undefined : local(iso));
  const facts = toFacts({
    'dispatch request': request.dispatchRequestId,
    account: request.accountId,
    status: request.status,
    urgency: request.urgency,
    source: request.callId === undefined ? request.source : `${request.source} call ${request.callId}`,
    'time zone': timezone,
    created: local(request.createdAt),
    updated: local(request.updatedAt),
    erased: localOf(request.erasedAt),
    [isToCallBack(request) ? 'call back by' : 'acknowledge by']: localOf(request.dueAt),
    notified: request.notified?.map((one) => notifiedText(one, local(one.at))).join('; '),
    'alerted with': request.alertedWith,
    acknowledged: localOf(request.acknowledgedAt),
    'to review': request.needsReview.join(', '),
    topic: request.topic,
    about: request.regarding,
    service: request.serviceType,
    appointment: appointmentText(request),
    waits: request.waitlist && waitlistText(request.waitlist),
    preferred: [request.preferredDate, request.preferredTime].filter((part) => part !== undefined).join(' '),
    customer: customerName(request),
    phone: customer.phone,
    ...mapFields(personFields, (field) => customer[field]),
    ...placeFacts(customer),
    'but the zip is in': zipIsIn,
    'on site': onSiteText(request),
    fee: request.fee && `${request.fee.says} (said ${local(request.fee.at)})`,
    notes: allNotes(request),
    'one with': request.merged
      ?.map(({ source, createdAt }) => `${source} request of ${local(createdAt)}`)
      .join(', '),
  });
  const history = toTable(
    ['at', 'from', 'to', 'by', 'why'],
    request.history.map((change) => [local(change.at), ...historyCells(change)]),
  );
  return `${facts}\n${history}`;
}

const notifiedText = ({ role, people }: Notified, at: string): string =>
  `${people.join(', ')} (${role}, ${at})`;

function historyCells({ from, to, by, callId, folded, ...line }: StatusChange): readonly string[] {
  const why = folded === undefined ? (historyText(line) ?? '') : `${folded} earlier changes`;
  return [from ?? '', to, callId === undefined ? by : `${by} in ${callId}`, why];
}

/** Returns a table of what a change has changed. */
export function changeTable(previous: DispatchRequest, next: DispatchRequest): string {
  const after = Object.values(changeable(next));
  const rows = Object.entries(changeable(previous)).map(([name, was], at) => [name, was, after[at] ?? '']);
  return toTable(
    [next.dispatchRequestId, 'before', 'after'],
    rows.filter(([, was, is]) => was !== is),
  );
}

function changeable(request: DispatchRequest) {
  return {
    status: request.status,
    urgency: request.urgency,
    'time held': appointmentText({ appointment: activeAppointment(request) }) || 'none',
    service: request.serviceType ?? 'unknown',
    'to review': request.needsReview.join(', ') || 'nothing',
    acknowledged: request.acknowledgedAt ?? 'no',
    waits: request.waitlist === undefined ? 'no' : waitlistText(request.waitlist),
  };
}

/** Says whom the technician calls. */
function onSiteText({ onSite }: DispatchRequest): string | undefined {
  if (onSite === undefined) return undefined;
  const { name, phone, mayChange } = onSite;
  const rights = mayChange ? 'may move the visit' : undefined;
  return [name, phone, rights].filter((part) => part !== undefined).join(', ');
}
