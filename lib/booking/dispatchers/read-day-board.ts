import type { Account } from '../../accounts/account.ts';
import type { Block } from '../../record/block.ts';
import type { Deadline, ScheduleReader } from '../../record/ports.ts';
import { type DispatchRequest, latestOf } from '../../record/request.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import { dateSpan } from '../../scheduling/day.ts';
import { type BoardRow, boardOf, holdersOf } from './day-board.ts';

/** A day is read again if a change came between its parts. */
const READINGS = 2;

/** What claims technicians' time. */
export interface Holders {
  readonly requests: readonly DispatchRequest[];
  readonly blocks: readonly Block[];
}

/** Reads days for people. Fails with `StorageUnavailable`. */
export interface DayReader {
  /** Requests and blocks by id, strongly consistent. Omits deleted ones. */
  holders(ids: readonly string[], deadline: Deadline): Promise<Holders>;
  /** Requests whose last appointment was on a date and that no longer claim time. Eventually consistent. */
  releasedOn(accountId: string, date: LocalDate, deadline: Deadline): Promise<readonly DispatchRequest[]>;
}

export interface DayDependencies {
  readonly schedule: ScheduleReader;
  readonly days: DayReader;
}

/**
 * The day of an account: a row for each technician. Two reads in sequence unless a change comes between them.
 * @param now milliseconds since the epoch
 */
export async function readDayBoard(
  account: Account,
  date: LocalDate,
  now: number,
  { schedule, days }: DayDependencies,
  deadline: Deadline,
): Promise<readonly BoardRow[]> {
  const { accountId } = account;
  for (let reading = 1; ; reading++) {
    const [occupancy, released] = await Promise.all([
      schedule.occupancy(accountId, dateSpan(account, date), deadline),
      days.releasedOn(accountId, date, deadline),
    ]);
    // The index of released requests may lag; claims and what holds them are strongly consistent.
    const { requests, blocks } = await days.holders(holdersOf(occupancy), deadline);
    const rows = boardOf({
      ...{ account, date, occupancy, blocks, now },
      requests: latestOf([...released, ...requests]),
    });
    if (reading === READINGS || rows.every(({ unknown }) => unknown.length === 0)) return rows;
  }
}
