import type { Command } from 'commander';
import { createCallLists, createCallReader } from '../../lib/aws/stores/call-store.ts';
import { type VoicePlatform, voicePlatforms } from '../../lib/platforms/index.ts';
import {
  type CallEntry,
  type CallOutcome,
  type CallPlace,
  callOutcomes,
  isUnbookedFromNumber,
  type StoredCall,
} from '../../lib/record/calls.ts';
import { UNASSIGNED } from '../../lib/record/request.ts';
import { cleanLines } from '../../local/terminal-text.ts';
import { listAccounts, readAccount } from '../accounts/stored-accounts.ts';
import { changeDependencies } from '../change-dependencies.ts';
import { CliFault } from '../fault.ts';
import { inWords, oneOf, parseDate, parseLimit, parsePlatform } from '../options.ts';
import { toFacts, toJson, toLocalMinute, toTable } from '../output.ts';
import { type CliContext, type Target, type TargetOptions, withTarget } from '../target.ts';

/** `calls list | show`. */
export function addCalls(program: Command, cli: CliContext): void {
  const calls = program.command('calls').description('calls of the voice platforms');
  calls
    .command('list')
    .description('lists the calls of an account, newest first')
    .requiredOption(
      '--account <id>',
      `account of the calls; ${UNASSIGNED} for those of agents without an account`,
    )
    .addOption(
      calls
        .createOption(
          '--outcome <outcome>',
          'calls with this outcome; "unbooked" lists only calls with a phone number',
        )
        .argParser(oneOf(callOutcomes)),
    )
    .option('--from <date>', 'calls first reported on this date (UTC) or later', parseDate)
    .option('--limit <count>', 'at most this many; default: 50, or all with --json', parseLimit)
    .action((_: unknown, command: Command) => list(command, cli));
  const show = calls
    .command('show')
    .description('shows a call with its transcript')
    .option(
      '--account <id>',
      `account of the call; needed only if several accounts, or ${UNASSIGNED}, have a call with that id`,
    );
  const platform = show.createArgument('<platform>', inWords(voicePlatforms)).argParser(parsePlatform);
  show
    .addArgument(platform)
    .argument('<call id>', "the platform's own id")
    .action(async (integration: VoicePlatform, callId: string, _: unknown, command: Command) => {
      const { json, account, ...options } = command.optsWithGlobals<ShowOptions>();
      const call = await withTarget(cli, options, async (target) => {
        const calls = createCallReader(target, () => cli.now().getTime());
        const accountId = account ?? (await onlyAccountWith(target, calls, integration, callId));
        return accountId && (await calls.get(accountId, integration, callId));
      });
      if (!call)
        throw new CliFault(
          `${callId}: there is no such call of ${integration}${account === undefined ? '' : ` in ${account}`}; "calls list" shows the existing ones.`,
        );
      cli.print(json ? toJson(call) : callText(call));
    });
}

interface ShowOptions extends TargetOptions {
  readonly account?: string;
}

/** The account with a call of that id, or undefined; a fault lists the accounts if there are several. */
async function onlyAccountWith(
  target: Target,
  calls: ReturnType<typeof createCallReader>,
  integration: VoicePlatform,
  callId: string,
): Promise<string | undefined> {
  const ids = (await listAccounts(target)).map(({ accountId }) => accountId);
  const found = await calls.accountsWith([...ids, UNASSIGNED], integration, callId);
  if (found.length <= 1) return found[0];
  throw new CliFault(
    `${callId}: several accounts have such a call of ${integration}; pass --account with one of ${found.join(', ')}.`,
  );
}

interface ListOptions extends TargetOptions {
  readonly account: string;
  readonly from?: string;
  readonly outcome?: CallOutcome;
  readonly limit?: number;
}

const DEFAULT_LIMIT = 50;
const PAGE = 100;

async function list(command: Command, cli: CliContext): Promise<void> {
  const { account, from = '', outcome, json, ...options } = command.optsWithGlobals<ListOptions>();
  const { limit = json ? Infinity : DEFAULT_LIMIT } = options;
  const { found, more, timezone } = await withTarget(cli, options, async (target) => {
    // Calls of agents without an account have no local time.
    const { timezone } = account === UNASSIGNED ? { timezone: 'UTC' } : await readAccount(target, account);
    const deps = changeDependencies(target, cli);
    const calls = createCallLists(deps);
    const found: CallEntry[] = [];
    let after: CallPlace | undefined;
    do {
      const page = await calls.page(account, { limit: PAGE, after, now: deps.now() }, deps.deadline);
      const inRange = page.calls.filter(({ createdAt }) => createdAt >= from);
      found.push(...inRange.filter((call) => isListed(call, outcome)));
      after = inRange.length < page.calls.length ? undefined : page.next;
    } while (after !== undefined && found.length <= limit);
    return { found: found.slice(0, limit), more: found.length > limit, timezone };
  });
  if (json) return cli.print(toJson(found));
  cli.print(callTable(found, timezone));
  if (more) cli.print(`There are more: pass --limit with more than ${limit}.`);
}

const isListed = (call: CallEntry, outcome: CallOutcome | undefined): boolean =>
  outcome === 'unbooked' ? isUnbookedFromNumber(call) : outcome === undefined || call.outcome === outcome;

/** Calls, one per row. */
export function callTable(calls: readonly CallEntry[], timezone = 'UTC'): string {
  if (calls.length === 0) return 'No calls.';
  return toTable(
    ['platform', 'call', `first event (${timezone})`, 'caller', 'outcome', 'asked for', 'dispatch requests'],
    calls.map(({ integration, callId, createdAt, caller = '', outcome, asked, dispatchRequestIds }) => [
      ...[integration, callId, toLocalMinute(createdAt, timezone), caller, outcome, askedText(asked)],
      dispatchRequestIds.join(' '),
    ]),
  );
}

/** `AC Repair, Heating Repair on 2026-06-10`. */
function askedText({ services, dates }: CallEntry['asked']): string {
  return [services.join(', '), dates.join(', ')].filter((part) => part !== '').join(' on ');
}

function callText(call: StoredCall): string {
  const facts = toFacts({
    call: `${call.integration} ${call.callId}`,
    account: call.accountId,
    events: call.events.join(', '),
    outcome: call.outcome,
    'asked for': askedText(call.asked) || undefined,
    agent: call.agentId,
    caller: call.caller,
    started: call.startedAt,
    ended: call.endedAt,
    'ended because': call.endedReason,
    recording: call.recordingUrl,
    summary: call.summary,
    'dispatch requests': call.dispatchRequestIds.join('\n'),
  });
  return `${facts}\n\n${call.transcript === undefined ? 'No transcript.' : cleanLines(call.transcript)}`;
}
