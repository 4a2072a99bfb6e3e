import type { Account } from '../../lib/accounts/account.ts';
import { type OnCallPerson, onCallAt } from '../../lib/accounts/on-call.ts';
import { nameTechnician } from '../../lib/accounts/technicians.ts';
import { blockTime, type Occupants, unblockTime } from '../../lib/booking/dispatchers/block-time.ts';
import { customerName } from '../../lib/booking/dispatchers/day-board.ts';
import { oneLine } from '../../lib/normalized.ts';
import { type Block, type BlockRefusal, MAX_BLOCK_DATES, planBlock } from '../../lib/record/block.ts';
import { localInstant } from '../../lib/scheduling/hours.ts';
import { MINUTE_MS, wallClockOf } from '../../lib/scheduling/time.ts';
import { formatClockTime } from '../../lib/scheduling/time-of-day.ts';
import type { Program } from '../command.ts';
import { dateForms, momentParser, parseDate, startOf, todayIn } from '../dates.ts';
import { CliFault } from '../fault.ts';
import { actorOf, byOption, parseReason } from '../options.ts';
import { toLocalMinute, toLocalText, toTable, toTableOr } from '../output.ts';
import { refusalFault, technicianText } from '../requests/refusal-text.ts';
import { type CliContext, show, showOfAccount } from '../target.ts';

/** Adds `technicians block | unblock | blocks | oncall`. */
export function addTechnicians(program: Program, cli: CliContext): void {
  const technicians = program
    .command('technicians')
    .description("technicians' blocked time, and people on call");
  technicians
    .command('block')
    .description("blocks a technician's time; refused if it overlaps jobs")
    .addOption(byOption())
    .requiredOption('--account <id>', 'account of the technician')
    .requiredOption('--technician <name>', 'id or name')
    .requiredOption(
      '--from <moment>',
      'local time of the account: YYYY-MM-DDTHH:MM, "tomorrow 08:00"',
      momentParser(false),
    )
    .requiredOption(
      '--to <moment>',
      `the end, up to 24:00; at most ${MAX_BLOCK_DATES} dates`,
      momentParser(true),
    )
    .requiredOption('--reason <text>', 'why, for the other dispatchers', parseReason)
    .action(async (_, command) => {
      const { technician: name, from, to, reason, by, ...options } = command.optsWithGlobals();
      const { json } = options;
      const actor = actorOf(by, command);
      let isNew = false;
      await showOfAccount(
        cli,
        options,
        async (account, target) => {
          const technician = nameTechnician(account, name);
          if ('reason' in technician)
            throw refusalFault(technician, { sentence: technicianText(technician) }, json);
          const today = todayIn(account.timezone, cli);
          const block = { account, technician, from: from(today), to: to(today), reason };
          const planned = planBlock({ ...block, by: actor, now: target.now() });
          if (typeof planned === 'string')
            throw refusalFault({ reason: planned }, { sentence: planTexts[planned] }, json);
          const done = await blockTime(planned, target, target.deadline);
          if (done.kind === 'occupied')
            throw refusalFault(occupantsJson(done), occupantsText(planned, done, account), json);
          isNew = done.kind === 'blocked';
          return done.block;
        },
        (block) => `${blockText(block)} ${isNew ? 'is blocked' : 'was already blocked'}.`,
      );
    });
  technicians
    .command('unblock <blockId>')
    .description('removes a block')
    .action((id, _, command) =>
      show(
        cli,
        command.optsWithGlobals(),
        async (target) => {
          const released = await unblockTime(id, target, target.deadline);
          if (released !== undefined) return released;
          throw new CliFault(`${id}: there is no such block; "technicians blocks" shows the existing ones.`);
        },
        (released) => `${blockText(released)} is free again.`,
      ),
    );
  technicians
    .command('blocks')
    .description('lists current and upcoming blocks')
    .requiredOption('--account <id>', 'account of the technicians')
    .option('--from <date>', `blocks that end on this date or later: ${dateForms}; default: today`, parseDate)
    .action((_, command) => {
      const { from, ...options } = command.optsWithGlobals();
      return showOfAccount(
        cli,
        options,
        ({ accountId, timezone }, { blocks, deadline }) => {
          const today = todayIn(timezone, cli);
          return blocks.list(accountId, startOf(from?.(today) ?? today, timezone), deadline);
        },
        blockTable,
      );
    });
  technicians
    .command('oncall')
    .description('lists who is on call, in the order in which they are called')
    .requiredOption('--account <id>', 'account of the people on call')
    .option(
      '--at <moment>',
      'local time of the account: YYYY-MM-DDTHH:MM, "tomorrow 08:00"; default: now',
      momentParser(false),
    )
    .action((_, command) => {
      const { at, ...options } = command.optsWithGlobals();
      return showOfAccount(
        cli,
        options,
        async (account, { now }) => {
          const moment = at?.(todayIn(account.timezone, cli));
          const instant = moment === undefined ? now() : localInstant(account, moment) * MINUTE_MS;
          return onCallAt(account, instant).map(withTechnicianId);
        },
        onCallTable,
      );
    });
}

