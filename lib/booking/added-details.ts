import type { Account } from '../accounts/account.ts';
import { areaFlags } from '../accounts/areas.ts';
import { asSaidLater, calledOffFacts, type SaidLater } from '../record/attention.ts';
import { changedByCaller, emergencyId, type InvocationContext, isMadeInCall } from '../record/calls.ts';
import {
  type Contact,
  type ContactDetails,
  callerAs,
  provedBy,
  tellersAfter,
  UNPROVED_FLAG,
} from '../record/customers/contact.ts';
import { dispatchRequestIdFrom } from '../record/ids.ts';
import type { Notes } from '../record/notes.ts';
import type { Deadline } from '../record/ports.ts';
import {
  type ChangedBy,
  type Customer,
  changed,
  type DispatchRequest,
  hasEnded,
  isReadable,
  type OnSite,
  remembers,
  type Status,
} from '../record/request.ts';
import { type ChangeDependencies, changeLatest, isOutdated, isStored, retry } from '../record/retry.ts';
import {
  changedBy,
  correctedCustomer,
  correctionOf,
  customerDetailsOf,
  type Divided,
  leftToPerson,
  reviewFlags,
} from './customer-details.ts';

export interface JobDetails {
  readonly onSite?: OnSite | undefined;
  readonly account: Account;
  readonly request: DispatchRequest;
  readonly told: ContactDetails;
  /** True if the same call made the job. */
  readonly isOfCall: boolean;
  readonly siteLabel?: string | undefined;
  readonly notes?: Notes | undefined;
  /** What the caller says now about an emergency that was reported before. */
  readonly later?: SaidLater | undefined;
  readonly review: readonly string[];
  readonly who: ChangedBy;
  /** The platform reports this number, and `customer` has it. */
  readonly caller?: string | undefined;
  readonly record?: Customer | undefined;
}

type DetailsResult =
  /** `fields` names the changed fields. `isLeft` is true if a person has to decide about others. */
  | {
      readonly kind: 'changed';
      readonly request: DispatchRequest;
      readonly fields: readonly string[];
      readonly isLeft: boolean;
    }
  /** The job has all details already, or a person has been told about them. */
  | { readonly kind: 'stands'; readonly request: DispatchRequest; readonly isLeft: boolean }
  | { readonly kind: 'gone' };

