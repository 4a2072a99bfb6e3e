import { randomUUID } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import * as v from 'valibot';
import { CrmPayload } from '../../lib/adapters/crm/payload.ts';
import { acceptingLeads, realDependencies } from '../../lib/aws/composition.ts';
import { createAccountStore } from '../../lib/aws/stores/account-store.ts';
import type { StoredRefusedLead } from '../../lib/aws/stores/refused-lead-store.ts';
import { fieldErrors, withoutOwnMessages } from '../../lib/field-errors.ts';
import { toLead } from '../../lib/intake/leads.ts';
import type { Json } from '../../lib/kits/samples/sample.ts';
import { CliFault, faultText } from '../fault.ts';
import { parsePath, parseValue, valueAt, withValue } from '../json.ts';
import { gather } from '../options.ts';
import { toJson } from '../output.ts';
import type { CliHost } from '../target.ts';
import { type Target, type TargetOptions, withTarget } from '../target.ts';
import { readRefused, refusedLeads } from './refused-leads.ts';

interface SendOptions extends TargetOptions {
  readonly copy: readonly string[];
  readonly set: readonly string[];
}

/** What became of a refused lead that was sent again. */
interface Sent {
  readonly refusedLeadId: string;
  readonly dispatchRequestId: string;
  readonly accountId: string;
  /** Whether the CRM had delivered it meanwhile. */
  readonly duplicate: boolean;
}

/** Time limit in milliseconds of storing a lead. */
const WITHIN_MS = 10_000;

/** `leads refused send`. */
export function addRefusedSend(refused: Command, cli: CliHost): void {
  refused
    .command('send <ids...>')
    .description('takes refused leads in again after a fix; those still refused stay kept')
    .option(
      '--copy <from=to>',
      'first copies a field, such as customData.service=customData.serviceRequested; may be repeated',
      gatherChange,
      [],
    )
    .option('--set <path=value>', 'first sets a field; may be repeated', gatherChange, [])
    .action(async (ids: readonly string[], _: unknown, command: Command) => {
      const { copy, set, json, ...options } = command.optsWithGlobals<SendOptions>();
      const sent: Sent[] = [];
      const faults: string[] = [];
      await withTarget(cli, options, async (target) => {
        for (const id of ids) {
          await sendAgain(target, cli, id, { copy, set }).then(
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

const sentText = ({ refusedLeadId, dispatchRequestId, accountId, duplicate }: Sent): string =>
  `${refusedLeadId}: ${duplicate ? 'had been accepted meanwhile' : 'accepted'} as ${dispatchRequestId} of ${accountId}.`;

function gatherChange(text: string, before: readonly string[]): readonly string[] {
  if (text.indexOf('=') > 0) return gather(text, before);
  throw new InvalidArgumentError(
    'Expected two sides, such as customData.service=customData.serviceRequested.',
  );
}

/**
 * Takes a lead in as the webhook does, for its sender was authenticated when it came. The delivery's key makes it safe to
 * repeat; the kept lead goes once the request is stored.
 */
async function sendAgain(
  target: Target,
  cli: CliHost,
  id: string,
  changes: Pick<SendOptions, 'copy' | 'set'>,
): Promise<Sent> {
  const kept = await readRefused(target, cli, id);
  const parsed = v.safeParse(CrmPayload, changedBody(kept, changes), withoutOwnMessages);
  if (!parsed.success) {
    const wrong = fieldErrors(parsed.issues).map(
      ({ path, expected }) => `${id}: ${path}: expected ${expected}`,
    );
    throw new CliFault([...wrong, `${id} stays kept.`].join('\n'));
  }
  const now = cli.now().getTime();
  const deps = { ...realDependencies(target), now: () => cli.now().getTime() };
  const accounts = createAccountStore({ ...deps, withinMs: WITHIN_MS });
  const account = await accounts.byOrigin('crm', parsed.output.locationId);
  if (account === undefined)
    throw new CliFault(`${id}: locationId: expected one in "origins.crm" of an account. It stays kept.`);
  if (!kept.mayActFor.some((allowed) => allowed === '*' || allowed === account.accountId)) {
    throw new CliFault(
      `${id}: its key ${kept.keyId} might not act for ${account.accountId}, to which its location belongs. It stays kept.`,
    );
  }
  const lead = toLead(parsed.output, account, { at: new Date(now).toISOString(), id: randomUUID() });
  const { dispatchRequestId, duplicate } = await acceptingLeads(deps).accept(lead, now + WITHIN_MS);
  await refusedLeads(target, cli).remove(id);
  return { refusedLeadId: id, dispatchRequestId, accountId: account.accountId, duplicate };
}

function changedBody(
  { body, refusedLeadId }: StoredRefusedLead,
  { copy, set }: Pick<SendOptions, 'copy' | 'set'>,
) {
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

function halves(change: string): readonly [string, string] {
  const mark = change.indexOf('=');
  return [change.slice(0, mark), change.slice(mark + 1)];
}
