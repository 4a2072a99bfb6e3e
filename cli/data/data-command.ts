import { type Command, InvalidArgumentError } from 'commander';
import { toJson } from '../output.ts';
import type { CliHost } from '../program.ts';
import { type TargetOptions, withTarget } from '../target.ts';
import { exportTable } from './export-table.ts';
import { importTable } from './import-table.ts';

interface ImportOptions extends TargetOptions {
  readonly replace?: boolean;
  readonly raiseVersions: number;
  readonly dryRun?: boolean;
}

/** `data`. */
export function addData(program: Command, cli: CliHost): void {
  const data = program.command('data').description('copies of a whole table, for recovery and moves');
  data
    .command('export <file>')
    .description('writes every item to a new file that only you can read; it contains personal data')
    .action(async (file: string, _: unknown, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<TargetOptions>();
      const items = await withTarget(cli, options, (target) =>
        exportTable(target, file, { progress: cli.complain, now: () => cli.now().getTime() }),
      );
      cli.print(json ? toJson({ items }) : `${items} items written to the file.`);
    });
  data
    .command('import <file>')
    .description('writes the items of an export that the table lacks; can be run again')
    .option('--replace', 'also overwrite items that the table has')
    .option('--raise-versions <count>', 'add this to the version of each request', parseCount, 0)
    .option('--dry-run', 'only check the file')
    .action(async (file: string, _: unknown, command: Command) => {
      const { json, replace = false, dryRun = false, ...options } = command.optsWithGlobals<ImportOptions>();
      const result = await withTarget(cli, options, (target) =>
        importTable(target, file, {
          replace,
          dryRun,
          raiseVersions: options.raiseVersions,
          progress: cli.complain,
          now: () => cli.now().getTime(),
        }),
      );
      const { items, written, present } = result;
      if (json) cli.print(toJson(result));
      else if (dryRun) cli.print(`The file contains ${items} items. Nothing was written.`);
      else cli.print(`${written} items written, ${present} unchanged in the table.`);
    });
}

function parseCount(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number from 0 to 999999.');
}
