import type { ServiceType } from '../../accounts/account.ts';
import { anywhere, dependsOnZip, type Reach, type Reached, reachOf } from '../../accounts/areas/reach.ts';
import { callBookingId, emergencyId } from '../../dispatch/booking/booking-request.ts';
import { findOpenings, type NoOpenings, type Openings } from '../../dispatch/booking/openings.ts';
import type { RequestedTechnician } from '../../dispatch/booking/wanted-start.ts';
import type { Urgency } from '../../dispatch/requests/request.ts';
import type { Occupancy } from '../../scheduling/day.ts';
import type { Slot } from '../../scheduling/engine.ts';
import type { CallContext, VoiceDependencies } from '../voice-function.ts';
import type { AskedDays } from './asked-days.ts';
import type { AskedTimes } from './asked-times.ts';

/** What a caller wants, fully parsed. */
export interface Wish {
  readonly service: ServiceType;
  readonly days: AskedDays;
  /** Absent if any time suits. */
  readonly times?: AskedTimes | undefined;
  readonly technician: RequestedTechnician;
  readonly additionalVisit?: boolean | undefined;
  /** The postal code of the place, if it was said. */
  readonly zip?: string | undefined;
  /** Affects the fee. */
  readonly urgency?: Urgency | undefined;
  /** Who comes to the place, if known. */
  readonly reach?: Reached | undefined;
  /** The request to be moved, whose claims don't count. */
  readonly moved?: string | undefined;
}

/** The result of a search for a wish. */
export interface FoundOpenings extends Openings {
  /** Whether the alternatives are with other technicians, because the requested one is never free. */
  readonly isOthers: boolean;
}

/**
 * Searches for a wish. Considers only the requested technician, as long as they have free time.
 * @throws {StorageUnavailable} where the schedule can't be read
 */
export async function wishedOpenings(
  wish: Wish,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<FoundOpenings | NoOpenings> {
  const { technician } = wish;
  if (technician.kind !== 'named') return { ...(await find(wish, context, deps)), isOthers: false };
  const account = { ...context.account, technicians: technician.technicians };
  const theirs = await find(wish, { ...context, account }, deps);
  if ('unreached' in theirs) return theirs;
  if (theirs.none?.instead.kind !== 'nothing') return { ...theirs, isOthers: false };
  const others = await find(wish, context, deps);
  return { ...others, isOthers: true };
}

function find(wish: Wish, context: CallContext, deps: VoiceDependencies): Promise<Openings | NoOpenings> {
  const { account, now, callId, deadline } = context;
  const { from, to, isEarliest, isAsked } = wish.days;
  const { service, times } = wish;
  const question = {
    accountId: account.accountId,
    calendar: account,
    job: service,
    now,
    seed: callId ?? '',
    range: { from, to },
    isEarliest,
    isAsked,
    isWanted: ({ date, ...start }: Pick<Slot, 'date' | 'minute' | 'window'>) =>
      times?.includes(date, start) ?? true,
    ownIn: (reads: readonly Occupancy[]) => ownIds(wish, context, reads, deps),
    reachIn: () => reachIn(wish, context, deps),
  };
  return findOpenings(question, deps, deadline);
}

/** Who comes to the place that was said, otherwise to the caller's only site. */
async function reachIn(
  { service, zip, reach: settled }: Wish,
  { account, caller, deadline }: CallContext,
  { customers }: VoiceDependencies,
): Promise<Reach> {
  const reach = settled ?? reachOf(account, service.id, zip);
  if (reach.kind !== 'zip_needed') return reach;
  if (!dependsOnZip(account)) return anywhere;
  const record = caller === undefined ? undefined : await customers.get(account.accountId, caller, deadline);
  const [only, ...others] = new Set(record?.sites.map((site) => site.zip));
  return others.length === 0 ? reachOf(account, service.id, only) : reach;
}

/** This call's own appointment for the service, which a booking would move; none for an additional visit. */
async function ownIds(
  { service, additionalVisit, moved }: Wish,
  context: CallContext,
  reads: readonly Occupancy[],
  { requests }: VoiceDependencies,
): Promise<ReadonlySet<string>> {
  if (moved !== undefined) return new Set([moved]);
  if (additionalVisit || context.callId === undefined) return new Set();
  const ids = new Set([callBookingId(context, service.id)].filter((id) => id !== undefined));
  // An emergency whose service was not known is the appointment of whichever was booked after it. In a call its id does
  // not depend on the arguments.
  const emergency = emergencyId(context, '');
  if (reads.some((occupancy) => holdsTime(occupancy, emergency))) {
    const request = await requests.get(emergency, context.deadline);
    if (request?.serviceTypeId === service.id) ids.add(emergency);
  }
  return ids;
}

function holdsTime(occupancy: Occupancy, id: string): boolean {
  for (const claimed of occupancy.values())
    for (const holder of claimed.values()) if (holder === id) return true;
  return false;
}
