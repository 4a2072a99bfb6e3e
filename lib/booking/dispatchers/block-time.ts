import type { Account } from '../../accounts/account.ts';
import {
  type Block,
  type BlockRefusal,
  type BlockRepeat,
  type BlockRequest,
  isBlockId,
  isSameSeries,
  occurrencesOf,
  planBlock,
  type SeriesRefusal,
} from '../../record/block.ts';
import type { BlockStore, Deadline, RequestStore, ScheduleReader } from '../../record/ports.ts';
import {
  type Claim,
  crewOf,
  hasActiveAppointment,
  type JobVisit,
  type Scheduled,
  visitsIn,
} from '../../record/request.ts';
import { type Contention, retry } from '../../record/retry.ts';
import type { Bucket } from '../../scheduling/calendar.ts';
import { BUCKET_MINUTES, type Claims, isHold, type Occupancy } from '../../scheduling/occupancy.ts';
import { MINUTE_MS } from '../../scheduling/time.ts';
import { type HeldTime, heldTimesIn } from '../holds.ts';

interface BlockDependencies extends Contention {
  readonly blocks: BlockStore;
  readonly schedule: ScheduleReader;
  readonly requests: Pick<RequestStore, 'get'>;
}

/** A job, and the first of its visits that claims time of a requested block, with the pause after it. */
export interface OccupyingJob {
  readonly request: Scheduled;
  readonly visit: JobVisit;
}

/** These overlap a requested block, in order of start. */
export interface Occupants {
  readonly jobs: readonly OccupyingJob[];
  readonly blocks: readonly Block[];
  readonly holds: readonly HeldTime[];
}

type BlockResult =
  | { readonly kind: 'blocked'; readonly block: Block }
  /** The same time is already blocked. */
  | { readonly kind: 'stands'; readonly block: Block }
  | ({ readonly kind: 'occupied' } & Occupants);

/**
 * Claims the time of a block in one transaction, or returns what overlaps it.
 * @throws {StorageUnavailable} past the deadline
 */
export async function blockTime(
  block: Block,
  deps: BlockDependencies,
  deadline: Deadline,
): Promise<BlockResult> {
  return await retry<BlockResult>(
    async () => {
      const known = await deps.blocks.get(block.blockId, deadline);
      if (known !== undefined) return { kind: 'stands', block: known };
      const occupancy = await occupancyOf(block, deps, deadline);
      const claimed: Claims = occupancy.get(block.technicianId) ?? new Map();
      const holds = heldTimesIn(claimed, Date.parse(block.createdAt));
      const holders = [...new Set(claimed.values())].filter((holder) => !isHold(holder));
      if (holders.length + holds.length === 0) {
        const result = await deps.blocks.put(block, occupancy, deadline);
        return result === 'stored' ? { kind: 'blocked', block } : undefined;
      }
      // The same block was made after the first read.
      if (holders.includes(block.blockId)) return undefined;
      const { jobs, blocks } = await occupants(holders, block, deps, deadline);
      const isFree = jobs.length + blocks.length + holds.length === 0;
      return isFree ? undefined : { kind: 'occupied', jobs, blocks, holds };
    },
    deps,
    deadline,
  );
}

/**
 * Removes a block and releases its time. Returns the block, or undefined if there is none with that id.
 * @param isMeant may spare the block that has the id
 */
export async function unblockTime(
  blockId: string,
  deps: Omit<BlockDependencies, 'schedule' | 'requests'>,
  deadline: Deadline,
  isMeant: (block: Block) => boolean = () => true,
): Promise<Block | undefined> {
  const { block } = await retry(
    async () => {
      const block = await deps.blocks.get(blockId, deadline);
      if (block === undefined || !isMeant(block)) return { block: undefined };
      return (await deps.blocks.remove(block, deadline)) === 'stored' ? { block } : undefined;
    },
    deps,
    deadline,
  );
  return block;
}

/** A block of a series that can't be. */
export interface SeriesConflict extends Occupants, Pick<Block, 'from' | 'to'> {
  readonly reason: BlockRefusal | 'occupied';
}

export interface SeriesResult {
  /** In order of time, with those that the same request has made before. */
  readonly made: readonly Block[];
  readonly conflicts: readonly SeriesConflict[];
}

/** So many blocks of a series are made or removed at once. */
const AT_ONCE = 5;

/**
 * Claims the time of each block of a series that is free, and says of the others what is in the way. A repeat of the
 * request makes what is missing. Fails as `blockTime` does.
 */
