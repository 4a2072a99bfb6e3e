import type { Command } from 'commander';
import type { CliSurroundings } from '../program.ts';
import { addCustomersDelete } from './customers-delete.ts';
import { addCustomersShow } from './customers-show.ts';

/** `customers show | delete`. */
export function addCustomers(program: Command, cli: CliSurroundings): void {
  const customers = program.command('customers').description('what is stored about people');
  addCustomersShow(customers, cli);
  addCustomersDelete(customers, cli);
}
