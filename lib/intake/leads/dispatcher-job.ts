import type { Account } from '../../accounts/account.ts';
import { type ChangedBy, changed } from '../../record/changed.ts';
import type { Contact } from '../../record/customers/contact-fields.ts';
import { deliveryDigestOf } from '../../record/delivery-digest.ts';
import { dispatchRequestIdFrom } from '../../record/dispatch-request-id.ts';
import { addedNotes, saidNote } from '../../record/notes.ts';
import type { DispatchRequest, Urgency } from '../../record/request.ts';
import type { AcceptedLead } from './lead.ts';

/** A job that a dispatcher enters. */
export interface DispatcherJob {
  readonly account: Account;
  readonly customer: Contact;
  /** Id of the service; unknown if absent. */
  readonly serviceTypeId?: string | undefined;
  readonly urgency: Urgency;
  readonly preferredDate?: string | undefined;
  readonly preferredTime?: string | undefined;
  readonly notes?: string | undefined;
  readonly who: ChangedBy;
  /** The same for a repeat, which stores nothing. */
  readonly key: string;
}

/** The request for a dispatcher's job, flagged for what a visit lacks. */
export function dispatcherJob({ account, customer, who, key, ...job }: DispatcherJob): AcceptedLead {
  const { accountId } = account;
  const service = account.serviceTypes.find(({ id }) => id === job.serviceTypeId);
  const needsReview = [
    ...(service === undefined ? ['serviceType'] : []),
    ...(customer.address === undefined ? ['address'] : []),
  ];
  const request: DispatchRequest = {
    ...changed(undefined, who, { to: 'requested' }),
    dispatchRequestId: dispatchRequestIdFrom(['dispatcher', accountId, who.by, String(who.now), key]),
    accountId,
    status: 'requested',
    urgency: job.urgency,
    source: 'dispatcher',
    needsReview,
    customer,
    serviceTypeId: service?.id,
    serviceType: service?.name,
    preferredDate: job.preferredDate,
    preferredTime: job.preferredTime,
    notes: addedNotes(undefined, saidNote(job.notes)),
  };
  return { request, deliveryDigest: deliveryDigestOf(['dispatcher', who.by, key]) };
}