export async function blockSeries(
  wanted: BlockRequest & { readonly repeat: BlockRepeat },
  deps: BlockDependencies,
  deadline: Deadline,
): Promise<SeriesResult | SeriesRefusal> {
  const times = occurrencesOf(wanted.repeat);
  if (typeof times === 'string') return times;
  const made: Block[] = [];
  const conflicts: SeriesConflict[] = [];
  await inGroups(times, async (time) => {
    const none = { jobs: [], blocks: [], holds: [] };
    const planned = planBlock({ ...wanted, ...time });
    if (typeof planned === 'string') {
      conflicts.push({ ...time, ...none, reason: planned });
      return;
    }
    const result = await blockTime(planned, deps, deadline);
    if (result.kind === 'occupied') conflicts.push({ ...time, ...result, reason: 'occupied' });
    else if (result.kind === 'blocked' || isSameSeries(result.block, planned)) made.push(result.block);
    else conflicts.push({ ...time, ...none, reason: 'occupied', blocks: [result.block] });
  });
  const byTime = (a: Pick<Block, 'from'>, b: Pick<Block, 'from'>) => (a.from < b.from ? -1 : 1);
  return { made: made.sort(byTime), conflicts: conflicts.sort(byTime) };
}

/**
 * Removes blocks of the series of one of them: `following`, this one and those after it; `all`, those that are not over
 * at an instant (epoch milliseconds).
 */
export async function unblockSeries(
  block: Block & { readonly repeat: BlockRepeat },
  which: 'following' | 'all',
  { account, now }: { readonly account: Account; readonly now: number },
  deps: Omit<BlockDependencies, 'schedule' | 'requests'>,
  deadline: Deadline,
): Promise<void> {
  const { technicianId: id, technician: name, reason, repeat } = block;
  const times = occurrencesOf(repeat);
  if (typeof times === 'string') return;
  const technician = { id, name, skills: [], timeOff: [] };
  const from = which === 'all' ? new Date(now).toISOString() : block.startsAt;
  const isMeant = (found: Block) =>
    isSameSeries(found, block) && (which === 'all' ? found.endsAt > from : found.startsAt >= from);
  await inGroups(times, async (time) => {
    // Of any block of the series, its id is known from its time.
    const planned = planBlock({ ...{ account, technician, reason, repeat, by: 'service', now: 0 }, ...time });
    if (typeof planned === 'string') return;
    await unblockTime(planned.blockId, deps, deadline, isMeant);
  });
}

async function inGroups<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  for (let first = 0; first < all.length; first += AT_ONCE)
    await Promise.all(all.slice(first, first + AT_ONCE).map(act));
}

function occupancyOf(
  { accountId, startsAt, endsAt }: Block,
  { schedule }: BlockDependencies,
  deadline: Deadline,
): Promise<Occupancy> {
  const span = { from: Date.parse(startsAt) / MINUTE_MS, to: Date.parse(endsAt) / MINUTE_MS };
  return schedule.occupancy(accountId, span, deadline);
}

/** Omits holders that were removed since the day was read. */
async function occupants(
  holders: readonly string[],
  wanted: Block,
  { requests, blocks }: BlockDependencies,
  deadline: Deadline,
): Promise<Omit<Occupants, 'holds'>> {
  const ofBlocks = holders.filter(isBlockId).map((id) => blocks.get(id, deadline));
  const ofJobs = holders.filter((id) => !isBlockId(id)).map((id) => requests.get(id, deadline));
  const [foundBlocks, foundJobs] = await Promise.all([Promise.all(ofBlocks), Promise.all(ofJobs)]);
  return {
    jobs: foundJobs
      .filter(hasActiveAppointment)
      .flatMap((request) => occupyingJob(request, wanted))
      .sort((a, b) => (a.visit.startsAt < b.visit.startsAt ? -1 : 1)),
    blocks: foundBlocks
      .filter((block) => block !== undefined)
      .filter((block) => sharedBuckets(block.claims, wanted.claims).length > 0)
      .sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1)),
  };
}

function occupyingJob(request: Scheduled, { claims, technicianId }: Block): readonly OccupyingJob[] {
  const shared = sharedBuckets(request.appointment.claims, claims);
  if (shared.length === 0) return [];
  const until = (Math.min(...shared) + 1) * BUCKET_MINUTES * MINUTE_MS;
  const visit = visitsIn(request.appointment).findLast(
    (one) =>
      crewOf(one).some((member) => member.technicianId === technicianId) && Date.parse(one.startsAt) < until,
  );
  return [{ request, visit: visit ?? request.appointment }];
}

/** Returns the buckets that both claim of the same technician. */
function sharedBuckets(some: readonly Claim[], others: readonly Claim[]): readonly Bucket[] {
  return some.flatMap(({ technicianId, buckets }) => {
    const own = others.filter((other) => other.technicianId === technicianId);
    const claimed = new Set(own.flatMap((other) => other.buckets));
    return buckets.filter((bucket) => claimed.has(bucket));
  });
}
