import type { Command } from 'commander';
import { createRequestReader } from '../../lib/aws/requests/request-reader.ts';
import { type Status, statuses } from '../../lib/dispatch/requests/request.ts';
import { queueOf } from '../../lib/dispatch/requests/request-queue.ts';
import { readAccount } from '../accounts/stored-accounts.ts';
import { CliFault } from '../fault.ts';
import { oneOf, parseDate } from '../options.ts';
import { toJson } from '../output.ts';
import { type CliContext, type TargetOptions, withTarget } from '../target.ts';
import { addRequestChanges } from './request-changes.ts';
import { requestFacts, requestTable } from './request-text.ts';

interface ListOptions extends TargetOptions {
  readonly account: string;
  readonly from?: string;
  readonly to?: string;
  readonly date?: string;
  readonly status?: Status;
  readonly review?: boolean;
}

/** `requests list | show`, and the changes of `request-changes`. */
export function addRequests(program: Command, cli: CliContext): void {
  const { print } = cli;
  const requests = program.command('requests').description('dispatch requests');

  requests
    .command('list')
    .description('lists the requests of an account: emergencies, flagged ones, then the rest by age')
    .requiredOption('--account <id>', 'whose requests')
    .option('--from <date>', 'created on this date (UTC) or later', parseDate)
    .option('--to <date>', 'created on this date (UTC) or earlier', parseDate)
    .option('--date <date>', 'with an appointment on this date of the account', parseDate)
    .option('--status <status>', `one of ${statuses.join(', ')}`, oneOf(statuses))
    .option('--review', 'only requests flagged for review')
    .action(async (_: unknown, command: Command) => {
      const { account, from, to, date, status, review, json, ...options } =
        command.optsWithGlobals<ListOptions>();
      const all = await withTarget(cli, options, async (target) => {
        await readAccount(target, account);
        // Every instant of a date sorts before the date followed by a character greater than `T`.
        return createRequestReader(target).list(account, { from, to: to === undefined ? to : `${to}U` });
      });
      const found = queueOf(all, { status, review, date });
      print(json ? toJson(found) : requestTable(found));
    });

  requests
    .command('show <dispatchRequestId>')
    .description('shows a request with its history')
    .action(async (id: string, _: unknown, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<TargetOptions>();
      const found = await withTarget(cli, options, (target) => createRequestReader(target).get(id));
      if (found === undefined)
        throw new CliFault(`There is no dispatch request ${id}: "requests list" shows those that are.`);
      print(json ? toJson(found) : requestFacts(found));
    });

  addRequestChanges(requests, cli);
}
