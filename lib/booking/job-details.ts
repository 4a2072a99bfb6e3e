import type { Account } from '../accounts/account.ts';
import { areaFlags } from '../accounts/areas/coverage.ts';
import { type ChangedBy, changed, remembers } from '../record/changed.ts';
import type { ContactDetails } from '../record/customers/contact-fields.ts';
import { addedNotes } from '../record/notes.ts';
import type { Deadline } from '../record/ports.ts';
import { type Customer, type DispatchRequest, isReadable, type Status } from '../record/request.ts';
import { callerAs, confirmedBy, tellersAfter } from '../record/teller.ts';
import { type ChangeDependencies, changeLatest, isOutdated, isStored } from '../record/until-settled.ts';
import { changedFields, correctedCustomer, reviewFlags } from './appointment.ts';
import { customerDetailsOf } from './booking-customer.ts';
import { correctionOf, isNear, leftToPerson } from './late-corrections.ts';

/** Details that a caller adds to a job or corrects. */
export interface JobDetails {
  readonly account: Account;
  /** As it was found. */
  readonly request: DispatchRequest;
  readonly told: ContactDetails;
  /** Whether the job was made in the same call. */
  readonly isOfCall: boolean;
  /** The caller's name for the place. */
  readonly siteLabel?: string | undefined;
  readonly notes?: string | undefined;
  /** What a person should review. */
  readonly review: readonly string[];
  readonly who: ChangedBy;
  /** The number that the platform reports, and its customer. */
  readonly caller?: string | undefined;
  readonly record?: Customer | undefined;
}

export type DetailsResult =
  /** `fields`: the names of the changed fields. `isLeft`: whether some are left to a person. */
  | {
      readonly kind: 'changed';
      readonly request: DispatchRequest;
      readonly fields: readonly string[];
      readonly isLeft: boolean;
    }
  /** The job has all of it already, or a person knows of it. */
  | { readonly kind: 'stands'; readonly request: DispatchRequest; readonly isLeft: boolean }
  | { readonly kind: 'gone' };

/** Stores details on a job, and with the customer if the job is for the reported number. Its time stays. */
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
      const left = leftOf(previous, details);
      const isLeft = left?.notes !== undefined;
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

/** What of the details is left to a person; undefined if all may be stored. */
function leftOf(found: DispatchRequest, { account, told, isOfCall, who }: JobDetails) {
  return !isOfCall && isNear(found, account, who.now) ? leftToPerson(found, told) : undefined;
}

function withDetails(found: DispatchRequest, details: JobDetails, left: ReturnType<typeof leftOf>) {
  const { account, caller, who } = details;
  const teller = callerAs(caller, found.customer.phone);
  const request = { ...found, ...confirmedBy(found, teller) };
  const told = left?.told ?? details.told;
  const customer = correctedCustomer(request, told) ?? request.customer;
  const notes = addedNotes(addedNotes(request.notes, left?.notes), details.notes);
  const review = [...details.review, ...(left?.flags ?? [])];
  const fields = [
    ...changedFields(request.customer, customer),
    ...(notes === request.notes ? [] : ['notes']),
  ];
  if (fields.length === 0) return undefined;
  const isMoved = fields.includes('address');
  const area = fields.includes('zip') ? areaFlags(account, request.serviceTypeId, customer.zip) : [];
  const flags = reviewFlags(request.needsReview, [...review, ...area], customer);
  const next: DispatchRequest = {
    ...request,
    ...changed(request, who, { to: request.status, why: correctionOf(found.customer, fields) }),
    customer,
    tellers: tellersAfter(request, { ...request, customer }, told, teller),
    notes,
    needsReview: isMoved && underWay.has(request.status) ? [...new Set([...flags, 'address'])] : flags,
  };
  return { next, fields, told };
}
