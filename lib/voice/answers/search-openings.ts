import type { ServiceType } from '../../accounts/account.ts';
import type { Coverage, Covered } from '../../accounts/areas/coverage.ts';
import { coverageForCaller, isRecordNeeded } from '../../booking/coverage.ts';
import { findOpenings, type NoOpenings, type Openings } from '../../booking/openings.ts';
import { heldStart, inPlace, type RequestedTechnician } from '../../booking/requested-start.ts';
import type { Searched } from '../../booking/search-days.ts';
import { heldBy, liveHold } from '../../record/hold.ts';
import { callBookingId, emergencyId } from '../../record/invocation.ts';
import type { Urgency } from '../../record/request.ts';
import type { Technician } from '../../scheduling/calendar.ts';
import type { Occupancy } from '../../scheduling/day.ts';
import type { Slot } from '../../scheduling/engine.ts';
import type { HeldStart } from '../../scheduling/open-day.ts';
import type { RequestedDays } from '../arguments/requested-days.ts';
import type { RequestedTimes } from '../arguments/requested-times.ts';
import type { CallContext, VoiceDependencies } from '../arguments/voice-function.ts';

/** A caller's request for openings, fully parsed. */
export interface OpeningsQuery {
  readonly service: ServiceType;
  readonly days: RequestedDays;
  /** Absent if any time suits. */
  readonly times?: RequestedTimes | undefined;
  readonly technician: RequestedTechnician;
  readonly additionalVisit?: boolean | undefined;
  /** The spoken postal code of the place. */
  readonly zip?: string | undefined;
  /** Affects the fee. */
  readonly urgency?: Urgency | undefined;
  /** The coverage of the place, if known. */
  readonly coverage?: Covered | undefined;
  /** The request to be moved, whose claims don't count. */
  readonly moved?: string | undefined;
}

/** The requested technician, once the place is known and their time was searched. */
type SearchedTechnician =
  | RequestedTechnician
  /** They have no free time, as far as was searched. */
  | { readonly kind: 'not_free'; readonly name: string; readonly searched: Searched };

/** A query with what a search found out about the technician. */
export type SearchedQuery = Omit<OpeningsQuery, 'technician'> & Pick<FoundOpenings, 'technician'>;

/** The result of a search for a query. */
export interface FoundOpenings extends Openings {
  /** If it is not one who may come, the result is about all others. */
  readonly technician: SearchedTechnician;
}

/**
 * Searches for a query. Considers only the requested technician, as long as they come to the place and have free time.
 * @throws {StorageUnavailable} if the schedule can't be read
 */
export async function searchOpenings(
  query: OpeningsQuery,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<FoundOpenings | NoOpenings> {
  const { technician } = query;
  const isAnyone = technician.kind !== 'named' && technician.kind !== 'others';
  const theirs = await find(query, context, deps, isAnyone ? undefined : technician.technicians);
  if ('unreached' in theirs) return theirs;
  const searched = asSearched(inPlace(technician, theirs.coverage), theirs);
  if (isAnyone || searched.kind === 'named' || searched.kind === 'others')
    return { ...theirs, technician: searched };
  return { ...(await find(query, context, deps)), technician: searched };
}

/** The one requested technician is not free if nothing was found for them. */
function asSearched(technician: RequestedTechnician, { none }: Openings): SearchedTechnician {
  if (technician.kind !== 'named' || none?.instead.kind !== 'nothing') return technician;
  return { kind: 'not_free', name: technician.name, searched: none.instead.searched };
}

function find(
  query: OpeningsQuery,
  context: CallContext,
  deps: VoiceDependencies,
  among?: readonly Technician[],
): Promise<Openings | NoOpenings> {
  const { account, now, callId, deadline } = context;
  const { from, to, isEarliest, isAsked } = query.days;
  const { service, times } = query;
  const question = {
    accountId: account.accountId,
    calendar: account,
    job: service,
    now,
    seed: callId ?? '',
    among,
    range: { from, to },
    isEarliest,
    isAsked,
    isWanted: ({ date, ...start }: Pick<Slot, 'date' | 'minute' | 'window'>) =>
      times?.includes(date, start) ?? true,
    ownIn: async (reads: readonly Occupancy[]) => {
      const holdId = heldBy(context);
      const ids = await ownIds(query, context, reads, deps);
      return holdId === undefined ? ids : new Set([...ids, holdId]);
    },
    heldIn: () => heldIn(query, context, deps),
    coverageIn: () => coverageIn(query, context, deps),
  };
  return findOpenings(question, deps, deadline);
}

/** The coverage of the named place, otherwise of the caller's only site. */
async function coverageIn(
  { service, zip, coverage: settled }: OpeningsQuery,
  { account, caller, deadline }: CallContext,
  { customers }: VoiceDependencies,
): Promise<Coverage> {
  if (settled !== undefined) return settled;
  const isRead = caller !== undefined && isRecordNeeded(account, service.id, zip);
  const record = isRead ? await customers.get(account.accountId, caller, deadline) : undefined;
  return coverageForCaller(account, service.id, zip, record);
}

/** The start that the call holds for the service. */
async function heldIn(
  { service }: OpeningsQuery,
  context: CallContext,
  { holds }: VoiceDependencies,
): Promise<HeldStart | undefined> {
  const { account, now, deadline } = context;
  const holdId = heldBy(context);
  if (holdId === undefined) return undefined;
  const live = liveHold(await holds.get(account.accountId, holdId, deadline), now);
  return live && heldStart(live, service.id);
}

/** This call's own appointment for the service, which a booking would move; none for an additional visit. */
async function ownIds(
  { service, additionalVisit, moved }: OpeningsQuery,
  context: CallContext,
  reads: readonly Occupancy[],
  { requests }: VoiceDependencies,
): Promise<ReadonlySet<string>> {
  if (moved !== undefined) return new Set([moved]);
  const isAllFree = reads.every((occupancy) => occupancy.size === 0);
  if (additionalVisit || isAllFree || context.callId === undefined) return new Set();
  const ids = new Set([callBookingId(context, service.id)].filter((id) => id !== undefined));
  // An emergency without a service becomes the appointment of the service that is booked after it. In a call its id
  // does not depend on the arguments.
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
