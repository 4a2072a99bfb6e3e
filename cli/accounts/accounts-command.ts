import type { Command } from 'commander';
import type { Account } from '../../lib/accounts/account.ts';
import { InvalidAccountDocument } from '../../lib/accounts/invalid-account-document.ts';
import { createAccountRepository } from '../../lib/aws/accounts/account-repository.ts';
import { readAccountFile } from '../../local/accounts.ts';
import { changeDependencies } from '../change-dependencies.ts';
import { CliFault } from '../fault.ts';
import { toJson, toTable } from '../output.ts';
import { type CliContext, type TargetOptions, withTarget } from '../target.ts';
import { listAccounts, readAccount } from './stored-accounts.ts';

/** `accounts validate | put | list | show`. */
export function addAccounts(program: Command, cli: CliContext): void {
  const { print } = cli;
  const accounts = program.command('accounts').description('account documents');

  accounts
    .command('validate <file>')
    .description('names every fault of a document')
    .action((file: string, _: unknown, command: Command) => {
      const account = accountOf(file);
      const { json } = command.optsWithGlobals<TargetOptions>();
      print(json ? toJson({ accountId: account.accountId, valid: true }) : `${account.accountId} is valid.`);
    });

  accounts
    .command('put <file>')
    .description('stores a document, replacing the one of the same account')
    .action(async (file: string, _: unknown, command: Command) => {
      const account = accountOf(file);
      const options = command.optsWithGlobals<TargetOptions>();
      await withTarget(cli, options, async (target) => {
        const repository = createAccountRepository(changeDependencies(target, cli));
        await repository.put(account).catch((error: unknown) => {
          throw error instanceof InvalidAccountDocument ? new CliFault(error.message) : error;
        });
      });
      print(options.json ? toJson({ accountId: account.accountId }) : `${account.accountId} is stored.`);
    });

  accounts
    .command('list')
    .description('the accounts of the table')
    .action(async (_: unknown, command: Command) => {
      const options = command.optsWithGlobals<TargetOptions>();
      const found = await withTarget(cli, options, listAccounts);
      print(options.json ? toJson(found) : accountTable(found));
    });

  accounts
    .command('show <id>')
    .description('the document of an account, defaults filled in')
    .action(async (id: string, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<TargetOptions>();
      print(toJson(await withTarget(cli, options, (target) => readAccount(target, id))));
    });
}

function accountOf(file: string): Account {
  const result = readAccountFile(file);
  if ('account' in result) return result.account;
  throw new CliFault(result.faults.map((fault) => `${file}: ${fault}`).join('\n'));
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
