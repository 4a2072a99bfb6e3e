import type { Account } from '../accounts/account.ts';
import type { Integration } from '../platforms/index.ts';
import type { Call } from '../record/call.ts';
import { toE164 } from '../record/customers/phone.ts';
import { canonicalText, deliveryDigestOf } from '../record/delivery-digest.ts';
import type { Deadline } from '../record/ports.ts';
import type { Arguments } from './arguments/arguments.ts';
import type { CallContext } from './arguments/voice-function.ts';

/** The request that delivered a function call. */
export interface DeliveredRequest {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly deadline: Deadline;
  /** Identifies the body: equal only for identical bodies. */
  bodyDigest(): string;
}

/** The context of one function call. An invalid caller's number counts as absent. */
export function callContext(
  account: Account,
  integration: Integration,
  call: Call,
  invoked: { readonly name: string; readonly args: Arguments },
  request: DeliveredRequest,
): CallContext {
  let invocation: string | undefined;
  return {
    ...requestContext(account, integration, call, request),
    // Computed lazily: a function that only reads needs none.
    get invocation() {
      invocation ??= fingerprint(call.invocationId, invoked, request);
      return invocation;
    },
  };
}

/** The context of a request about a call that calls no function. */
export function requestContext(
  account: Account,
  integration: Integration,
  call: Call,
  request: Pick<DeliveredRequest, 'startedAt' | 'deadline'>,
): Omit<CallContext, 'invocation'> {
  return {
    account,
    integration,
    callId: call.callId,
    caller: call.caller === undefined ? undefined : toE164(call.caller, account.region),
    now: request.startedAt,
    deadline: request.deadline,
  };
}

/**
 * Identifies an invocation by the platform's id, otherwise by the body, whose time or transcript differs each time.
 * The arguments are part of it: a platform may reuse its last id for another call.
 */
function fingerprint(
  invocationId: string | undefined,
  { name, args }: { readonly name: string; readonly args: Arguments },
  { bodyDigest }: DeliveredRequest,
): string {
  const id = invocationId === undefined ? ['body', bodyDigest()] : ['id', invocationId];
  return deliveryDigestOf([...id, name, canonicalText(args)]).slice(0, 32);
}
