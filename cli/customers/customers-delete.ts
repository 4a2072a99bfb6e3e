import { type Command, Option } from 'commander';
import { eraseLinks, isCancelable } from '../../lib/aws/erasing/erase.ts';
import { readMentioning, readTraces, type StoredTraces } from '../../lib/aws/erasing/read-traces.ts';
import { isErased } from '../../lib/record/erasing/erased.ts';
import type { PersonSelector } from '../../lib/record/erasing/identity.ts';
import { findLinks, type Link } from '../../lib/record/erasing/links.ts';
import { type Actor, type DispatchRequest, hasActiveAppointment } from '../../lib/record/request.ts';
import { readAccount } from '../accounts/stored-accounts.ts';
import { changeDependencies } from '../change-dependencies.ts';
import { actorOf, withBy } from '../dispatcher-options.ts';
import { CliFault } from '../fault.ts';
import { toJson } from '../output.ts';
import type { CliHost } from '../target.ts';
import { type TargetOptions, withTarget } from '../target.ts';
import { type Erasure, erasureJson, erasureText, visitsText } from './erasure-text.ts';

/** The options of `customers delete`. */
export interface DeleteOptions extends TargetOptions {
  readonly account: string;
  readonly phone?: string;
  readonly email?: string;
  readonly id?: string;
  readonly request?: string;
  readonly cancelVisits?: boolean;
  readonly keepVisits?: boolean;
  readonly yes?: boolean;
  readonly by?: Actor;
}

const ways = ['phone', 'email', 'id', 'request'] as const;

/** `customers delete`. */
export function addCustomersDelete(customers: Command, cli: CliHost): void {
  const others = (own: string) => ways.filter((way) => way !== own);
  const way = (name: (typeof ways)[number], value: string, about: string) =>
    new Option(`--${name} <${value}>`, about).conflicts(others(name));
  const command = customers
    .command('delete')
    .description('shows stored data about a person, and erases it with --yes')
    .requiredOption('--account <id>', 'account of the person')
    .addOption(way('phone', 'number', 'their phone number, in E.164 or as the account writes it'))
    .addOption(way('email', 'address', 'their email address'))
    .addOption(way('id', 'customer id', 'the id that "customers show" prints'))
    .addOption(way('request', 'dispatch request', 'a dispatch request of theirs'))
    .addOption(
      new Option('--cancel-visits', 'cancel their visits and open requests first').conflicts('keepVisits'),
    )
    .option('--keep-visits', 'keep the time and the technician of upcoming visits')
    .option('--yes', 'erase it');
  withBy(command).action(async (_: unknown, command: Command) => {
    const options = command.optsWithGlobals<DeleteOptions>();
    const erasure = await erase(options, actorOf(options.by, command), cli);
    cli.print(options.json ? toJson(erasureJson(erasure)) : erasureText(erasure));
  });
}

/** Finds what is stored about a person, and erases it with `yes`. */
async function erase(
  { account: accountId, yes = false, cancelVisits, keepVisits, ...options }: DeleteOptions,
  by: Actor,
  cli: CliHost,
): Promise<Erasure> {
  const selector = selectorOf(options);
  return await withTarget(cli, options, async (target) => {
    const account = await readAccount(target, accountId);
    const deps = { ...changeDependencies(target, cli), onProgress: cli.complain };
    const traces = await readTraces(accountId, deps);
    requireNamed(selector, traces);
    const found = findLinks(selector, traces, account.region);
    if ('phone' in selector && found.identity.phones().length === 0)
      throw new CliFault('--phone: expected a phone number.');
    const links = found.links.filter((link) => link.kind !== 'request' || !isErased(link.request));
    const calls = await readMentioning(found.others, found.identity.mention(), deps);
    const mentionedIn = { ...found.mentionedIn, calls };
    const visits = visitsIn(links, new Date(deps.now()).toISOString());
    if (yes) {
      requireChoice(visits, cancelVisits ? 'cancel' : keepVisits ? 'keep' : undefined);
      const who = { by, now: deps.now() };
      const erasure = { links, identity: found.identity, mentionedIn, deliveries: traces.deliveries };
      await eraseLinks({ ...erasure, account, cancel: cancelVisits === true, who }, deps);
    }
    return { erased: yes, links, visits, mentionedIn };
  });
}

function selectorOf({ phone, email, id, request }: Omit<DeleteOptions, 'account'>): PersonSelector {
  if (phone !== undefined) return { phone };
  if (email !== undefined) return { email };
  if (id !== undefined) return { customerId: id };
  if (request !== undefined) return { dispatchRequestId: request };
  throw new CliFault('--phone: expected the person by it, or by --email, --id or --request.');
}

function requireNamed(selector: PersonSelector, { customers, requests }: StoredTraces): void {
  if ('customerId' in selector && !customers.some(({ customerId }) => customerId === selector.customerId))
    throw new CliFault('--id: the account has no customer with that id.');
  if (
    'dispatchRequestId' in selector &&
    !requests.some(({ dispatchRequestId }) => dispatchRequestId === selector.dispatchRequestId)
  )
    throw new CliFault('--request: the account has no dispatch request with that id.');
}

function visitsIn(links: readonly Link[], now: string): readonly DispatchRequest[] {
  const requests = links.flatMap((link) => (link.kind === 'request' ? [link.request] : []));
  return requests.filter((request) => hasActiveAppointment(request) && request.appointment.endsAt > now);
}

/** An upcoming visit can't be served without name and address, so an operator decides about it. */
function requireChoice(visits: readonly DispatchRequest[], choice: 'cancel' | 'keep' | undefined): void {
  if (visits.length === 0 || choice === 'keep') return;
  if (choice === undefined)
    throw new CliFault(`Nothing was erased. Pass --cancel-visits or --keep-visits.\n${visitsText(visits)}`);
  const underWay = visits.filter((request) => !isCancelable(request));
  if (underWay.length > 0)
    throw new CliFault(
      `Nothing was erased. A job under way can't be canceled: complete it, or pass --keep-visits.\n${visitsText(underWay)}`,
    );
}
