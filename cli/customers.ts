import { Option } from '@commander-js/extra-typings';
import { toE164 } from '../lib/accounts/phone.ts';
import { eraseLinks } from '../lib/aws/erasing/erase.ts';
import {
  memoriesAbout,
  readMentioning,
  readTraces,
  type StoredTraces,
} from '../lib/aws/erasing/read-traces.ts';
import { decideOnTexts } from '../lib/intake/consent.ts';
import { mapFields } from '../lib/map-fields.ts';
import { type CallEntry, callOf } from '../lib/record/calls.ts';
import { type StoredConsent, shownConsent, type Consent as TextConsent } from '../lib/record/consent.ts';
import { personFields, placeFields } from '../lib/record/customers/contact.ts';
import { peopleOf } from '../lib/record/customers/people.ts';
import type { Site } from '../lib/record/customers/sites.ts';
import { isErased, mayBeCanceled } from '../lib/record/erasing/erased.ts';
import type { PersonSelector } from '../lib/record/erasing/identity.ts';
import { findLinks, type Link, type Mentions } from '../lib/record/erasing/links.ts';
import { customerIdOf } from '../lib/record/ids.ts';
import {
  type Actor,
  activeAppointment,
  type Customer,
  type DispatchRequest,
  endOfJob,
  hasActiveAppointment,
  hasEnded,
} from '../lib/record/request.ts';
import { formatClockTime } from '../lib/scheduling/time-of-day.ts';
import { asRead } from '../lib/wording/en/office.ts';
import { callTable } from './calls.ts';
import type { Program } from './command.ts';
import { CliFault } from './fault.ts';
import { actorOf, byOption } from './options.ts';
import { toFacts, toJson, toTable } from './output.ts';
import { requestTable } from './requests/request-text.ts';
import { type CliContext, readAccount, show, showOfAccount, type Target, withTarget } from './target.ts';

const ways = ['phone', 'email', 'id', 'request'] as const;

/** Returns one of the options that name a person, each of which excludes the others. */
const way = <Flags extends string>(name: (typeof ways)[number], flags: Flags, about: string) =>
  new Option(flags, about).conflicts(ways.filter((other) => other !== name));

/** Adds `customers show | consent | delete`. */
export function addCustomers(program: Program, cli: CliContext): void {
  const customers = program.command('customers').description('stored personal data');
  customers
    .command('show')
    .description('shows a customer with their requests and calls')
    .requiredOption('--account <id>', 'account of the customer')
    .requiredOption('--phone <number>', 'phone number, in E.164 or as the account writes it')
    .action((_, command) => {
      const { phone, ...options } = command.optsWithGlobals();
      return showOfAccount(
        cli,
        options,
        async (account, target) => {
          const number = toE164(phone, account.region);
          if (number === undefined) throw new CliFault('--phone: expected a valid phone number.');
          return await read(account.accountId, number, target);
        },
        (known, { timezone }) => knownText(known, timezone),
        ({ upcoming, past, ...known }) => ({
          ...known,
          upcoming: upcoming.map(asRead),
          past: past.map(asRead),
        }),
      );
    });
  customers
    .command('consent')
    .description('stores whether a customer gets text messages, as they said')
    .requiredOption('--account <id>', 'account of the customer')
    .requiredOption('--phone <number>', 'phone number, in E.164 or as the account writes it')
    .addOption(
      new Option('--sms <choice>', 'on or off').choices(['on', 'off'] as const).makeOptionMandatory(),
    )
    .option('--words <text>', 'what the customer said')
    .addOption(byOption())
    .action(async (_, command) => {
      const options = command.optsWithGlobals();
      const by = actorOf(options.by, command);
      await show(
        cli,
        options,
        (target) => decide({ ...options, by }, target),
        (consent) => (consent === undefined ? 'Nothing is stored.' : consentText(consent)),
        (consent) => consent && shownConsent(consent),
      );
    });
  customers
    .command('delete')
    .description('shows stored data about a person, and erases it with --yes')
    .requiredOption('--account <id>', 'account of the person')
    .addOption(way('phone', '--phone <number>', 'their phone number, in E.164 or as the account writes it'))
    .addOption(way('email', '--email <address>', 'their email address'))
    .addOption(way('id', '--id <customer id>', 'the id that "customers show" prints'))
    .addOption(way('request', '--request <dispatch request>', 'a dispatch request of theirs'))
    .addOption(
      new Option('--cancel-visits', 'cancel their visits and open requests first').conflicts('keepVisits'),
    )
    .option('--keep-visits', 'keep the time and the technician of upcoming visits')
    .option('--yes', 'erase it')
    .addOption(byOption())
    .action(async (_, command) => {
      const options = command.optsWithGlobals();
      const by = actorOf(options.by, command);
      const { cancelVisits, keepVisits } = options;
      const choice = cancelVisits ? 'cancel' : keepVisits ? 'keep' : undefined;
      const person = { accountId: options.account, selector: selectorOf(options) };
      const erasure = await withTarget(cli, options, (target) =>
        erase(person, options.yes === true && { choice, by }, target, cli),
      );
      cli.print(options.json ? toJson(erasureJson(erasure)) : erasureText(erasure));
    });
}