/** Stores details on a job, and in the customer's record if it is the reported number's. Its time stays. */
export function addDetails(
  details: JobDetails,
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<DetailsResult> {
  return changeLatest<DetailsResult>(
    details.request,
    async (previous, { requests }) => {
      if (previous === undefined || previous.erasedAt !== undefined || !isReadable(previous))
        return { kind: 'gone' };
      const { told: said, account, who, isOfCall } = details;
      const left = leftToPerson(previous, said, account, who.now, isOfCall);
      const isLeft = left !== undefined;
      const detailed = remembers(previous, details.who) ? undefined : withDetails(previous, details, left);
      if (detailed === undefined)
        return (await isOutdated(previous, requests, deadline))
          ? undefined
          : { kind: 'stands', request: previous, isLeft };
      const { next, fields, told } = detailed;
      const customer = customerDetailsOf(
        { ...details, customer: next.customer },
        told,
        next.customer,
        details.record,
      );
      const stored = await isStored({ next, previous, customer }, requests, deadline);
      return stored ? { kind: 'changed', request: next, fields, isLeft } : undefined;
    },
    deps,
    deadline,
  );
}

/** A technician who already has the job may go to the old address, so a person must notify them. */
const underWay: ReadonlySet<Status> = new Set(['dispatched', 'en_route', 'in_progress']);

function withDetails(found: DispatchRequest, details: JobDetails, left: Divided | undefined) {
  const { account, caller, who } = details;
  const teller = callerAs(caller, found.customer.phone);
  const request = asSaidLater({ ...found, ...provedBy(found, teller) }, details.later);
  const { told, customer, onSite, notes, review, ...changes } = changedBy(request, details, left);
  const fields = [...changes.fields, ...(request.urgency === found.urgency ? [] : ['urgency'])];
  if (fields.length === 0) return undefined;
  const isMoved = fields.includes('address');
  const area = fields.includes('zip') ? areaFlags(account, request.serviceTypeId, customer.zip) : [];
  const flags = reviewFlags(request.needsReview, [...review, ...area], customer);
  const next: DispatchRequest = {
    ...request,
    ...changed(request, who, {
      to: request.status,
      ...correctionOf(found.customer, fields),
      ...calledOffFacts(found, request),
    }),
    customer,
    onSite,
    tellers: tellersAfter(request, { ...request, customer }, told, teller),
    notes,
    needsReview: isMoved && underWay.has(request.status) ? [...new Set([...flags, 'address'])] : flags,
  };
  return { next, fields, told };
}

interface StatedDetails extends InvocationContext {
  readonly customer: Contact & { readonly phone: string };
  readonly canonicalArguments: string;
}

/**
 * Stores details on the call's request for that number, or on a new one for a person to check. The first new request
 * becomes the call's later appointment or emergency. Returns true if a request was created.
 */
export async function keepDetails(
  told: StatedDetails,
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<boolean> {
  return await retry<boolean, ChangeDependencies>(
    async (_, own) => {
      const { known, openId, ended } = await findKnown(told, own, deadline);
      if (known === undefined) {
        const change = { next: opened(told, openId, ended), previous: ended };
        return (await isStored(change, own.requests, deadline)) || undefined;
      }
      const next = remembers(known, told) ? known : withStated(known, told);
      if (next === known) return false;
      return (await isStored({ next, previous: known }, own.requests, deadline)) ? false : undefined;
    },
    deps,
    deadline,
  );
}

interface Found {
  readonly known?: DispatchRequest | undefined;
  /** A new request gets this id, which an ended request may already have. */
  readonly openId: string;
  readonly ended?: DispatchRequest | undefined;
}

async function findKnown(
  told: StatedDetails,
  { requests }: ChangeDependencies,
  deadline: Deadline,
): Promise<Found> {
  const { account, integration, callId, customer } = told;
  // A booking or emergency of the call uses the request with this id. Details for a second number get another request.
  const callKey = emergencyId(told, told.canonicalArguments);
  const numberKey = dispatchRequestIdFrom(['details', callKey, customer.phone]);
  const [ofCall, ofNumber, inCall] = await Promise.all([
    requests.get(callKey, deadline),
    requests.get(numberKey, deadline),
    callId === undefined ? [] : requests.madeInCall(account.accountId, integration, callId, deadline),
  ]);
  const found = [ofCall, ofNumber, ...inCall].filter((request) => request !== undefined);
  const known =
    found.find((request) => remembers(request, told)) ??
    found.find((request) => isFor(told, request) && isReadable(request) && !hasEnded(request.status));
  return ofCall === undefined || isFor(told, ofCall)
    ? { known, openId: callKey, ended: ofCall }
    : { known, openId: numberKey, ended: ofNumber };
}

const isFor = (told: StatedDetails, request: DispatchRequest): boolean =>
  request.customer.phone === told.customer.phone &&
  (told.callId === undefined || isMadeInCall(request, told));

function withStated(known: DispatchRequest, told: StatedDetails): DispatchRequest {
  const customer = correctedCustomer(known, told.customer);
  if (customer === undefined || known.erasedAt !== undefined) return known;
  return {
    ...known,
    ...changed(known, changedByCaller(told), { to: known.status, kind: 'details' }),
    customer,
    needsReview: [...new Set([...known.needsReview, ...told.review])],
  };
}

function opened(
  told: StatedDetails,
  dispatchRequestId: string,
  previous: DispatchRequest | undefined,
): DispatchRequest {
  return {
    ...changed(previous, changedByCaller(told), { to: 'requested', kind: 'details' }),
    dispatchRequestId,
    accountId: told.account.accountId,
    status: 'requested',
    urgency: 'routine',
    source: told.integration,
    // The call came from another number.
    needsReview: [...new Set([...told.review, UNPROVED_FLAG])],
    customer: told.customer,
    callId: told.callId,
    caller: told.caller,
  };
}
