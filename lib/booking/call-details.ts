import { changed, remembers } from '../record/changed.ts';
import type { Contact } from '../record/customers/contact-fields.ts';
import { dispatchRequestIdFrom } from '../record/dispatch-request-id.ts';
import { changedByCaller, emergencyId, type InvocationContext, isMadeInCall } from '../record/invocation.ts';
import type { Deadline } from '../record/ports.ts';
import { type DispatchRequest, hasEnded, isReadable } from '../record/request.ts';
import { UNPROVED_FLAG } from '../record/teller.ts';
import { type ChangeDependencies, isStored, untilSettled } from '../record/until-settled.ts';
import { correctedCustomer } from './appointment.ts';

/** Details that a caller gave about someone with another number than the reported one. */
export interface StatedDetails extends InvocationContext {
  readonly customer: Contact & { readonly phone: string };
  readonly canonicalArguments: string;
}

/**
 * Stores details on the call's request for that number, or on a new one for a person to check. The
 * first new one becomes the call's later appointment or emergency. Returns whether one was created.
 */
export async function keepDetails(
  told: StatedDetails,
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<boolean> {
  return await untilSettled<boolean, ChangeDependencies>(
    async (_, own) => {
      const { known, openId, ended } = await findKnown(told, own, deadline);
      if (known === undefined) {
        const change = { next: opened(told, openId, ended), previous: ended };
        return (await isStored(change, own.requests, deadline)) || undefined;
      }
      const next = remembers(known, told) ? known : withDetails(known, told);
      if (next === known) return false;
      return (await isStored({ next, previous: known }, own.requests, deadline)) ? false : undefined;
    },
    deps,
    deadline,
  );
}

interface Found {
  /** The call's open request for that number. */
  readonly known?: DispatchRequest | undefined;
  /** The id for a new request, and the ended request with that id, if any. */
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

function withDetails(known: DispatchRequest, told: StatedDetails): DispatchRequest {
  const customer = correctedCustomer(known, told.customer);
  if (customer === undefined || known.erasedAt !== undefined) return known;
  return {
    ...known,
    ...changed(known, changedByCaller(told), { to: known.status, why: 'details of the caller' }),
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
    ...changed(previous, changedByCaller(told), { to: 'requested', why: 'details of the caller' }),
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
