import type { Command } from 'commander';
import type { DroppedLeads, StoredRefusedLead } from '../../lib/aws/stores/refused-lead-store.ts';
import { readAccount } from '../accounts/stored-accounts.ts';
import { parseValue } from '../json.ts';
import { toFacts, toJson, toTable } from '../output.ts';
import type { CliHost } from '../target.ts';
import { type TargetOptions, withTarget } from '../target.ts';
import { readRefused, refusedLeads } from './refused-leads.ts';
import { addRefusedSend } from './refused-send.ts';

interface ListOptions extends TargetOptions {
  readonly account?: string;
}

/** `leads refused list | show | send`. */
export function addLeads(program: Command, cli: CliHost): void {
  const refused = program
    .command('leads')
    .description('leads of the CRM')
    .command('refused')
    .description('leads that were refused for their shape or their account, kept for 30 days');
  refused
    .command('list')
    .description('lists refused leads, the oldest first')
    .option('--account <id>', 'only those of an account; default: all, also those without a known account')
    .action(async (_: unknown, command: Command) => {
      const { account, json, ...options } = command.optsWithGlobals<ListOptions>();
      const { leads, dropped } = await withTarget(cli, options, async (target) => {
        if (account !== undefined) await readAccount(target, account);
        return await refusedLeads(target, cli).list(account);
      });
      cli.print(json ? toJson(leads.map(({ body: _, ...lead }) => lead)) : listText(leads));
      for (const line of dropped.map(droppedText)) cli.complain(line);
    });
  refused
    .command('show <id>')
    .description('shows a refused lead as it was sent, with what was wrong')
    .action(async (id: string, _: unknown, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<TargetOptions>();
      const { body, ...lead } = await withTarget(cli, options, (target) => readRefused(target, cli, id));
      const sent = parseValue(body);
      cli.print(json ? toJson({ ...lead, body: sent }) : `${toFacts(factsOf(lead))}\n${toJson(sent)}`);
    });
  addRefusedSend(refused, cli);
}

type Described = Omit<StoredRefusedLead, 'body'>;

function listText(leads: readonly StoredRefusedLead[]): string {
  if (leads.length === 0) return 'No refused leads are kept.';
  return toTable(
    ['id', 'received (UTC)', 'times', 'account', 'reason', 'wrong fields'],
    leads.map((lead) => [
      lead.refusedLeadId,
      minuteOf(lead.receivedAt),
      String(lead.times),
      lead.accountId ?? 'none',
      lead.reason,
      lead.errors.map(({ path }) => path).join(', '),
    ]),
  );
}

const factsOf = (lead: Described) => ({
  'refused lead': lead.refusedLeadId,
  account: lead.accountId ?? 'none',
  reason: lead.reason,
  ...Object.fromEntries(lead.errors.map(({ path, expected }) => [path, `expected ${expected}`])),
  received: `${minuteOf(lead.receivedAt)} UTC`,
  ...(lead.times > 1 ? { again: `${lead.times} times, last ${minuteOf(lead.lastAt)} UTC` } : {}),
  key: lead.keyId,
});

const minuteOf = (instant: string): string => instant.slice(0, 16).replace('T', ' ');

const droppedText = ({ date, accountId, dropped }: DroppedLeads): string =>
  `${dropped} more of ${date} (UTC) ${accountId === undefined ? 'without an account' : `of ${accountId}`} were refused and not kept: too many of that day.`;