/** Stores whether a number gets texts, as the customer told a dispatcher. */
async function decide(
  { account: id, phone, sms, words, by }: Deciding,
  target: Target,
): Promise<TextConsent | undefined> {
  const account = await readAccount(target, id);
  const number = toE164(phone, account.region);
  if (number === undefined) throw new CliFault('--phone: expected a valid phone number.');
  const decision = { accountId: account.accountId, phone: number, sms: sms === 'on', by, words };
  return (await decideOnTexts({ ...decision, now: target.now() }, target, target.deadline)).after;
}

interface Deciding {
  readonly account: string;
  readonly phone: string;
  readonly sms: 'on' | 'off';
  readonly words?: string | undefined;
  readonly by: Actor;
}

const consentText = ({ sms, at, by, landline }: TextConsent): string =>
  `${sms ? 'Gets texts' : 'Gets no texts'} since ${at}, by ${by}.${landline === true ? ' It is a landline.' : ''}`;

/** Everything that an account has about a phone number. */
interface Known {
  /** Absent if only requests or calls are known. */
  readonly customer?: (Customer & { readonly consent?: TextConsent | undefined }) | undefined;
  /** Requests that have not ended and whose appointment is not over. */
  readonly upcoming: readonly DispatchRequest[];
  readonly past: readonly DispatchRequest[];
  readonly calls: readonly CallEntry[];
}

async function read(accountId: string, phone: string, target: Target): Promise<Known> {
  const { deadline } = target;
  const [record, consent, requests, calls] = await Promise.all([
    target.customers.get(accountId, phone, deadline),
    target.consents.get(accountId, phone, deadline),
    target.reader.ofNumber(accountId, phone),
    target.calls.ofCaller(accountId, phone, target.now(), deadline),
  ]);
  const customer = withConsent(record ?? (consent && nobody(accountId, phone)), consent);
  if (customer === undefined && requests.length + calls.length === 0)
    throw new CliFault('--phone: there is no customer with this number.');
  const now = new Date(target.now()).toISOString();
  const isOver = (request: DispatchRequest) => {
    const standing = activeAppointment(request);
    return hasEnded(request.status) || (standing !== undefined && endOfJob(standing) <= now);
  };
  const upcoming = requests.filter((request) => !isOver(request));
  return { customer, upcoming, past: requests.filter(isOver), calls };
}

/** The record of a number of which only a decision is known. */
const nobody = (accountId: string, phone: string): Customer => ({
  ...{ customerId: customerIdOf(accountId, phone), accountId, phone },
  ...{ people: [], sites: [], invocations: [] },
});

function withConsent(customer: Customer | undefined, consent: StoredConsent | undefined): Known['customer'] {
  if (customer === undefined || consent === undefined) return customer;
  return { ...customer, consent: shownConsent(consent) };
}

