import type { Command } from 'commander';
import type { Account } from '../../lib/accounts/account.ts';
import { createRequestReader } from '../../lib/aws/requests/request-reader.ts';
import { isBlockId } from '../../lib/dispatch/blocks/block.ts';
import { type BoardRow, boardOf, holdersOf } from '../../lib/dispatch/blocks/day-board.ts';
import type { DispatchRequest } from '../../lib/dispatch/requests/request.ts';
import { dateSpan } from '../../lib/scheduling/day.ts';
import { readAccount } from '../accounts/stored-accounts.ts';
import { changeDependencies } from '../change-dependencies.ts';
import { parseDate } from '../options.ts';
import { toJson } from '../output.ts';
import { type CliContext, type Target, type TargetOptions, withTarget } from '../target.ts';
import { drawBoard } from './schedule-board.ts';

/** A day is read again if a change came between its parts. */
const READINGS = 3;

interface ScheduleOptions extends TargetOptions {
  readonly account: string;
  readonly date: string;
}

/** `schedule`. */
export function addSchedule(program: Command, cli: CliContext): void {
  program
    .command('schedule')
    .description('shows a day as a board of technicians and hours')
    .requiredOption('--account <id>', 'whose day')
    .requiredOption('--date <date>', 'YYYY-MM-DD in the time zone of the account', parseDate)
    .action(async (_: unknown, command: Command) => {
      const { account: id, date, json, ...options } = command.optsWithGlobals<ScheduleOptions>();
      const { account, rows } = await withTarget(cli, options, async (target) => {
        const account = await readAccount(target, id);
        return { account, rows: await readBoard(account, date, target, cli) };
      });
      cli.print(json ? toJson(rows) : drawBoard(account, date, rows));
    });
}

async function readBoard(
  account: Account,
  date: string,
  target: Target,
  cli: CliContext,
): Promise<readonly BoardRow[]> {
  const deps = changeDependencies(target, cli);
  const reader = createRequestReader(target);
  for (let reading = 1; ; reading++) {
    const [occupancy, onDate] = await Promise.all([
      deps.schedule.occupancy(account.accountId, dateSpan(account, date), deps.deadline),
      reader.withAppointmentOn(account.accountId, date),
    ]);
    const holders = holdersOf(occupancy);
    // The index by account may lag; claims are strongly consistent.
    const [holding, blocks] = await Promise.all([
      Promise.all(holders.filter((id) => !isBlockId(id)).map((id) => reader.get(id))),
      Promise.all(holders.filter(isBlockId).map((id) => deps.blocks.get(id, deps.deadline))),
    ]);
    const rows = boardOf({
      account,
      date,
      occupancy,
      requests: newest([...onDate, ...holding]),
      blocks: blocks.filter((block) => block !== undefined),
    });
    if (reading === READINGS || rows.every(({ unknown }) => unknown.length === 0)) return rows;
  }
}

/** Each request once, in its latest state. */
function newest(requests: readonly (DispatchRequest | undefined)[]): readonly DispatchRequest[] {
  const byId = new Map<string, DispatchRequest>();
  for (const request of requests) {
    if (request === undefined) continue;
    const known = byId.get(request.dispatchRequestId);
    if (known === undefined || known.version < request.version) byId.set(request.dispatchRequestId, request);
  }
  return [...byId.values()];
}
