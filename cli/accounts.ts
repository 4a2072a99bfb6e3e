import type { Account } from '../lib/accounts/account.ts';
import { type Difference, differencesBetween } from '../lib/accounts/document/account-difference.ts';
import { InvalidAccountDocument } from '../lib/accounts/document/invalid-account-document.ts';
import {
  appointmentsRuledOut,
  blocksRuledOut,
  type RuledOutAppointment,
  ruledOutFlags,
} from '../lib/booking/ruled-out.ts';
import { oneLine } from '../lib/normalized.ts';
import type { Block } from '../lib/record/block.ts';
import { flagForReview } from '../lib/record/dispatcher-changes.ts';
import type { StoredAccount } from '../lib/record/ports.ts';
import type { Actor, DispatchRequest } from '../lib/record/request.ts';
import { AccountChanged } from '../lib/record/store-account.ts';
import { isSkilled } from '../lib/scheduling/day.ts';
import { localSpans } from '../lib/scheduling/hours.ts';
import { MINUTE_MS } from '../lib/scheduling/time.ts';
import { formatClockTime } from '../lib/scheduling/time-of-day.ts';
import { unreachedServices } from '../lib/understanding/unreached-services.ts';
import { words } from '../lib/understanding/words/index.ts';
import { readAccountFile } from '../local/accounts.ts';
import { demoAccount } from '../local/demo/demo-account.ts';
import type { Program } from './command.ts';
import { CliFault, JsonFault } from './fault.ts';
import { actorOf, byOption, wholeNumber } from './options.ts';
import { toJson, toTable, toTableOr } from './output.ts';
import { type CliContext, DEADLINE_MS, readAccount, show, type Target, withTarget } from './target.ts';
import { homeWarnings, zipWarnings } from './zip-places.ts';

/** Adds `accounts check | example | put | list | show`. */
export function addAccounts(program: Program, cli: CliContext): void {
  const { print } = cli;
  const accounts = program.command('accounts').description('account documents');
  accounts
    .command('check <file>')
    .alias('validate')
    .description(
      'checks a document: lists every fault, what agents read of each service, and the services that callers miss',
    )
    .action(async (file, _, command) => {
      const account = accountOf(file);
      const { accountId } = account;
      const { serviceTypes, notOffered } = account;
      const { describedServices, servicesAlike } = words();
      const services = describedServices(serviceTypes, notOffered);
      const unreached = unreachedServices(serviceTypes).map(({ name }) => name);
      const alike = servicesAlike(serviceTypes).map((pair) => pair.map(({ name }) => name));
      if (command.optsWithGlobals().json) {
        const found = { unreachedServices: unreached, servicesAlike: alike };
        return print(toJson({ accountId, valid: true, services, ...found }));
      }
      print(
        [
          `${accountId} is valid. Agents read of its services:`,
          ...services.map(({ name, description }) => `  ${name}: ${description === '' ? '-' : description}`),
          ...unreached.map(
            (name) => `Warning: no everyday phrase matches ${oneLine(name)}: give it symptoms or aliases.`,
          ),
          ...alike.map(
            (names) => `Warning: ${names.map(oneLine).join(' and ')} read alike: give each a description.`,
          ),
          ...(await warningsOf(account, cli)),
        ].join('\n'),
      );
    });
  accounts
    .command('example')
    .description(
      "prints the demo's document, with areas, fees, arrival windows and people on call, to start from",
    )
    .action(() => print(toJson(demoAccount)));
  accounts
    .command('put <file>')
    .description(
      'stores a document, flags the appointments that it rules out, and lists blocks of technicians who are no longer in it',
    )
    .option(
      '--base <version>',
      'the version that was edited, as "accounts show" prints it; default: the one in the file',
      wholeNumber(/^[1-9]\d{0,14}$/, 'a version as "accounts show" prints it'),
    )
    .option(
      '--yes',
      'store the document even without a base version, and even if it rules out appointments or blocks',
    )
    .addOption(byOption())
    .action(async (file, _, command) => {
      const account = accountOf(file);
      const options = command.optsWithGlobals();
      const by = actorOf(options.by, command);
      await withTarget(cli, options, async (target) => {
        const put = await prepare(account, target);
        requireConsent(put, options);
        const version = await store(put, target);
        const flagged = await flagAll(put, by, target, cli);
        const { accountId } = account;
        const { flags, blocks } = ruledOutJson(flagged);
        if (options.json) return print(toJson({ accountId, version, flagged: flags, blocks }));
        const lines = [...(await warningsOf(account, cli)), ...ruledOutText('flagged', flagged)];
        print([`${accountId} is stored as version ${version}.`, ...lines].join('\n'));
      });
    });
  accounts
    .command('list')
    .description('lists the accounts of the table')
    .action((_, command) =>
      show(cli, command.optsWithGlobals(), (target) => target.accounts.list(), accountTable),
    );
  accounts
    .command('show <id>')
    .description('shows the document of an account with its defaults')
    .action((id, _, command) =>
      show(cli, command.optsWithGlobals(), (target) => readAccount(target, id), toJson),
    );
}