const withTechnicianId = ({ technician, ...person }: OnCallPerson) => ({
  ...person,
  technicianId: technician?.id,
});

function onCallTable(people: readonly ReturnType<typeof withTechnicianId>[]): string {
  if (people.length === 0) return "Nobody is on call: callers get the account's own number, if it has one.";
  return toTable(
    ['role', 'name', 'number', 'technician'],
    people.map(({ role, name, phone, technicianId = '' }) => [role, name, phone, technicianId]),
  );
}

const planTexts: Readonly<Record<BlockRefusal, string>> = {
  ends_before_start: '--to: expected a moment after --from.',
  past: '--to: expected a moment that is not over.',
  too_long: `--to: a block touches at most ${MAX_BLOCK_DATES} dates. Make several.`,
};

const spanText = ({ from, to }: Pick<Block, 'from' | 'to'>) => `${toLocalText(from)} to ${toLocalText(to)}`;

const blockText = (block: Block): string =>
  oneLine(`${block.blockId}: ${block.technician} from ${spanText(block)} (${block.reason})`);

function blockTable(blocks: readonly Block[]): string {
  return toTableOr(
    'No blocks.',
    ['block', 'technician', 'from', 'to', 'reason', 'by'],
    blocks.map(({ blockId, technician, from, to, reason, by }) => [
      ...[blockId, technician, toLocalText(from), toLocalText(to), reason, by],
    ]),
  );
}

const occupantsJson = ({ jobs, blocks, holds }: Occupants) => ({
  reason: 'occupied',
  jobs: jobs.map(({ request, visit: { date, minute, endsAt } }) => ({
    dispatchRequestId: request.dispatchRequestId,
    ...{ date, minute, endsAt },
    status: request.status,
    serviceType: request.serviceType,
    customer: customerName(request),
  })),
  blocks,
  holds,
});

function occupantsText({ technician }: Block, { jobs, blocks, holds }: Occupants, { timezone }: Account) {
  const ofJobs = jobs.map(({ request, visit: { date, minute, endsAt } }) => {
    const end = wallClockOf(timezone, Date.parse(endsAt) / MINUTE_MS);
    const times = `${date} ${formatClockTime(minute)} to ${formatClockTime(end.minute)}`;
    return [request.dispatchRequestId, times, request.serviceType ?? '', customerName(request)];
  });
  const ofBlocks = blocks.map((block) => [block.blockId, spanText(block), block.reason, '']);
  const clock = (instant: string) => toLocalMinute(instant, timezone);
  const ofHolds = holds.map(({ startsAt, endsAt, heldUntil }) => {
    return ['a caller', `${clock(startsAt)} to ${clock(endsAt)}`, `held until ${clock(heldUntil)}`, ''];
  });
  return {
    sentence: `${technician} is not free then. Nothing was blocked.`,
    below: toTable(['in the way', 'when', 'what', 'customer'], [...ofJobs, ...ofBlocks, ...ofHolds]),
  };
}
