import type { Account } from '../../accounts/account.ts';
import { acknowledgeBy, alertOf } from '../../record/alert.ts';
import { changed } from '../../record/changed.ts';
import type { Deadline } from '../../record/ports.ts';
import type { DispatchRequest } from '../../record/request.ts';
import { dueAtOf } from '../../record/to-call-back.ts';
import { alertPlace } from './alert-place.ts';
import { type Alerted, type AlertStore, isStanding, type Reporter, withAlertOf } from './one-alert.ts';

/**
 * An emergency for which another's alert stands, when that is due to be looked at: it is acknowledged with that alert, is
 * looked at again later while that alert is open, and otherwise alerts people as a new one does.
 */
export async function lookedAt(
  request: DispatchRequest,
  alertedWith: string,
  { account, now }: { readonly account: Account; readonly now: number },
  requests: AlertStore,
  deadline: Deadline,
): Promise<Alerted> {
  const who = { by: 'service', now } as const;
  const alert = await requests.get(alertedWith, deadline);
  const { acknowledgedAt } = alert ?? {};
  if (acknowledgedAt !== undefined) {
    const line = { to: request.status, kind: 'acknowledged_together' } as const;
    return {
      request: { ...request, ...changed(request, who, line), escalatesAt: undefined, acknowledgedAt },
    };
  }
  if (isStanding(alert, now)) {
    const escalatesAt = acknowledgeBy(account, now);
    return { request: { ...request, ...changed(request, who, undefined), escalatesAt } };
  }
  const own = alertOf(account, request.serviceTypeId, now);
  const line = { to: request.status, kind: 'alert_ended' } as const;
  const next = {
    ...request,
    ...changed(request, who, line),
    ...own,
    dueAt: dueAtOf(request, own.escalatesAt),
  };
  const reported = { by: reporterOf(request), phone: request.caller ?? request.customer.phone };
  const place = alertPlace({ accountId: request.accountId, now });
  return await withAlertOf(next, reported, place, requests, deadline);
}

/** Who reported an emergency, as far as the request tells: never somebody more reliable. */
function reporterOf({ caller, history }: DispatchRequest): Reporter {
  if (caller !== undefined) return 'caller';
  return history.some(({ by }) => by === 'caller') ? 'unproved' : 'lead';
}
