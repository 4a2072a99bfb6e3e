import { behindGroup, isToReview, type QueueGroup, queueOrder } from '../../lib/record/attention.ts';
import type { QueuePlace } from '../../lib/record/ports.ts';
import { type DispatchRequest, hasEnded, statuses, visitsIn } from '../../lib/record/request.ts';
import { isWaiting } from '../../lib/record/waiting.ts';
import { addDays } from '../../lib/scheduling/time.ts';
import { asRead } from '../../lib/wording/en/office.ts';
import type { Program } from '../command.ts';
import { dateForms, parseDate, startOf, todayIn } from '../dates.ts';
import { CliFault } from '../fault.ts';
import { DEFAULT_LIMIT, oneOf, parseLimit } from '../options.ts';
import { toJson } from '../output.ts';
import { type CliContext, readAccount, type Target, withTarget } from '../target.ts';
import { contradictedPlace } from '../zip-places.ts';
import { addRequestChanges, noSuchRequest } from './request-changes.ts';
import { requestFacts, requestTable } from './request-text.ts';

const hasVisitOn = ({ appointment }: DispatchRequest, date: string): boolean =>
  appointment !== undefined && visitsIn(appointment).some((visit) => visit.date === date);

/** Adds `requests list | show`, and the commands that change a request. */
export function addRequests(program: Program, cli: CliContext): void {
  const requests = program.command('requests').description('dispatch requests');
  requests
    .command('list')
    .description('lists the open requests of an account, the most urgent first, then appointments by time')
    .requiredOption('--account <id>', 'account of the requests')
    .option('--from <date>', `created on this date of the account or later: ${dateForms}`, parseDate)
    .option('--to <date>', 'created on this date of the account or earlier', parseDate)
    .option('--date <date>', 'with a visit on this date of the account', parseDate)
    .option('--status <status>', `one of ${statuses.join(', ')}`, oneOf(statuses))
    .option('--review', 'only requests flagged for review')
    .option('--waiting', 'only requests whose customers wait for an earlier time')
    .option('--all', 'requests in every state, oldest first, without a limit')
    .option('--limit <count>', 'at most this many; default: 50, or all with --json', parseLimit)
    .option('--after <dispatchRequestId>', 'continue after this open request')
    .action(async (_, command) => {
      const { account, json, ...options } = command.optsWithGlobals();
      const { status, review = false, waiting = false, after } = options;
      const { limit = json ? Infinity : DEFAULT_LIMIT } = options;
      const isEnded = status !== undefined && hasEnded(status);
      const { found, more, timezone } = await withTarget(cli, options, async (target) => {
        const { timezone } = await readAccount(target, account);
        const today = todayIn(timezone, cli);
        const [date, first, last] = [options.date, options.from, options.to].map((given) => given?.(today));
        const from = first && startOf(first, timezone);
        const before = last && startOf(addDays(last, 1), timezone);
        const isWanted = (request: DispatchRequest) =>
          (status === undefined || request.status === status) &&
          (!review || isToReview(request)) &&
          (!waiting || isWaiting(request)) &&
          (date === undefined || hasVisitOn(request, date)) &&
          (from === undefined || request.createdAt >= from) &&
          (before === undefined || request.createdAt < before);
        if (options.all || isEnded) {
          const all = await target.reader.list(account, { from, to: before });
          return { found: all.filter(isWanted).slice(0, options.limit), more: false, timezone };
        }
        const through = review ? 'review' : undefined;
        const open = await listOpen(target, { account, isWanted, limit, after, through });
        return { ...open, timezone };
      });
      if (json) return cli.print(toJson(found.map(asRead)));
      cli.print(requestTable(found, timezone));
      if (more) cli.complain(`More are open: continue with --after ${found.at(-1)?.dispatchRequestId}.`);
    });
  requests
    .command('show <dispatchRequestId>')
    .description('shows a request with its history')
    .action(async (id, _, command) => {
      const { json, ...options } = command.optsWithGlobals();
      const { found, timezone } = await withTarget(cli, options, async ({ reader, accounts }) => {
        const found = await reader.get(id);
        if (found === undefined) throw noSuchRequest(id);
        // The account may be gone.
        return { found, timezone: (await accounts.byId(found.accountId))?.timezone ?? 'UTC' };
      });
      cli.print(
        json ? toJson(asRead(found)) : requestFacts(found, timezone, await contradictedPlace(found.customer)),
      );
    });
  addRequestChanges(requests, cli);
}

/** How many requests are read at once, so that a short list takes one round trip. */
const PAGE = 100;

interface OpenList {
  readonly account: string;
  readonly isWanted: (request: DispatchRequest) => boolean;
  /** The maximum number of requests to return, which may be infinite. */
  readonly limit: number;
  /** The id of the last request of the page before. */
  readonly after?: string | undefined;
  /** The last group of the queue in which a request may match. Without it, all groups are read. */
  readonly through?: QueueGroup | undefined;
}

/** Reads the open requests that match, page by page until there are enough. */
export async function listOpen(
  target: Target,
  { account, isWanted, limit, after, through }: OpenList,
): Promise<{ readonly found: readonly DispatchRequest[]; readonly more: boolean }> {
  const found: DispatchRequest[] = [];
  let place = after === undefined ? undefined : await placeOf(after, target);
  // Nothing after it matches, and DynamoDB refuses to start a query outside of its range.
  if (through !== undefined && place !== undefined && place.queueOrder >= behindGroup(through))
    return { found: [], more: false };
  do {
    const page = await target.queue.open(account, { limit: PAGE, after: place, through }, target.deadline);
    found.push(...page.requests.filter(isWanted));
    place = page.next;
  } while (place !== undefined && found.length <= limit);
  return { found: found.slice(0, limit), more: found.length > limit };
}

async function placeOf(id: string, { requests, deadline }: Target): Promise<QueuePlace> {
  const request = await requests.get(id, deadline);
  const order = request === undefined ? undefined : queueOrder(request);
  if (order === undefined)
    throw new CliFault(`--after: there is no open request ${id}; list from the start.`);
  return { dispatchRequestId: id, queueOrder: order };
}
