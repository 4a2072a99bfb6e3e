import type { Account } from '../../accounts/account.ts';
import type { DispatchRequest } from '../../record/request.ts';
import { isToCallBack } from '../../record/to-call-back.ts';
import { dateSpan, momentOf } from '../../scheduling/day.ts';
import { addDays } from '../../scheduling/local-date.ts';
import { isoMinute, MINUTE_MS } from '../../scheduling/time-units.ts';
import { technicianSpans } from '../../scheduling/work-time.ts';

/** How far ahead office hours are searched: longer than any company is closed. */
const SEARCHED_DAYS = 60;

type Office = Pick<Account, 'callback' | 'timezone' | 'hours' | 'exceptions' | 'booking' | 'technicians'>;

/**
 * By when someone calls back: ISO 8601, UTC. The account's minutes are counted in its callback hours, or else in its
 * business hours; exceptions apply to both. If an account is never open, they are counted around the clock.
 * @param now milliseconds since the epoch
 */
export function callbackDueAt(account: Office, now: number): string {
  const { withinMinutes } = account.callback;
  const { today } = momentOf(account, now);
  const from = Math.ceil(now / MINUTE_MS);
  let left = withinMinutes;
  for (let ahead = 0; ahead < SEARCHED_DAYS; ahead++) {
    const date = addDays(today, ahead);
    const day = dateSpan(account, date);
    for (const span of technicianSpans(account, account.callback, date)) {
      const opens = Math.max(span.from, day.from, from);
      const open = Math.min(span.to, day.to) - opens;
      if (open >= left) return isoMinute(opens + left);
      left -= Math.max(open, 0);
    }
  }
  return isoMinute(from + withinMinutes);
}

/** The time of the promised call about a request, if it is ahead: it stays when the call is promised again. */
export function promisedAt(request: DispatchRequest, now: number): string | undefined {
  const { dueAt } = request;
  const isAhead = dueAt !== undefined && Date.parse(dueAt) > now;
  return isAhead && isToCallBack(request) ? dueAt : undefined;
}
