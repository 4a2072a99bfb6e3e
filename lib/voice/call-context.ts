import type { Account } from '../accounts/account.ts';
import type { Call } from '../dispatch/calls/call.ts';
import { toE164 } from '../dispatch/customers/phone.ts';
import type { Deadline } from '../dispatch/ports.ts';
import { canonicalText, deliveryDigestOf } from '../dispatch/requests/delivery-digest.ts';
import type { Integration } from '../routes.ts';
import type { Arguments } from './arguments.ts';
import type { CallContext } from './voice-function.ts';

/** What a request knows beside the call itself. */
export interface RequestTimes {
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly deadlineAt: Deadline;
}

/** The context of one function call: a caller's number that is none counts as absent. */
export function callContext(
  account: Account,
  integration: Integration,
  call: Call,
  invoked: { readonly name: string; readonly args: Arguments },
  { startedAt, deadlineAt }: RequestTimes,
): CallContext {
  return {
    account,
    integration,
    callId: call.callId,
    caller: call.caller === undefined ? undefined : toE164(call.caller, account.region),
    invocation: fingerprint(call.invocationId, invoked),
    now: startedAt,
    deadline: deadlineAt,
  };
}

/** The arguments are part of it: a platform may repeat its last id for a call that is another one. */
function fingerprint(
  invocationId: string | undefined,
  { name, args }: { readonly name: string; readonly args: Arguments },
): string | undefined {
  if (invocationId === undefined) return undefined;
  return deliveryDigestOf([invocationId, name, canonicalText(args)]).slice(0, 32);
}
