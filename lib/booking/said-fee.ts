import type { Account, Fee, ServiceType } from '../accounts/account.ts';
import type { Covered } from '../accounts/areas/coverage.ts';
import { feeOf } from '../accounts/areas/fees.ts';
import {
  type Appointment,
  type DispatchRequest,
  type SaidFee,
  type Urgency,
  urgencies,
} from '../record/request.ts';
import type { EpochMinute, LocalDate } from '../scheduling/calendar.ts';
import { accountSpans, within } from '../scheduling/hours.ts';
import { MINUTE_MS } from '../scheduling/time.ts';

/** These facts decide a visit's fee before its start is known. */
export interface VisitFacts {
  readonly account: Account;
  readonly service: ServiceType;
  readonly urgency: Urgency;
  readonly coverage?: Covered | undefined;
}

/** Returns the fee of a visit that begins at a time of a date; undefined if none applies. */
export function feeAt(
  { account, service, urgency, coverage }: VisitFacts,
  { date, start }: { readonly date: LocalDate; readonly start: EpochMinute },
): Fee | undefined {
  if (account.fees === undefined) return undefined;
  const afterHours = !within(accountSpans(account, date), start, start + 1);
  return feeOf(account, { serviceTypeId: service.id, areaIds: coverage?.areaIds ?? [], urgency, afterHours });
}

/** Returns the fee that a caller hears with an appointment, as it is stored with the request. */
export function saidFee(
  visit: VisitFacts & { readonly now: number },
  { date, startsAt }: Appointment,
): SaidFee | undefined {
  const fee = feeAt(visit, { date, start: Date.parse(startsAt) / MINUTE_MS });
  return fee && { feeId: fee.id, says: fee.says, at: new Date(visit.now).toISOString() };
}

/** Returns the urgency of the fee that a caller heard. A form, which anyone can fill in, may have raised it since. */
export function heardUrgency(
  { appointment, fee, urgency }: Pick<DispatchRequest, 'appointment' | 'fee' | 'urgency'>,
  visit: Omit<VisitFacts, 'urgency'> & { readonly now: number },
): Urgency {
  const isHeard = (one: Urgency) =>
    appointment !== undefined && saidFee({ ...visit, urgency: one }, appointment)?.feeId === fee?.feeId;
  return [urgency, ...urgencies].find(isHeard) ?? urgency;
}
