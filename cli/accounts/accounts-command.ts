import type { Command } from 'commander';
import type { Account } from '../../lib/accounts/account.ts';
import { oneLine } from '../../lib/normalized.ts';
import { unreachedServices } from '../../lib/understanding/services/unreached-services.ts';
import { demoAccount } from '../../local/demo.ts';
import { toJson, toTable } from '../output.ts';
import { type CliContext, type TargetOptions, withTarget } from '../target.ts';
import { zipWarnings } from '../zips/zip-places.ts';
import { accountOf } from './account-file.ts';
import { addAccountsPut } from './accounts-put.ts';
import { onCallWarnings } from './on-call-warnings.ts';
import { listAccounts, readAccount } from './stored-accounts.ts';

/** `accounts check | example | put | list | show`. */
export function addAccounts(program: Command, cli: CliContext): void {
  const { print } = cli;
  const accounts = program.command('accounts').description('account documents');

  accounts
    .command('check <file>')
    .alias('validate')
    .description('checks a document: lists every fault, and the services that no everyday phrase matches')
    .action(async (file: string, _: unknown, command: Command) => {
      const account = accountOf(file);
      const { json } = command.optsWithGlobals<TargetOptions>();
      const { accountId } = account;
      const unreached = unreachedServices(account.serviceTypes).map(({ name }) => name);
      const warnings = unreached.map(
        (name) => `Warning: no everyday phrase matches ${oneLine(name)}: give it symptoms or aliases.`,
      );
      print(
        json
          ? toJson({ accountId, valid: true, unreachedServices: unreached })
          : [
              `${accountId} is valid.`,
              ...warnings,
              ...(await zipWarnings(account)),
              ...onCallWarnings(account, cli.now().getTime()),
            ].join('\n'),
      );
    });

  accounts
    .command('example')
    .description(
      "prints the demo's document, with areas, fees, arrival windows and people on call, to start from",
    )
    .action(() => print(toJson(demoAccount)));

  addAccountsPut(accounts, cli);

  accounts
    .command('list')
    .description('lists the accounts of the table')
    .action(async (_: unknown, command: Command) => {
      const options = command.optsWithGlobals<TargetOptions>();
      const found = await withTarget(cli, options, listAccounts);
      print(options.json ? toJson(found) : accountTable(found));
    });

  accounts
    .command('show <id>')
    .description('shows the document of an account with its defaults')
    .action(async (id: string, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<TargetOptions>();
      print(toJson(await withTarget(cli, options, (target) => readAccount(target, id))));
    });
}

function accountTable(accounts: readonly Account[]): string {
  if (accounts.length === 0) return 'No accounts.';
  return toTable(
    ['account', 'name', 'time zone', 'service types', 'technicians'],
    accounts.map(({ accountId, name, timezone, serviceTypes, technicians }) => [
      accountId,
      name,
      timezone,
      String(serviceTypes.length),
      technicians.map((technician) => technician.name).join(', '),
    ]),
  );
}