/** Reads the account of a file, or throws a fault with a line for each fault of the document. */
function accountOf(file: string): Account {
  const result = readAccountFile(file);
  if ('account' in result) return result.account;
  throw new CliFault(result.faults.map((fault) => `${file}: ${fault}`).join('\n'));
}

function accountTable(accounts: readonly Account[]): string {
  return toTableOr(
    'No accounts.',
    ['account', 'name', 'time zone', 'service types', 'technicians'],
    accounts.map(({ accountId, name, timezone, serviceTypes, technicians }) => [
      ...[accountId, name, timezone, String(serviceTypes.length)],
      technicians.map((technician) => technician.name).join(', '),
    ]),
  );
}

/** Returns the probable mistakes in a valid document. */
const warningsOf = async (account: Account, cli: CliContext): Promise<readonly string[]> => [
  ...(await zipWarnings(account)),
  ...homeWarnings(account),
  ...travelWarnings(account),
  ...onCallWarnings(account, cli.now().getTime()),
];

/** Warns of minutes for driving that may count twice. */
function travelWarnings({ travel, booking: { bufferMinutes } }: Account): readonly string[] {
  if (travel === undefined || travel.comment !== undefined || bufferMinutes === 0) return [];
  return [
    `Warning: booking.bufferMinutes adds ${bufferMinutes} minutes to every drive that travel computes: set it to 0, or say in travel.comment what it is for.`,
  ];
}

/** Warns of emergencies that nobody on call can take or that never get a start, and of shifts that are all over. */
export function onCallWarnings(account: Account, now: number): readonly string[] {
  const { onCall = [], technicians, serviceTypes, emergency } = account;
  const mayTake = ({ skills }: Account['serviceTypes'][number]) =>
    onCall.some((entry) => {
      const known = entry.skills ?? technicians.find(({ id }) => id === entry.technicianId)?.skills;
      return known === undefined || isSkilled({ skills: known }, { skills });
    });
  const unserved = onCall.length === 0 ? [] : serviceTypes.filter((service) => !mayTake(service));
  const over = onCall.flatMap(({ shifts }, index) => {
    const isOver =
      shifts !== undefined && localSpans(account, shifts).every(({ to }) => to * MINUTE_MS <= now);
    return isOver ? [`Warning: onCall[${index}].shifts are all over.`] : [];
  });
  const isUseless = emergency.book && !onCall.some(({ technicianId }) => technicianId !== undefined);
  return [
    ...unserved.map(
      ({ name }) =>
        `Warning: nobody on call has the skills for ${oneLine(name)}: its emergencies go to the account's number.`,
    ),
    ...over,
    ...(isUseless ? ['Warning: emergency.book has no effect: onCall names no technician.'] : []),
  ];
}

/** A document to store, and the stored document on which the decision is based. */
interface Put {
  readonly account: Account;
  readonly stored: StoredAccount | undefined;
  readonly differences: readonly Difference[];
  readonly ruledOut: RuledOut;
}

/** What a document rules out. */
interface RuledOut {
  readonly appointments: readonly RuledOutAppointment[];
  /** Blocks of technicians who are no longer in the document. */
  readonly blocks: readonly Block[];
}

async function prepare(account: Account, target: Target): Promise<Put> {
  const stored = await target.accounts.byId(account.accountId);
  const differences = stored === undefined ? [] : differencesBetween(stored, account);
  const found = { account, stored, differences };
  return { ...found, ruledOut: await ruledOutNow(found, target) };
}

/**
 * Returns the document under which appointments were valid. A document that is stored already has none, because the run
 * that stored it may have been interrupted before it flagged them.
 */
const documentBefore = ({ stored, differences }: Omit<Put, 'ruledOut'>): Account | undefined =>
  differences.length === 0 ? undefined : stored;

async function ruledOutNow(put: Omit<Put, 'ruledOut'>, target: Target): Promise<RuledOut> {
  const { account, stored } = put;
  if (stored === undefined) return { appointments: [], blocks: [] };
  const at = target.now();
  const [requests, blocked] = await Promise.all([
    target.reader.list(account.accountId),
    target.blocks.list(account.accountId, new Date(at).toISOString(), target.deadline),
  ]);
  const before = documentBefore(put);
  return {
    appointments: appointmentsRuledOut(account, before, requests, at),
    blocks: blocksRuledOut(account, before, blocked, at),
  };
}

