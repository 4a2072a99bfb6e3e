import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { CrmPayload } from '../lib/adapters/crm/payload.ts';
import type { DroppedLeads, StoredRefusedLead } from '../lib/aws/stores/refused-lead-store.ts';
import { createRefusedLeadReader } from '../lib/aws/stores/refused-lead-store.ts';
import { fieldErrors, withoutOwnMessages } from '../lib/field-errors.ts';
import { toLead } from '../lib/intake/leads.ts';
import type { Json } from '../lib/kits/samples/sample.ts';
import type { Program } from './command.ts';
import { CliFault, faultText } from './fault.ts';
import { parsePath, parseValue, valueAt, withValue } from './json.ts';
import { gatherPairs, halves } from './options.ts';
import { toFacts, toJson, toTableOr } from './output.ts';
import { type CliContext, readAccount, type Target, withTarget } from './target.ts';

const gatherFields = gatherPairs('two sides, such as customData.service=customData.serviceRequested');

/** Adds `leads refused list | show | send`. */
export function addLeads(program: Program, cli: CliContext): void {
  const refused = program
    .command('leads')
    .description('leads of the CRM')
    .command('refused')
    .description('leads that were refused for their shape or their account, kept for 30 days');
  refused
    .command('list')
    .description('lists refused leads, the oldest first')
    .option('--account <id>', 'only those of an account; default: all, also those without a known account')
    .action(async (_, command) => {
      const { account, json, ...options } = command.optsWithGlobals();
      const { leads, dropped } = await withTarget(cli, options, async (target) => {
        if (account !== undefined) await readAccount(target, account);
        return await createRefusedLeadReader(target).list(account);
      });
      cli.print(json ? toJson(leads.map(({ body: _, ...lead }) => lead)) : listText(leads));
      for (const line of dropped.map(droppedText)) cli.complain(line);
    });
  refused
    .command('show <id>')
    .description('shows a refused lead as it was sent, with what was wrong')
    .action(async (id, _, command) => {
      const { json, ...options } = command.optsWithGlobals();
      const { body, ...lead } = await withTarget(cli, options, (target) => readRefused(target, id));
      const sent = parseValue(body);
      cli.print(json ? toJson({ ...lead, body: sent }) : `${toFacts(factsOf(lead))}\n${toJson(sent)}`);
    });
  refused
    .command('send <ids...>')
    .description('takes refused leads in again after a fix; those still refused stay kept')
    .option(
      '--copy <from=to>',
      'first copies a field, such as customData.service=customData.serviceRequested; may be repeated',
      gatherFields,
      [],
    )
    .option('--set <path=value>', 'first sets a field; may be repeated', gatherFields, [])
    .action(async (ids, _, command) => {
      const { copy, set, json, ...options } = command.optsWithGlobals();
      const sent: Sent[] = [];
      const faults: string[] = [];
      await withTarget(cli, options, async (target) => {
        for (const id of ids) {
          await sendAgain(target, id, { copy, set }).then(
            (one) => sent.push(one),
            (error: unknown) => faults.push(faultText(error)),
          );
        }
      });
      if (json) cli.print(toJson(sent));
      else if (sent.length > 0) cli.print(sent.map(sentText).join('\n'));
      if (faults.length > 0) throw new CliFault(faults.join('\n'));
    });
}

async function readRefused(target: Target, id: string): Promise<StoredRefusedLead> {
  const lead = await createRefusedLeadReader(target).get(id);
  if (lead !== undefined) return lead;
  throw new CliFault(`${id}: there is no such refused lead; "leads refused list" shows those that are kept.`);
}

function listText(leads: readonly StoredRefusedLead[]): string {
  return toTableOr(
    'No refused leads are kept.',
    ['id', 'received (UTC)', 'times', 'account', 'reason', 'wrong fields'],
    leads.map((lead) => [
      ...[lead.refusedLeadId, minuteOf(lead.receivedAt), String(lead.times), lead.accountId ?? 'none'],
      ...[lead.reason, lead.errors.map(({ path }) => path).join(', ')],
    ]),
  );
}

const factsOf = (lead: Omit<StoredRefusedLead, 'body'>) => ({
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

/** What became of a refused lead that was sent again. */
interface Sent {
  readonly refusedLeadId: string;
  readonly dispatchRequestId: string;
  readonly accountId: string;
  /** Whether the CRM had delivered the lead meanwhile. */
  readonly duplicate: boolean;
}

const sentText = ({ refusedLeadId, dispatchRequestId, accountId, duplicate }: Sent): string =>
  `${refusedLeadId}: ${duplicate ? 'had been accepted meanwhile' : 'accepted'} as ${dispatchRequestId} of ${accountId}.`;

/** Changes of a lead's fields: each is `<from>=<to>` to copy one, or `<path>=<value>` to set one. */
interface FieldChanges {
  readonly copy: readonly string[];
  readonly set: readonly string[];
}

/**
 * Takes a lead in as the webhook does; its sender was authenticated when it came. The key of the delivery makes a repeat
 * safe. The kept lead is removed once the request is stored.
 */
async function sendAgain(target: Target, id: string, changes: FieldChanges): Promise<Sent> {
  const kept = await readRefused(target, id);
  const parsed = v.safeParse(CrmPayload, changedBody(kept, changes), withoutOwnMessages);
  if (!parsed.success) {
    const wrong = fieldErrors(parsed.issues).map(
      ({ path, expected }) => `${id}: ${path}: expected ${expected}`,
    );
    throw new CliFault([...wrong, `${id} stays kept.`].join('\n'));
  }
  const account = await target.accounts.byOrigin('crm', parsed.output.locationId);
  if (account === undefined)
    throw new CliFault(`${id}: locationId: expected one in "origins.crm" of an account. It stays kept.`);
  if (!kept.mayActFor.some((allowed) => allowed === '*' || allowed === account.accountId)) {
    throw new CliFault(
      `${id}: its key ${kept.keyId} might not act for ${account.accountId}, to which its location belongs. It stays kept.`,
    );
  }
  const at = new Date(target.now()).toISOString();
  const lead = toLead(parsed.output, account, { at, id: randomUUID() });
  const { dispatchRequestId, duplicate } = await target.leads.accept(lead, target.deadline);
  await createRefusedLeadReader(target).remove(id);
  return { refusedLeadId: id, dispatchRequestId, accountId: account.accountId, duplicate };
}

function changedBody({ body, refusedLeadId }: StoredRefusedLead, { copy, set }: FieldChanges) {
  const copied = copy.reduce((document: Json, change) => {
    const [from, to] = halves(change);
    const value = valueAt(document, parsePath(from));
    if (value === undefined)
      throw new CliFault(`${refusedLeadId}: ${from}: the lead has no such field. It stays kept.`);
    return withValue(document, parsePath(to), value);
  }, parseValue(body));
  return set.reduce((document, change) => {
    const [path, value] = halves(change);
    return withValue(document, parsePath(path), parseValue(value));
  }, copied);
}
