import { type Command, InvalidArgumentError } from 'commander';
import type { Account } from '../../lib/accounts/account.ts';
import { type Difference, differencesBetween } from '../../lib/accounts/document/account-difference.ts';
import { InvalidAccountDocument } from '../../lib/accounts/document/invalid-account-document.ts';
import { createAccountStore } from '../../lib/aws/stores/account-store.ts';
import { createRequestReader } from '../../lib/aws/stores/request-store.ts';
import { appointmentsRuledOut, blocksRuledOut, ruledOutFlags } from '../../lib/booking/ruled-out.ts';
import { flagForReview } from '../../lib/record/dispatcher-changes.ts';
import type { StoredAccount } from '../../lib/record/ports.ts';
import type { Actor, DispatchRequest } from '../../lib/record/request.ts';
import { AccountChanged } from '../../lib/record/store-account.ts';
import { changeDependencies, DEADLINE_MS } from '../change-dependencies.ts';
import { actorOf, withBy } from '../dispatcher-options.ts';
import { CliFault, JsonFault } from '../fault.ts';
import { toJson } from '../output.ts';
import { type CliContext, type Target, type TargetOptions, withTarget } from '../target.ts';
import { zipWarnings } from '../zips/zip-places.ts';
import { accountOf } from './account-file.ts';
import { onCallWarnings } from './on-call-warnings.ts';
import { blocksJson, differencesText, type RuledOut, ruledOutJson, ruledOutText } from './put-text.ts';
import { findAccount } from './stored-accounts.ts';

interface PutOptions extends TargetOptions {
  readonly base?: number;
  readonly yes?: boolean;
  readonly by?: Actor;
}

/** A document to store, and the stored state that the decision is based on. */
interface Put {
  readonly account: Account;
  readonly stored: StoredAccount | undefined;
  readonly differences: readonly Difference[];
  readonly ruledOut: RuledOut;
}

/** `accounts put`. */
export function addAccountsPut(accounts: Command, cli: CliContext): void {
  const command = accounts
    .command('put <file>')
    .description(
      'stores a document, flags the appointments that it rules out, and lists blocks of technicians who are no longer in it',
    )
    .option(
      '--base <version>',
      'the version that was edited, as "accounts show" prints it; default: the one in the file',
      parseVersion,
    )
    .option(
      '--yes',
      'store the document even without a base version, and even if it rules out appointments or blocks',
    );
  withBy(command).action(async (file: string, _: unknown, command: Command) => {
    const account = accountOf(file);
    const options = command.optsWithGlobals<PutOptions>();
    const by = actorOf(options.by, command);
    await withTarget(cli, options, async (target) => {
      const put = await prepare(account, target, cli);
      requireConsent(put, options);
      const version = await store(put, target, cli);
      const flagged = await flagAll(put, by, target, cli);
      const { accountId } = account;
      if (options.json) {
        const blocks = blocksJson(flagged);
        return cli.print(toJson({ accountId, version, flagged: ruledOutJson(flagged), blocks }));
      }
      cli.print(
        [
          `${accountId} is stored as version ${version}.`,
          ...(await zipWarnings(account)),
          ...onCallWarnings(account, cli.now().getTime()),
          ...ruledOutText('flagged', flagged),
        ].join('\n'),
      );
    });
  });
}

function parseVersion(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a version as "accounts show" prints it.');
}

async function prepare(account: Account, target: Target, cli: CliContext): Promise<Put> {
  const stored = await findAccount(target, account.accountId);
  const differences = stored === undefined ? [] : differencesBetween(stored, account);
  const found = { account, stored, differences };
  return { ...found, ruledOut: await ruledOutNow(found, target, cli) };
}

/**
 * The document under which an appointment was valid; none in a repeat, because the run before may have been
 * interrupted.
 */
const documentBefore = ({ stored, differences }: Omit<Put, 'ruledOut'>): Account | undefined =>
  differences.length === 0 ? undefined : stored;

async function ruledOutNow(put: Omit<Put, 'ruledOut'>, target: Target, cli: CliContext): Promise<RuledOut> {
  const { account, stored } = put;
  if (stored === undefined) return { appointments: [], blocks: [] };
  const { blocks, deadline, now } = changeDependencies(target, cli);
  const at = now();
  const [requests, blocked] = await Promise.all([
    createRequestReader(target).list(account.accountId),
    blocks.list(account.accountId, new Date(at).toISOString(), deadline),
  ]);
  const before = documentBefore(put);
  return {
    appointments: appointmentsRuledOut(account, before, requests, at),
    blocks: blocksRuledOut(account, before, blocked, at),
  };
}

/** Throws unless the operator named the document to replace and confirmed what it rules out. */
function requireConsent(put: Put, { base, yes, json }: PutOptions): void {
  const { account, stored, differences, ruledOut } = put;
  if (stored === undefined) return;
  const based = base ?? account.version;
  const isOutdated = based !== undefined && based !== stored.version;
  const isUnseen = based === undefined && differences.length > 0;
  const isNothingRuledOut = ruledOut.appointments.length + ruledOut.blocks.length === 0;
  if (!isOutdated && (yes || (!isUnseen && isNothingRuledOut))) return;
  const message = isOutdated
    ? `Nothing was stored: version ${stored.version} is stored, not ${based}. Compare, and pass --base ${stored.version}.`
    : 'Nothing has been stored yet: pass --yes to store it.';
  const { version } = stored;
  if (json) {
    const reason = isOutdated ? 'version_outdated' : 'confirmation_needed';
    const shown = { differences, appointments: ruledOutJson(ruledOut), blocks: blocksJson(ruledOut) };
    throw new JsonFault(toJson({ reason, version, ...shown, message }));
  }
  const shown = [...differencesText(differences), ...ruledOutText('ruled out', ruledOut)];
  throw new CliFault([...shown, message].join('\n'));
}

/** Stores the document unless it is already stored. Returns its version. */
async function store(
  { account, stored, differences }: Put,
  target: Target,
  cli: CliContext,
): Promise<number> {
  if (stored !== undefined && differences.length === 0) return stored.version;
  const accounts = createAccountStore(changeDependencies(target, cli));
  try {
    return (await accounts.put(account, stored?.version ?? 0)).version;
  } catch (error) {
    const isRefused = error instanceof InvalidAccountDocument || error instanceof AccountChanged;
    throw isRefused ? new CliFault(error.message) : error;
  }
}

/**
 * Flags appointments that the stored document rules out, including bookings made until it was stored, and after the longest
 * time that a change takes those that were decided on the document before.
 */
async function flagAll(put: Put, by: Actor, target: Target, cli: CliContext): Promise<RuledOut> {
  const flagged = await flag(put, by, target, cli);
  if (put.stored === undefined || put.differences.length === 0) return flagged;
  await cli.pause(DEADLINE_MS);
  return await flag(put, by, target, cli);
}

async function flag(put: Put, by: Actor, target: Target, cli: CliContext): Promise<RuledOut> {
  const ruledOut = await ruledOutNow(put, target, cli);
  for (const { request } of ruledOut.appointments) {
    const deps = changeDependencies(target, cli);
    const who = { by, now: deps.now() };
    const flagsOf = (latest: DispatchRequest) =>
      ruledOutFlags(put.account, documentBefore(put), latest, who.now);
    await flagForReview(request, flagsOf, who, deps, deps.deadline);
  }
  return ruledOut;
}
