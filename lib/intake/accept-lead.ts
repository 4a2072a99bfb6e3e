import { type Deadline, type LeadStore, MAX_LEADS, type NewLead } from '../record/ports.ts';
import type { DispatchRequest } from '../record/request.ts';
import { type ChangeDependencies, retry } from '../record/retry.ts';
import type { AlertPlace } from './emergencies/alerts.ts';
import { alertPlace, withAlertOf } from './emergencies/emergencies.ts';
import { type AcceptedLead, withAddedLead, withFurtherLead } from './leads.ts';

export interface LeadDependencies extends ChangeDependencies {
  readonly leadStore: LeadStore;
}

export interface Leads {
  /**
   * Stores the request, unless the same delivery to its account was stored within 24 hours: then stores nothing and
   * returns the earlier id. A lead that a booking takes up is added to the booking, whose id is returned.
   */
  accept(lead: AcceptedLead, deadline: Deadline): Promise<{ dispatchRequestId: string; duplicate: boolean }>;
}

export const createLeads = (deps: LeadDependencies): Leads => ({
  async accept(lead, deadline) {
    const { accountId, createdAt } = lead.request;
    const place = alertPlace({ accountId, now: Date.parse(createdAt) });
    const written = await retry<Written, LeadDependencies>(
      async (_, own) => {
        // Most leads follow no booking, so nothing is read first: a refused write names the booking.
        const alerted = await withAlert(lead, place, own, deadline);
        return await store(alerted, own, deadline);
      },
      deps,
      deadline,
    );
    return written === 'duplicate'
      ? { dispatchRequestId: await deps.leadStore.storedAs(lead, deadline), duplicate: true }
      : { ...written, duplicate: false };
  },
});

type Written = { readonly dispatchRequestId: string } | 'duplicate';

/** Adds the alert of an emergency: the lead's own, or that of another request that stands for it. */
async function withAlert(
  lead: AcceptedLead,
  place: AlertPlace,
  { requests }: LeadDependencies,
  deadline: Deadline,
): Promise<NewLead> {
  const { customer, alertedAt } = lead.request;
  if (alertedAt === undefined) return lead;
  const report = { by: 'lead', phone: customer.phone } as const;
  const { request, atNumber: alert } = await withAlertOf(lead.request, report, place, requests, deadline);
  return { ...lead, request, alert };
}

/** Stores the lead by itself or with the booking that takes it up; undefined after a lost race. */
async function store(
  lead: NewLead,
  deps: LeadDependencies,
  deadline: Deadline,
): Promise<Written | undefined> {
  const stored = await storeUnlessMany(lead, deps, deadline);
  if (typeof stored !== 'object' || !('bookedAs' in stored)) return stored;
  const booked = await deps.requests.get(stored.bookedAs, deadline);
  const next = booked && withAddedLead(booked, lead.request, Date.parse(lead.request.createdAt));
  if (next !== undefined) return await addTo(next, booked, lead, deps, deadline);
  // The booking is no longer active.
  const number = lead.number && { phone: lead.number.phone };
  const alone = await storeUnlessMany({ ...lead, number }, deps, deadline);
  return typeof alone === 'object' && 'bookedAs' in alone ? undefined : alone;
}

/**
 * Stores a lead unless its number has too many open ones: then adds the lead to the newest. An emergency is only added
 * to one that alerts people when its own alert would, and is stored if there is none.
 */
async function storeUnlessMany(
  lead: NewLead,
  deps: LeadDependencies,
  deadline: Deadline,
): Promise<Written | { readonly bookedAs: string } | undefined> {
  const { dispatchRequestId, accountId, urgency, alertedWith, createdAt } = lead.request;
  const put = async (counted: NewLead) => {
    const stored = await deps.leadStore.put(counted, deadline);
    return stored === 'stored' ? { dispatchRequestId } : stored;
  };
  let stored = await put(lead);
  if (stored === 'many') {
    const found = await deps.leadStore.openOf(accountId, lead.number?.phone ?? '', deadline);
    const open = found.filter(({ source, status }) => source === 'crm' && status === 'requested');
    const newest = open.find((one) => urgency !== 'emergency' || isAlike(one, alertedWith));
    if (newest !== undefined && open.length >= MAX_LEADS) {
      const next = withFurtherLead(newest, lead.request, Date.parse(createdAt));
      return await addTo(next, newest, lead, deps, deadline);
    }
    stored = await put({ ...lead, open: open.length });
  }
  return stored === 'many' || stored === 'contended' ? undefined : stored;
}

/** True if a lead is an emergency for which the same alert of another request stands. */
const isAlike = (lead: DispatchRequest, alertedWith: string | undefined): boolean =>
  alertedWith !== undefined && lead.urgency === 'emergency' && lead.alertedWith === alertedWith;

/** Stores a request that the lead was added to; undefined after a lost race. */
async function addTo(
  next: DispatchRequest,
  previous: DispatchRequest | undefined,
  lead: NewLead,
  { leadStore }: LeadDependencies,
  deadline: Deadline,
): Promise<Written | undefined> {
  const stored = await leadStore.add(lead, { next, previous }, deadline);
  if (stored === 'contended') return undefined;
  return stored === 'duplicate' ? stored : { dispatchRequestId: next.dispatchRequestId };
}