function knownText({ customer, upcoming, past, calls }: Known, timezone: string): string {
  const people = peopleOf(customer ?? {});
  const facts =
    customer === undefined
      ? 'No customer is stored; the number is known from requests or calls.'
      : toFacts({
          customer: customer.customerId,
          name: customer.name,
          'former name': customer.formerName,
          people: people.length < 2 ? undefined : people.map(({ name }) => name).join(', '),
          'former email': customer.formerEmail,
          phone: customer.phone,
          texts: customer.consent && consentText(customer.consent),
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

/** What was found about a person. */
interface Erasure {
  /** False for a dry run. */
  readonly erased: boolean;
  readonly links: readonly Link[];
  /** The upcoming appointments among the links. */
  readonly visits: readonly DispatchRequest[];
  /** What belongs to others and names the person in a text, which is erased from it. */
  readonly mentionedIn: Mentions;
  /** Counts what calls of the last hours remember of the person. */
  readonly memories: number;
}

interface Consent {
  readonly choice: 'cancel' | 'keep' | undefined;
  readonly by: Actor;
}

/** Finds what is stored about a person, and erases it if the operator consents. */
async function erase(
  { accountId, selector }: { readonly accountId: string; readonly selector: PersonSelector },
  consent: Consent | false,
  target: Target,
  cli: CliContext,
): Promise<Erasure> {
  const account = await readAccount(target, accountId);
  const deps = { ...target, onProgress: cli.complain };
  const traces = await readTraces(accountId, deps);
  requireNamed(selector, traces);
  const found = findLinks(selector, traces, account.region);
  if ('phone' in selector && found.identity.phones().length === 0)
    throw new CliFault('--phone: expected a phone number.');
  const links = found.links.filter((link) => link.kind !== 'request' || !isErased(link.request));
  const calls = await readMentioning(found.others, found.identity.mention(), deps);
  const mentionedIn = { ...found.mentionedIn, calls };
  const memories = memoriesAbout({ identity: found.identity, links }, accountId, traces.memories);
  const visits = visitsIn(links, new Date(target.now()).toISOString());
  if (consent) {
    requireChoice(visits, consent.choice);
    const who = { by: consent.by, now: target.now() };
    const erasure = { links, identity: found.identity, mentionedIn, deliveries: traces.deliveries, memories };
    await eraseLinks({ ...erasure, account, cancel: consent.choice === 'cancel', who }, deps);
  }
  return { erased: consent !== false, links, visits, mentionedIn, memories: memories.length };
}

function selectorOf({
  phone,
  email,
  id,
  request,
}: Readonly<Partial<Record<(typeof ways)[number], string | undefined>>>): PersonSelector {
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
  return requests.filter((request) => hasActiveAppointment(request) && endOfJob(request.appointment) > now);
}

/** Throws unless an operator has decided about upcoming visits, which nobody can make without name and address. */
function requireChoice(visits: readonly DispatchRequest[], choice: Consent['choice']): void {
  if (visits.length === 0 || choice === 'keep') return;
  if (choice === undefined)
    throw new CliFault(`Nothing was erased. Pass --cancel-visits or --keep-visits.\n${visitsText(visits)}`);
  const underWay = visits.filter((request) => !mayBeCanceled(request));
  if (underWay.length > 0)
    throw new CliFault(
      `Nothing was erased. A job under way can't be canceled: complete it, or pass --keep-visits.\n${visitsText(underWay)}`,
    );
}

function visitsText(visits: readonly DispatchRequest[]): string {
  const rows = visits.map(({ dispatchRequestId, status, appointment }) => [
    ...[dispatchRequestId, status],
    ...(appointment === undefined
      ? []
      : [appointment.date, formatClockTime(appointment.minute), appointment.technician]),
  ]);
  return toTable(['visit to come', 'status', 'date', 'time', 'technician'], rows);
}

function erasureText({ erased, links, visits, mentionedIn, memories }: Erasure): string {
  const mentions = mentionIds(mentionedIn).join(', ');
  if (links.length === 0 && mentions === '' && memories === 0) return 'Nothing is stored about this person.';
  const replaces = erased ? 'replaces' : 'will replace';
  return [
    ...(links.length > 0
      ? [toTable([erased ? 'erased' : 'to erase', 'which', 'found by'], links.map(rowOf))]
      : []),
    ...(memories === 0
      ? []
      : [`What calls of the last hours remember: ${memories} ${erased ? 'erased' : 'to erase'}`]),
    ...(erased || visits.length === 0
      ? []
      : [visitsText(visits), 'Pass --cancel-visits or --keep-visits for these.']),
    ...(mentions === ''
      ? []
      : [`In these, which belong to others, "[erased]" ${replaces} the person: ${mentions}`]),
    ...(erased ? [] : ['Nothing has been erased yet: pass --yes to erase it.']),
  ].join('\n');
}

/** Returns the ids of what mentions a person. */
const mentionIds = ({ requests, customers, blocks, refused, calls }: Mentions): readonly string[] => [
  ...requests.map(({ dispatchRequestId }) => dispatchRequestId),
  ...customers.map(({ customerId }) => customerId),
  ...blocks.map(({ blockId }) => blockId),
  ...refused.map(({ refusedLeadId }) => refusedLeadId),
  ...calls.map(({ integration, callId }) => `${integration}:${callId}`),
];

function rowOf(link: Link): readonly string[] {
  switch (link.kind) {
    case 'customer':
      return ['customer', link.customer.customerId, link.by];
    case 'request':
      return ['dispatch request', `${link.request.dispatchRequestId} (${link.request.status})`, link.by];
    case 'refused':
      return ['refused lead', link.refused.refusedLeadId, link.by];
    case 'call':
      return ['call', `${callOf(link.call)} of ${link.call.accountId}`, link.by];
  }
}

/** Returns ids without personal data. */
const erasureJson = ({ erased, links, visits, mentionedIn, memories }: Erasure) => ({
  erased,
  memories,
  customers: links.flatMap((link) =>
    link.kind === 'customer' ? [{ customerId: link.customer.customerId, by: link.by }] : [],
  ),
  requests: links.flatMap((link) =>
    link.kind === 'request'
      ? [{ dispatchRequestId: link.request.dispatchRequestId, status: link.request.status, by: link.by }]
      : [],
  ),
  calls: links.flatMap((link) => {
    if (link.kind !== 'call') return [];
    const { accountId, integration, callId } = link.call;
    return [{ accountId, integration, callId, by: link.by }];
  }),
  refusedLeads: links.flatMap((link) =>
    link.kind === 'refused' ? [{ refusedLeadId: link.refused.refusedLeadId, by: link.by }] : [],
  ),
  visits: visits.map(({ dispatchRequestId, status, appointment }) => ({
    ...{ dispatchRequestId, status },
    ...{ startsAt: appointment?.startsAt, technicianId: appointment?.technicianId },
  })),
  mentionedIn: mentionIds(mentionedIn),
});
