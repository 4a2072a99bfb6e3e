import type { Command } from 'commander';
import type { Account } from '../../lib/accounts/account.ts';
import { blockTime, type Occupants, unblockTime } from '../../lib/booking/dispatchers/block-time.ts';
import { customerName } from '../../lib/booking/dispatchers/day-board.ts';
import { oneLine } from '../../lib/normalized.ts';
import { type Block, type BlockRefusal, MAX_BLOCK_DATES, planBlock } from '../../lib/record/block.ts';
import type { Actor } from '../../lib/record/request.ts';
import { formatClockTime } from '../../lib/scheduling/clock-time.ts';
import { MINUTE_MS } from '../../lib/scheduling/time-units.ts';
import { boundaryOf, wallClockOf } from '../../lib/scheduling/zone.ts';
import { nameTechnician } from '../../lib/understanding/technician-name.ts';
import { readAccount } from '../accounts/stored-accounts.ts';
import { changeDependencies } from '../change-dependencies.ts';
import { actorOf, parseReason, withBy } from '../dispatcher-options.ts';
import { CliFault } from '../fault.ts';
import { momentParser, parseDate } from '../options.ts';
import { toJson, toLocalMinute, toLocalText, toTable } from '../output.ts';
import { refusalFault, technicianText } from '../requests/refusal-text.ts';
import { type CliContext, type TargetOptions, withTarget } from '../target.ts';
import { addOnCall } from './on-call.ts';

interface BlockOptions extends TargetOptions {
  readonly account: string;
  readonly technician: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  readonly by?: Actor;
}

interface ListOptions extends TargetOptions {
  readonly account: string;
  readonly from?: string;
}

/** `technicians block | unblock | blocks | oncall`. */
export function addTechnicians(program: Command, cli: CliContext): void {
  const technicians = program
    .command('technicians')
    .description("technicians' blocked time, and people on call");
  withBy(technicians.command('block').description("blocks a technician's time; refused if it overlaps jobs"))
    .requiredOption('--account <id>', 'account of the technician')
    .requiredOption('--technician <name>', 'id or name')
    .requiredOption('--from <moment>', "YYYY-MM-DDTHH:MM on the account's clocks", momentParser(false))
    .requiredOption(
      '--to <moment>',
      `the end, up to T24:00; at most ${MAX_BLOCK_DATES} dates`,
      momentParser(true),
    )
    .requiredOption('--reason <text>', 'why, for the other dispatchers', parseReason)
    .action((options: BlockOptions, command: Command) => block(options, command, cli));
  technicians
    .command('unblock <blockId>')
    .description('removes a block')
    .action((id: string, _: unknown, command: Command) => unblock(id, command, cli));
  technicians
    .command('blocks')
    .description('lists current and upcoming blocks')
    .requiredOption('--account <id>', 'account of the technicians')
    .option('--from <date>', 'blocks that end on this date or later; default: today', parseDate)
    .action((_: unknown, command: Command) => list(command, cli));
  addOnCall(technicians, cli);
}

async function block(
  { account: id, technician: name, from, to, reason, by }: BlockOptions,
  command: Command,
  cli: CliContext,
): Promise<void> {
  const { json, ...options } = command.optsWithGlobals<TargetOptions>();
  const actor = actorOf(by, command);
  const result = await withTarget(cli, options, async (target) => {
    const account = await readAccount(target, id);
    const technician = nameTechnician(account, name);
    if ('reason' in technician)
      throw refusalFault(technician, { sentence: technicianText(technician) }, json);
    const deps = changeDependencies(target, cli);
    const planned = planBlock({ account, technician, from, to, reason, by: actor, now: deps.now() });
    if (typeof planned === 'string')
      throw refusalFault({ reason: planned }, { sentence: planTexts[planned] }, json);
    const done = await blockTime(planned, deps, deps.deadline);
    if (done.kind !== 'occupied') return done;
    throw refusalFault(occupantsJson(done), occupantsText(planned, done, account), json);
  });
  const done = result.kind === 'blocked' ? 'is blocked' : 'was already blocked';
  cli.print(json ? toJson(result.block) : `${blockText(result.block)} ${done}.`);
}