interface Consent {
  readonly base?: number | undefined;
  readonly yes?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** Throws unless the operator named the document to replace and confirmed what the new one rules out. */
function requireConsent({ account, stored, differences, ruledOut }: Put, { base, yes, json }: Consent): void {
  if (stored === undefined) return;
  const based = base ?? account.version;
  const isOutdated = based !== undefined && based !== stored.version;
  const isUnseen = based === undefined && differences.length > 0;
  const isNothingRuledOut = ruledOut.appointments.length + ruledOut.blocks.length === 0;
  if (!isOutdated && (yes || (!isUnseen && isNothingRuledOut))) return;
  const message = isOutdated
    ? `Nothing was stored: version ${stored.version} is stored, not ${based}. Compare, and pass --base ${stored.version}.`
    : 'Nothing has been stored yet: pass --yes to store it.';
  if (json) {
    const reason = isOutdated ? 'version_outdated' : 'confirmation_needed';
    const { flags: appointments, blocks } = ruledOutJson(ruledOut);
    const { version } = stored;
    throw new JsonFault(toJson({ reason, version, differences, appointments, blocks, message }));
  }
  const shown = [...differencesText(differences), ...ruledOutText('ruled out', ruledOut)];
  throw new CliFault([...shown, message].join('\n'));
}

/** Stores the document unless the same one is stored. Returns its version. */
async function store({ account, stored, differences }: Put, { accounts }: Target): Promise<number> {
  if (stored !== undefined && differences.length === 0) return stored.version;
  try {
    return (await accounts.put(account, stored?.version ?? 0)).version;
  } catch (error) {
    const isRefused = error instanceof InvalidAccountDocument || error instanceof AccountChanged;
    throw isRefused ? new CliFault(error.message) : error;
  }
}

/**
 * Flags the appointments that the stored document rules out, also those that were booked until it was stored. Changes
 * that were decided on the document before may still be under way, so this waits for their time limit and flags again.
 */
async function flagAll(put: Put, by: Actor, target: Target, cli: CliContext): Promise<RuledOut> {
  const flagged = await flag(put, by, target);
  if (put.stored === undefined || put.differences.length === 0) return flagged;
  await cli.pause(DEADLINE_MS);
  return await flag(put, by, target);
}

async function flag(put: Put, by: Actor, target: Target): Promise<RuledOut> {
  const ruledOut = await ruledOutNow(put, target);
  for (const { request } of ruledOut.appointments) {
    const who = { by, now: target.now() };
    const flagsOf = (latest: DispatchRequest) =>
      ruledOutFlags(put.account, documentBefore(put), latest, who.now);
    await flagForReview(request, flagsOf, who, target, target.deadline);
  }
  return ruledOut;
}

const MAX_VALUE = 60;

/** Returns a table of the differences from the stored document, or nothing if there are none. */
function differencesText(differences: readonly Difference[]): readonly string[] {
  const valueText = (value: unknown) => {
    const text = JSON.stringify(value) ?? '';
    return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1)}…` : text;
  };
  const rows = differences.map(({ path, before, after }) => [path, valueText(before), valueText(after)]);
  return rows.length === 0 ? [] : [toTable(['field', 'stored', 'in the file'], rows)];
}

/**
 * Returns tables of what a document rules out.
 * @param head what happens to the appointments
 */
function ruledOutText(head: string, { appointments, blocks }: RuledOut): readonly string[] {
  const rows = appointments.map(({ request: { dispatchRequestId, appointment }, flags }) => [
    ...[dispatchRequestId, flags.join(', ')],
    ...[appointment.date, formatClockTime(appointment.minute), appointment.technician],
  ]);
  const blocked = blocks.map(({ blockId, from, to, technician }) => [blockId, from, to, technician]);
  return [
    ...(rows.length > 0 ? [toTable([head, 'because of', 'date', 'time', 'technician'], rows)] : []),
    ...(blocked.length > 0 ? [toTable(['block without technician', 'from', 'to', 'was for'], blocked)] : []),
  ];
}

const ruledOutJson = ({ appointments, blocks }: RuledOut) => ({
  flags: appointments.map(({ request: { dispatchRequestId }, flags }) => ({ dispatchRequestId, flags })),
  blocks: blocks.map(({ blockId, technicianId, from, to }) => ({ blockId, technicianId, from, to })),
});
