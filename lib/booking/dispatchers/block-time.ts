import { type Block, isBlockId } from '../../record/block.ts';
import type { BlockStore, Deadline, RequestStore, ScheduleReader } from '../../record/ports.ts';
import { type Claim, hasActiveAppointment, type Scheduled } from '../../record/request.ts';
import { type Contention, retry } from '../../record/retry.ts';
import { type Claims, isHold, type Occupancy } from '../../scheduling/occupancy.ts';
import { MINUTE_MS } from '../../scheduling/time.ts';
import { type HeldTime, heldTimesIn } from '../holds.ts';

interface BlockDependencies extends Contention {
  readonly blocks: BlockStore;
  readonly schedule: ScheduleReader;
  readonly requests: Pick<RequestStore, 'get'>;
}

/** These overlap a requested block, in order of start. */
export interface Occupants {
  readonly jobs: readonly Scheduled[];
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

/** Removes a block and releases its time. Returns the block, or undefined if there is none with that id. */
export async function unblockTime(
  blockId: string,
  deps: Omit<BlockDependencies, 'schedule' | 'requests'>,
  deadline: Deadline,
): Promise<Block | undefined> {
  const { block } = await retry(
    async () => {
      const block = await deps.blocks.get(blockId, deadline);
      if (block === undefined) return { block };
      return (await deps.blocks.remove(block, deadline)) === 'stored' ? { block } : undefined;
    },
    deps,
    deadline,
  );
  return block;
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
  const startOf = (job: Scheduled) => job.appointment.startsAt;
  return {
    jobs: foundJobs
      .filter(hasActiveAppointment)
      .filter((job) => overlap(job.appointment.claims, wanted.claims))
      .sort((a, b) => (startOf(a) < startOf(b) ? -1 : 1)),
    blocks: foundBlocks
      .filter((block) => block !== undefined)
      .filter((block) => overlap(block.claims, wanted.claims))
      .sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1)),
  };
}

function overlap(some: readonly Claim[], others: readonly Claim[]): boolean {
  return some.some((one) =>
    others.some(
      (other) =>
        one.technicianId === other.technicianId &&
        one.buckets.some((bucket) => other.buckets.includes(bucket)),
    ),
  );
}
