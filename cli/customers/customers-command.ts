import type { Command } from 'commander';
import type { CliHost } from '../target.ts';
import { addCustomersDelete } from './customers-delete.ts';
import { addCustomersShow } from './customers-show.ts';

/** `customers show | delete`. */
export function addCustomers(program: Command, cli: CliHost): void {
  const customers = program.command('customers').description('stored personal data');
  addCustomersShow(customers, cli);
  addCustomersDelete(customers, cli);
}
