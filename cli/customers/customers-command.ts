import type { Command } from 'commander';
import { createAccountRepository } from '../../lib/aws/accounts/account-repository.ts';
import { type Erasure, eraseCustomer } from '../../lib/aws/customer-eraser.ts';
import { toE164 } from '../../lib/dispatch/customers/phone.ts';
import { CliFault } from '../fault.ts';
import { toJson } from '../output.ts';
import { type Surroundings, type TargetOptions, withTarget } from '../target.ts';
import { addCustomersShow } from './customers-show.ts';

interface CustomerOptions extends TargetOptions {
  readonly account: string;
  readonly phone: string;
}

/** `customers show | delete`. */
export function addCustomers(program: Command, surroundings: Surroundings): void {
  const customers = program.command('customers').description('what is stored about people');
  addCustomersShow(customers, surroundings);
  customers
    .command('delete')
    .description('removes what is stored about a phone number; its requests keep only job and time')
    .requiredOption('--account <id>', 'account of the customer')
    .requiredOption('--phone <number>', 'phone number, in E.164 or as the account writes it')
    .action(async (_: unknown, command: Command) => {
      const { json, account: id, phone, ...options } = command.optsWithGlobals<CustomerOptions>();
      const erasure = await withTarget(surroundings, options, async (target) => {
        const now = surroundings.now;
        const account = await createAccountRepository({ ...target, now: () => now().getTime() }).byId(id);
        if (account === undefined) throw new CliFault(`There is no account ${id}.`);
        const number = toE164(phone, account.region);
        if (number === undefined) throw new CliFault('--phone: expected a valid phone number.');
        return await eraseCustomer(account.accountId, number, { ...target, now });
      });
      surroundings.print(json ? toJson(erasure) : erasureText(erasure));
    });
}

function erasureText({ customerDeleted, requestsRedacted, callsDeleted }: Erasure): string {
  return [
    customerDeleted ? 'The customer is deleted.' : 'There was no customer of this number.',
    `Requests redacted: ${requestsRedacted.length === 0 ? 'none' : requestsRedacted.join(', ')}`,
    `Calls deleted: ${callsDeleted.length}`,
  ].join('\n');
}
