import type { Command } from 'commander';
import { createCallLists } from '../../lib/aws/stores/call-store.ts';
import { createCustomerStore } from '../../lib/aws/stores/customer-store.ts';
import { createRequestReader } from '../../lib/aws/stores/request-store.ts';
import { mapFields } from '../../lib/map-fields.ts';
import type { CallEntry } from '../../lib/record/calls.ts';
import { personFields, placeFields } from '../../lib/record/customers/contact-fields.ts';
import { toE164 } from '../../lib/record/customers/phone.ts';
import type { Site } from '../../lib/record/customers/sites.ts';
import {
  activeAppointment,
  type Customer,
  type DispatchRequest,
  hasEnded,
} from '../../lib/record/request.ts';
import { asRead } from '../../lib/wording/en/office.ts';
import { readAccount } from '../accounts/stored-accounts.ts';
import { callTable } from '../calls/calls-command.ts';
import { changeDependencies } from '../change-dependencies.ts';
import { CliFault } from '../fault.ts';
import { toFacts, toJson } from '../output.ts';
import { requestTable } from '../requests/request-text.ts';
import { type CliContext, type Target, type TargetOptions, withTarget } from '../target.ts';

interface ShowOptions extends TargetOptions {
  readonly account: string;
  readonly phone: string;
}

/** Everything that an account has about a phone number. */
interface Known {
  /** Absent if only leads or calls are known. */
  readonly customer?: Customer | undefined;
  /** Requests that have not ended and whose appointment is not over. */
  readonly upcoming: readonly DispatchRequest[];
  readonly past: readonly DispatchRequest[];
  readonly calls: readonly CallEntry[];
}

/** `customers show`. */
export function addCustomersShow(customers: Command, cli: CliContext): void {
  customers
    .command('show')
    .description('shows a customer with their requests and calls')
    .requiredOption('--account <id>', 'account of the customer')
    .requiredOption('--phone <number>', 'phone number, in E.164 or as the account writes it')
    .action(async (_: unknown, command: Command) => {
      const { json, account: id, phone, ...options } = command.optsWithGlobals<ShowOptions>();
      const { known, timezone } = await withTarget(cli, options, async (target) => {
        const account = await readAccount(target, id);
        const number = toE164(phone, account.region);
        if (number === undefined) throw new CliFault('--phone: expected a valid phone number.');
        return { known: await read(id, number, target, cli), timezone: account.timezone };
      });
      cli.print(
        json
          ? toJson({ ...known, upcoming: known.upcoming.map(asRead), past: known.past.map(asRead) })
          : knownText(known, timezone),
      );
    });
}

async function read(accountId: string, phone: string, target: Target, cli: CliContext): Promise<Known> {
  const deps = changeDependencies(target, cli);
  const [customer, own, theirs] = await Promise.all([
    createCustomerStore(deps).get(accountId, phone, deps.deadline),
    createRequestReader(target).ofNumber(accountId, phone),
    createCallLists(deps).ofCaller(accountId, phone, deps.now(), deps.deadline),
  ]);
  if (customer === undefined && own.length + theirs.length === 0)
    throw new CliFault('--phone: there is no customer with this number.');
  const now = new Date(deps.now()).toISOString();
  const isOver = (request: DispatchRequest) => {
    const standing = activeAppointment(request);
    return hasEnded(request.status) || (standing !== undefined && standing.endsAt <= now);
  };
  return {
    customer,
    upcoming: own.filter((request) => !isOver(request)),
    past: own.filter(isOver),
    calls: theirs,
  };
}

function knownText({ customer, upcoming, past, calls }: Known, timezone: string): string {
  const facts =
    customer === undefined
      ? 'No customer is stored; the number is known from requests or calls.'
      : toFacts({
          customer: customer.customerId,
          name: customer.name,
          'former name': customer.formerName,
          'former email': customer.formerEmail,
          phone: customer.phone,
          ...mapFields(personFields, (field) => customer[field]),
          ...Object.fromEntries(customer.sites.map((site) => [`site ${site.siteId}`, siteText(site)])),
        });
  const parts = [
    ['Open', requestTable(upcoming, timezone)],
    ['Past', requestTable(past, timezone)],
    ['Calls', callTable(calls, timezone)],
  ];
  return [facts, ...parts.map(([title, table]) => `${title}:\n${table}`)].join('\n');
}

function siteText(site: Site): string {
  const place = placeFields.map((field) => site[field]).filter((part) => part !== undefined);
  return [...(site.label === undefined ? [] : [`${site.label}:`]), place.join(', ')].join(' ');
}
