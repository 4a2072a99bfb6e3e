import type { Account } from '../../accounts/account.ts';
import type { Appointment } from '../../dispatch/requests/request.ts';
import { speakClockTime } from '../../scheduling/clock-time.ts';
import { momentOf } from '../../scheduling/day.ts';
import { appointments } from '../phrases/en/appointments.ts';
import { speakDate } from '../speech.ts';

/** `Wednesday, June 10 at 9 AM`. */
export function speakAppointment(
  { date, minute }: Pick<Appointment, 'date' | 'minute'>,
  { account, now }: { readonly account: Account; readonly now: number },
): string {
  const { today } = momentOf(account, now);
  return appointments.at(speakDate(date, today), speakClockTime(minute));
}
