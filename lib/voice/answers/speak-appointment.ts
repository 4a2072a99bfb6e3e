import type { Account } from '../../accounts/account.ts';
import { spanOf } from '../../booking/requested-start.ts';
import type { Appointment } from '../../record/request.ts';
import { speakClockTime } from '../../scheduling/clock-time.ts';
import { momentOf } from '../../scheduling/day.ts';
import { appointments } from '../../wording/en/appointments.ts';
import { times } from '../../wording/en/days-and-times.ts';
import { speakDate } from '../../wording/speech.ts';

/** `Wednesday, June 10 at 9 AM`, or `between 8 and 10 AM` if that was promised. */
export function speakAppointment(
  { date, minute, promise }: Pick<Appointment, 'date' | 'minute' | 'promise'>,
  { account, now }: { readonly account: Account; readonly now: number },
): string {
  const { today } = momentOf(account, now);
  const day = speakDate(date, today);
  if (promise === undefined) return appointments.at(day, speakClockTime(minute));
  const { from, to } = spanOf(promise);
  return appointments.within(day, times.inWindow(from, to));
}
