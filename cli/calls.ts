import { createCallReader } from '../lib/aws/stores/call-store.ts';
import type { VoicePlatform } from '../lib/platforms/index.ts';
import {
  type CallEntry,
  type CallOutcome,
  type CallPlace,
  callOutcomes,
  isUnbookedFromNumber,
  type StoredCall,
} from '../lib/record/calls.ts';
import { UNASSIGNED } from '../lib/record/request.ts';
import { cleanLines } from '../local/terminal-text.ts';
import type { Program } from './command.ts';
import { dateForms, parseDate, startOf, todayIn } from './dates.ts';
import { CliFault } from './fault.ts';
import { DEFAULT_LIMIT, oneOf, parseLimit, platformArgument } from './options.ts';
import { toFacts, toJson, toLocalMinute, toTableOr } from './output.ts';
import { type CliContext, readAccount, show, type Target, withTarget } from './target.ts';

/** Adds `calls list | show`. */
export function addCalls(program: Program, cli: CliContext): void {
  const calls = program.command('calls').description('calls of the voice platforms');
  calls
    .command('list')
    .description('lists the calls of an account, newest first')
    .requiredOption(
      '--account <id>',
      `account of the calls; ${UNASSIGNED} for those of agents without an account`,
    )
    .option(
      '--outcome <outcome>',
      'calls with this outcome; "unbooked" lists only calls with a phone number',
      oneOf(callOutcomes),
    )
    .option(
      '--from <date>',
      `calls first reported on this date of the account or later: ${dateForms}`,
      parseDate,
    )
    .option('--limit <count>', 'at most this many; default: 50, or all with --json', parseLimit)
    .action(async (_, command) => {
      const { account, from, outcome, json, ...options } = command.optsWithGlobals();
      const { limit = json ? Infinity : DEFAULT_LIMIT } = options;
      const { found, timezone } = await withTarget(cli, options, async (target) => {
        // Calls of agents without an account have no local time.
        const timezone = account === UNASSIGNED ? 'UTC' : (await readAccount(target, account)).timezone;
        const since = from === undefined ? '' : startOf(from(todayIn(timezone, cli)), timezone);
        return { timezone, found: await listCalls(target, { account, from: since, outcome, limit }) };
      });
      const shown = found.slice(0, limit);
      if (json) return cli.print(toJson(shown));
      cli.print(callTable(shown, timezone));
      if (found.length > limit) cli.complain(`There are more: pass --limit with more than ${limit}.`);
    });
  calls
    .command('show')
    .description('shows a call with its transcript')
    .option(
      '--account <id>',
      `account of the call; needed only if several accounts, or ${UNASSIGNED}, have a call with that id`,
    )
    .argument(...platformArgument)
    .argument('<call id>', "the platform's own id")
    .action((integration, callId, _, command) => {
      const { account, ...options } = command.optsWithGlobals();
      const read = async (target: Target) => {
        const calls = createCallReader(target, target.now);
        const accountId = account ?? (await onlyAccountWith(target, calls, integration, callId));
        const call = accountId && (await calls.get(accountId, integration, callId));
        if (call) return call;
        const where = account === undefined ? '' : ` in ${account}`;
        throw new CliFault(
          `${callId}: there is no such call of ${integration}${where}; "calls list" shows the existing ones.`,
        );
      };
      return show(cli, options, read, callText);
    });
}

const PAGE = 100;

interface Wanted {
  readonly account: string;
  readonly from: string;
  readonly outcome: CallOutcome | undefined;
  readonly limit: number;
}

/** Reads the calls that match, page by page until there are more than the limit. */
async function listCalls({ calls, now, deadline }: Target, { account, from, outcome, limit }: Wanted) {
  const isListed = (call: CallEntry) =>
    outcome === 'unbooked' ? isUnbookedFromNumber(call) : outcome === undefined || call.outcome === outcome;
  const found: CallEntry[] = [];
  let after: CallPlace | undefined;
  do {
    const page = await calls.page(account, { limit: PAGE, after, now: now() }, deadline);
    const inRange = page.calls.filter(({ createdAt }) => createdAt >= from);
    found.push(...inRange.filter(isListed));
    after = inRange.length < page.calls.length ? undefined : page.next;
  } while (after !== undefined && found.length <= limit);
  return found;
}

/** Returns the account with a call of that id, if there is one; throws a fault that lists the accounts if several have one. */
async function onlyAccountWith(
  { accounts }: Target,
  calls: ReturnType<typeof createCallReader>,
  integration: VoicePlatform,
  callId: string,
): Promise<string | undefined> {
  const ids = (await accounts.list()).map(({ accountId }) => accountId);
  const found = await calls.accountsWith([...ids, UNASSIGNED], integration, callId);
  if (found.length <= 1) return found[0];
  throw new CliFault(
    `${callId}: several accounts have such a call of ${integration}; pass --account with one of ${found.join(', ')}.`,
  );
}

export function callTable(calls: readonly CallEntry[], timezone = 'UTC'): string {
  return toTableOr(
    'No calls.',
    ['platform', 'call', `first event (${timezone})`, 'caller', 'outcome', 'asked for', 'dispatch requests'],
    calls.map(({ integration, callId, createdAt, caller = '', outcome, asked, dispatchRequestIds }) => [
      ...[integration, callId, toLocalMinute(createdAt, timezone), caller, outcome, askedText(asked)],
      dispatchRequestIds.join(' '),
    ]),
  );
}

/** Returns what a caller asked for, such as `AC Repair, Heating Repair on 2026-06-10`. */
function askedText({ services, dates }: CallEntry['asked']): string {
  return [services.join(', '), dates.join(', ')].filter((part) => part !== '').join(' on ');
}

function callText(call: StoredCall): string {
  const facts = toFacts({
    call: `${call.integration} ${call.callId}`,
    account: call.accountId,
    events: call.events.join(', '),
    outcome: call.outcome,
    'asked for': askedText(call.asked),
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