async function unblock(id: string, command: Command, cli: CliContext): Promise<void> {
  const { json, ...options } = command.optsWithGlobals<TargetOptions>();
  const released = await withTarget(cli, options, (target) => {
    const deps = changeDependencies(target, cli);
    return unblockTime(id, deps, deps.deadline);
  });
  if (released === undefined)
    throw new CliFault(`${id}: there is no such block; "technicians blocks" shows the existing ones.`);
  cli.print(json ? toJson(released) : `${blockText(released)} is free again.`);
}

async function list(command: Command, cli: CliContext): Promise<void> {
  const { account: id, from, json, ...options } = command.optsWithGlobals<ListOptions>();
  const found = await withTarget(cli, options, async (target) => {
    const account = await readAccount(target, id);
    const deps = changeDependencies(target, cli);
    const today = wallClockOf(account.timezone, Math.floor(deps.now() / MINUTE_MS)).date;
    const after = new Date(boundaryOf(account.timezone, from ?? today, 0) * MINUTE_MS).toISOString();
    return await deps.blocks.list(id, after, deps.deadline);
  });
  cli.print(json ? toJson(found) : blockTable(found));
}

const planTexts: Readonly<Record<BlockRefusal, string>> = {
  ends_before_start: '--to: expected a moment after --from.',
  past: '--to: expected a moment that is not over.',
  too_long: `--to: a block touches at most ${MAX_BLOCK_DATES} dates. Make several.`,
};

const blockText = ({ blockId, technician, from, to, reason }: Block): string =>
  oneLine(`${blockId}: ${technician} from ${toLocalText(from)} to ${toLocalText(to)} (${reason})`);

function blockTable(blocks: readonly Block[]): string {
  if (blocks.length === 0) return 'No blocks.';
  return toTable(
    ['block', 'technician', 'from', 'to', 'reason', 'by'],
    blocks.map(({ blockId, technician, from, to, reason, by }) => [
      blockId,
      technician,
      toLocalText(from),
      toLocalText(to),
      reason,
      by,
    ]),
  );
}

function occupantsJson({ jobs, blocks, holds }: Occupants) {
  return {
    reason: 'occupied',
    jobs: jobs.map((job) => ({
      dispatchRequestId: job.dispatchRequestId,
      date: job.appointment.date,
      minute: job.appointment.minute,
      endsAt: job.appointment.endsAt,
      status: job.status,
      serviceType: job.serviceType,
      customer: customerName(job),
    })),
    blocks,
    holds,
  };
}

function occupantsText({ technician }: Block, { jobs, blocks, holds }: Occupants, { timezone }: Account) {
  const ofJobs = jobs.map((job) => {
    const { date, minute, endsAt } = job.appointment;
    const end = wallClockOf(timezone, Date.parse(endsAt) / MINUTE_MS);
    const times = `${date} ${formatClockTime(minute)} to ${formatClockTime(end.minute)}`;
    return [job.dispatchRequestId, times, job.serviceType ?? '', customerName(job)];
  });
  const ofBlocks = blocks.map(({ blockId, from, to, reason }) => [
    blockId,
    `${toLocalText(from)} to ${toLocalText(to)}`,
    reason,
    '',
  ]);
  const clock = (instant: string) => toLocalMinute(instant, timezone);
  const ofHolds = holds.map(({ startsAt, endsAt, heldUntil }) => {
    return ['a caller', `${clock(startsAt)} to ${clock(endsAt)}`, `held until ${clock(heldUntil)}`, ''];
  });
  return {
    sentence: `${technician} is not free then. Nothing was blocked.`,
    below: toTable(['in the way', 'when', 'what', 'customer'], [...ofJobs, ...ofBlocks, ...ofHolds]),
  };
}
