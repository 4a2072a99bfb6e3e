import type { Command } from 'commander';
import { createRequestReader } from '../../lib/aws/stores/request-store.ts';
import { hasEnded, type Status, statuses } from '../../lib/record/request.ts';
import { isToReview, type QueueGroup } from '../../lib/record/request-queue.ts';
import { asRead } from '../../lib/wording/en/office.ts';
import { findAccount, readAccount } from '../accounts/stored-accounts.ts';
import { CliFault } from '../fault.ts';
import { oneOf, parseDate, parseLimit } from '../options.ts';
import { toJson } from '../output.ts';
import { type CliContext, type TargetOptions, withTarget } from '../target.ts';
import { contradictedPlace } from '../zips/zip-places.ts';
import { listAll, listOpen, type Wanted } from './list-requests.ts';
import { addRequestChanges } from './request-changes.ts';
import { requestFacts, requestTable } from './request-text.ts';

interface ListOptions extends TargetOptions {
  readonly account: string;
  readonly from?: string;
  readonly to?: string;
  readonly date?: string;
  readonly status?: Status;
  readonly review?: boolean;
  readonly all?: boolean;
  readonly limit?: number;
  readonly after?: string;
}

/** `requests list | show`, and the changes of `request-changes`. */
export function addRequests(program: Command, cli: CliContext): void {
  const { print } = cli;
  const requests = program.command('requests').description('dispatch requests');
  addList(requests, cli);

  requests
    .command('show <dispatchRequestId>')
    .description('shows a request with its history')
    .action(async (id: string, _: unknown, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<TargetOptions>();
      const { found, timezone } = await withTarget(cli, options, async (target) => {
        const found = await createRequestReader(target).get(id);
        if (found === undefined)
          throw new CliFault(
            `${id}: there is no such dispatch request; "requests list" shows the existing ones.`,
          );
        // Its account may be gone.
        const { timezone = 'UTC' } = (await findAccount(target, found.accountId)) ?? {};
        return { found, timezone };
      });
      print(
        json ? toJson(asRead(found)) : requestFacts(found, timezone, await contradictedPlace(found.customer)),
      );
    });

  addRequestChanges(requests, cli);
}

function addList(requests: Command, cli: CliContext): void {
  requests
    .command('list')
    .description('lists the open requests of an account, the most urgent first, then appointments by time')
    .requiredOption('--account <id>', 'account of the requests')
    .option('--from <date>', 'created on this date (UTC) or later', parseDate)
    .option('--to <date>', 'created on this date (UTC) or earlier', parseDate)
    .option('--date <date>', 'with an appointment on this date of the account', parseDate)
    .option('--status <status>', `one of ${statuses.join(', ')}`, oneOf(statuses))
    .option('--review', 'only requests flagged for review')
    .option('--all', 'requests in every state, oldest first, without a limit')
    .option('--limit <count>', 'at most this many; default: 50, or all with --json', parseLimit)
    .option('--after <dispatchRequestId>', 'continue after this open request')
    .action(async (_: unknown, command: Command) => {
      const { account, json, ...options } = command.optsWithGlobals<ListOptions>();
      const { limit = json ? Infinity : DEFAULT_LIMIT } = options;
      const isEnded = options.status !== undefined && hasEnded(options.status);
      const { found, more, timezone } = await withTarget(cli, options, async (target) => {
        const { timezone } = await readAccount(target, account);
        const wanted = filterOf(options);
        if (options.all || isEnded) {
          const all = (await listAll(target, account, options)).filter(wanted);
          return { found: all.slice(0, options.limit ?? all.length), more: false, timezone };
        }
        const through: QueueGroup | undefined = options.review ? 'review' : undefined;
        const open = await listOpen(target, cli, { account, wanted, limit, after: options.after, through });
        return { ...open, timezone };
      });
      if (json) return cli.print(toJson(found.map(asRead)));
      cli.print(requestTable(found, timezone));
      if (more) cli.print(`More are open: continue with --after ${found.at(-1)?.dispatchRequestId}.`);
    });
}

const DEFAULT_LIMIT = 50;

const filterOf =
  ({ status, review = false, date, from = '', to = '9' }: Omit<ListOptions, 'account'>): Wanted =>
  (request) =>
    (status === undefined || request.status === status) &&
    (!review || isToReview(request)) &&
    (date === undefined || request.appointment?.date === date) &&
    request.createdAt >= from &&
    request.createdAt.slice(0, to.length) <= to;
