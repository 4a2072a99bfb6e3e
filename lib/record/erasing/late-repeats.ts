import type { Account } from '../../accounts/account.ts';
import { voicePlatforms } from '../../platforms/index.ts';
import { callBookingId, emergencyId, messageId } from '../invocation.ts';
import type { DispatchRequest } from '../request.ts';
import { callsOf } from './links.ts';

/**
 * The ids that a late repeat of what was said in a request's calls could store anew: the request has another one if it was
 * a lead, or was reported in several calls.
 * @param phones the person's numbers, E.164
 */
export function repeatedIds(
  request: DispatchRequest,
  account: Account,
  phones: readonly string[],
): readonly string[] {
  const callers = new Set([request.caller, ...phones, undefined]);
  const services = new Set([
    request.serviceTypeId,
    ...(request.merged ?? []).map((one) => one.serviceTypeId),
  ]);
  const ids = callsOf(request).flatMap((name) => {
    const integration = voicePlatforms.find((platform) => name.startsWith(`${platform}:`));
    if (integration === undefined) return [];
    const callId = name.slice(integration.length + 1);
    return [...callers].flatMap((caller) => {
      const call = { account, integration, callId, caller };
      const booked = [...services].flatMap((id) => (id === undefined ? [] : (callBookingId(call, id) ?? [])));
      // With a call, neither id depends on the arguments.
      return [...booked, emergencyId(call, ''), messageId(call, '')];
    });
  });
  return [...new Set(ids)].filter((id) => id !== request.dispatchRequestId);
}
