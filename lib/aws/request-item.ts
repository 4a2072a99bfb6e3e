import * as v from 'valibot';
import { type DispatchRequest, standingAppointment, statuses, urgencies } from '../dispatch/request.ts';
import { integrations } from '../routes.ts';

const VERSION = 1;
const optionalText = v.optional(v.string());

const Contact = v.object({
  contactId: optionalText,
  firstName: optionalText,
  lastName: optionalText,
  name: optionalText,
  phone: optionalText,
  email: optionalText,
  address: optionalText,
  city: optionalText,
  state: optionalText,
  zip: optionalText,
});

const Appointment = v.object({
  date: v.string(),
  time: v.string(),
  startsAt: v.string(),
  endsAt: v.string(),
  technicianId: v.string(),
  technician: v.string(),
  claims: v.array(v.object({ date: v.string(), technicianId: v.string(), buckets: v.array(v.number()) })),
});

const RequestItem = v.object({
  dispatchRequestId: v.string(),
  accountId: v.string(),
  status: v.picklist(statuses),
  urgency: v.picklist(urgencies),
  source: v.picklist(integrations),
  version: v.number(),
  createdAt: v.string(),
  updatedAt: v.string(),
  needsReview: v.array(v.string()),
  customer: Contact,
  serviceTypeId: optionalText,
  serviceType: optionalText,
  preferredDate: optionalText,
  preferredTime: optionalText,
  notes: optionalText,
  appointment: v.optional(Appointment),
  callId: optionalText,
  invocations: v.array(v.string()),
  history: v.array(
    v.object({
      at: v.string(),
      from: v.optional(v.picklist(statuses)),
      to: v.picklist(statuses),
      by: v.string(),
      why: optionalText,
    }),
  ),
});

/** The key of a request's item. */
export const requestKey = (dispatchRequestId: string) => ({
  pk: `REQUEST#${dispatchRequestId}`,
  sk: 'REQUEST',
});
export const accountKey = (accountId: string): string => `ACCOUNT#${accountId}`;
export const customerKey = (accountId: string, phone: string): string => `CUSTOMER#${accountId}#${phone}`;
export const callKey = (integration: string, callId: string): string => `CALL#${integration}#${callId}`;

/** The request as it is stored, with the keys of the indexes in which its state belongs. */
export function toRequestItem(request: DispatchRequest): Record<string, unknown> {
  const { accountId, customer, callId, source } = request;
  const appointment = standingAppointment(request);
  return {
    ...requestKey(request.dispatchRequestId),
    v: VERSION,
    ...request,
    accountKey: accountKey(accountId),
    ...(appointment !== undefined && customer.phone !== undefined
      ? { customerKey: customerKey(accountId, customer.phone), startsAt: appointment.startsAt }
      : {}),
    ...(callId === undefined ? {} : { callKey: callKey(source, callId) }),
  };
}

/** The request of a stored item. Throws where the item is not one of ours. */
export function fromRequestItem(item: unknown): DispatchRequest {
  return v.parse(RequestItem, item);
}
