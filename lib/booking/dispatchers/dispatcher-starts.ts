import type { Account, ServiceType } from '../../accounts/account.ts';
import type { Deadline, ScheduleReader } from '../../record/ports.ts';
import type { DispatchRequest } from '../../record/request.ts';
import type { EpochMinute, LocalDate, Technician } from '../../scheduling/calendar.ts';
import { isSkilled } from '../../scheduling/day.ts';
import { bookableStarts } from '../../scheduling/engine.ts';
import { readDay } from '../booking-facts.ts';
import { questionOf } from '../requested-start.ts';

export interface StartsRequest {
  readonly account: Account;
  readonly request: DispatchRequest;
  readonly service: ServiceType;
  readonly date: LocalDate;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A technician with the skills for a job, and the starts that are free for it. */
export interface TechnicianStarts {
  readonly technician: Technician;
  /** In order of time; the minute counts from midnight, wall clock. */
  readonly starts: readonly { readonly minute: number; readonly start: EpochMinute }[];
}

/** Per technician the starts of a date that `giveAppointment` would accept for a request. */
export async function startsOf(
  { account, request, service, date, now }: StartsRequest,
  schedule: ScheduleReader,
  deadline: Deadline,
): Promise<readonly TechnicianStarts[]> {
  const occupancy = await readDay({ account, date }, schedule, deadline);
  const wanted = { account, service, date, minute: 0, now, byDispatcher: true };
  const question = questionOf(wanted, occupancy, [request.dispatchRequestId]);
  const free = bookableStarts(question, date);
  return account.technicians
    .filter((technician) => isSkilled(technician, service))
    .map((technician) => ({
      technician,
      starts: free
        .filter(({ technicians }) => technicians.some(({ id }) => id === technician.id))
        .map(({ minute, start }) => ({ minute, start })),
    }));
}
