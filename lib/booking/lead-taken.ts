import { flagged } from '../record/dispatcher-changes.ts';
import { changedByCaller } from '../record/invocation.ts';
import { mergedOf, withMerged } from '../record/merged-request.ts';
import type { Recent, RecentChange } from '../record/recent-requests.ts';
import type { DispatchRequest, Scheduled } from '../record/request.ts';
import { DAY_MS, HOUR_MS } from '../scheduling/time-units.ts';
import type { BookingRequest } from './booking-request.ts';

/** The flag of requests of which any may match a booking. */
const MERGE_FLAG = 'merge';

/** The appointment with the open request from which it was made, unless that is the call's own. */
export function withLead(booked: Scheduled, lead: DispatchRequest | undefined): Scheduled {
  return lead === undefined ? booked : { ...booked, merged: withMerged(booked, mergedOf(lead)) };
}

/** Flags the open requests of which any may match a booking; existing flags stay. */
export function flaggedLeads(
  several: readonly DispatchRequest[],
  { integration, callId, now }: BookingRequest,
): readonly { readonly next: DispatchRequest; readonly previous: DispatchRequest }[] {
  const who = changedByCaller({ integration, callId, now });
  return several.flatMap((previous) => {
    const next = flagged(previous, [MERGE_FLAG], who, 'the number booked, and has several open requests');
    return next === undefined ? [] : [{ next, previous }];
  });
}

/** The reported number's last requests after the booking is stored. Undefined without a number. */
export function recentAfter(
  { dispatchRequestId, serviceTypeId = '' }: Scheduled,
  before: Recent | undefined,
  { account, caller, now }: BookingRequest,
): RecentChange | undefined {
  if (caller === undefined) return undefined;
  const { accountId, merge } = account;
  const keptMs = merge.afterBookingHours * HOUR_MS + DAY_MS;
  const kept = Object.entries(before?.booked ?? {}).filter(([, { at }]) => Date.parse(at) > now - keptMs);
  const entry = { dispatchRequestId, at: new Date(now).toISOString() };
  const booked = { ...Object.fromEntries(kept), [serviceTypeId]: entry };
  const next = { ...before, version: (before?.version ?? 0) + 1, booked };
  return { accountId, phone: caller, next, keptUntil: now + keptMs };
}
