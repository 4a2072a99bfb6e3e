import type { Command } from 'commander';
import { type OnCallPerson, onCallAt } from '../../lib/accounts/on-call/on-call.ts';
import { MINUTE_MS } from '../../lib/scheduling/time-units.ts';
import { localInstant } from '../../lib/scheduling/work-time.ts';
import { readAccount } from '../accounts/stored-accounts.ts';
import { changeDependencies } from '../change-dependencies.ts';
import { momentParser } from '../options.ts';
import { toJson, toTable } from '../output.ts';
import { type CliContext, type TargetOptions, withTarget } from '../target.ts';

interface OnCallOptions extends TargetOptions {
  readonly account: string;
  readonly at?: string;
}

/** `technicians oncall`. */
export function addOnCall(technicians: Command, cli: CliContext): void {
  technicians
    .command('oncall')
    .description('lists who is on call, in the order in which they are called')
    .requiredOption('--account <id>', 'account of the people on call')
    .option('--at <moment>', "YYYY-MM-DDTHH:MM on the account's clocks; default: now", momentParser(false))
    .action(async (_: unknown, command: Command) => {
      const { account: id, at, json, ...options } = command.optsWithGlobals<OnCallOptions>();
      const people = await withTarget(cli, options, async (target) => {
        const account = await readAccount(target, id);
        const { now } = changeDependencies(target, cli);
        return onCallAt(account, at === undefined ? now() : localInstant(account, at) * MINUTE_MS);
      });
      cli.print(json ? toJson(people.map(printable)) : onCallTable(people));
    });
}

/** The JSON of a person. */
const printable = ({ technician, ...person }: OnCallPerson) => ({ ...person, technicianId: technician?.id });

function onCallTable(people: readonly OnCallPerson[]): string {
  if (people.length === 0) return "Nobody is on call: callers get the account's own number, if it has one.";
  return toTable(
    ['role', 'name', 'number', 'technician'],
    people.map(({ role, name, phone, technician }) => [role, name, phone, technician?.id ?? '']),
  );
}
