import type { Command } from 'commander';
import { createDayReader } from '../../lib/aws/stores/board-reader.ts';
import { readDayBoard } from '../../lib/booking/dispatchers/day-board.ts';
import { readAccount } from '../accounts/stored-accounts.ts';
import { changeDependencies } from '../change-dependencies.ts';
import { parseDate } from '../options.ts';
import { toJson } from '../output.ts';
import { type CliContext, type TargetOptions, withTarget } from '../target.ts';
import { drawBoard } from './schedule-board.ts';

interface ScheduleOptions extends TargetOptions {
  readonly account: string;
  readonly date: string;
}

/** `schedule`. */
export function addSchedule(program: Command, cli: CliContext): void {
  program
    .command('schedule')
    .description('shows a day as a board of technicians and hours')
    .requiredOption('--account <id>', 'account of the day')
    .requiredOption('--date <date>', 'YYYY-MM-DD in the time zone of the account', parseDate)
    .action(async (_: unknown, command: Command) => {
      const { account: id, date, json, ...options } = command.optsWithGlobals<ScheduleOptions>();
      const { account, rows } = await withTarget(cli, options, async (target) => {
        const account = await readAccount(target, id);
        const deps = changeDependencies(target, cli);
        const stores = { schedule: deps.schedule, days: createDayReader(deps) };
        return { account, rows: await readDayBoard(account, date, deps.now(), stores, deps.deadline) };
      });
      cli.print(
        json
          ? toJson(rows.map(({ onHold: held, ...row }) => ({ ...row, held })))
          : drawBoard(account, date, rows),
      );
    });
}
