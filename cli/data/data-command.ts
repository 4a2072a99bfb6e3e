import { type Command, InvalidArgumentError } from 'commander';
import { toJson } from '../output.ts';
import type { CliHost } from '../target.ts';
import { type TargetOptions, withTarget } from '../target.ts';
import { type ClaimFault, checkTable } from './check-table.ts';
import { type Difference, diffTable, type TableDifference } from './diff-table.ts';
import { exportTable } from './export-table.ts';
import { importTable, requireFile } from './import-table.ts';

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
    .command('diff <file>')
    .description('compares the table with an export of another, item by item; shows no personal data')
    .action(async (file: string, _: unknown, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<TargetOptions>();
      await requireFile(file);
      const found = await withTarget(cli, options, (target) => diffTable(target, file));
      cli.print(json ? toJson(found) : differenceText(found));
    });
  data
    .command('import <file>')
    .description('writes the items of an export that the table lacks; can be run again')
    .option('--replace', 'also overwrite items that the table has')
    .option('--raise-versions <count>', 'add this to the version of each request', parseCount, 0)
    .option('--dry-run', 'only check the file')
    .action(async (file: string, _: unknown, command: Command) => {
      const { json, replace = false, dryRun = false, ...options } = command.optsWithGlobals<ImportOptions>();
      await requireFile(file);
      const result = await withTarget(cli, options, (target) =>
        importTable(target, file, {
          replace,
          dryRun,
          raiseVersions: options.raiseVersions,
          progress: cli.complain,
          now: () => cli.now().getTime(),
        }),
      );
      const { items, written, present, faults } = result;
      if (json) cli.print(toJson(result));
      else if (dryRun) cli.print(`The file contains ${items} items. Nothing was written.`);
      else cli.print(`${written} items written, ${present} unchanged in the table.${faultsText(faults)}`);
    });
  data
    .command('check')
    .description("compares technicians' time with visits and blocks")
    .option('--repair', 'claim the time of visits that is free, and release time without a visit')
    .action(async (_: unknown, command: Command) => {
      const { json, repair = false, ...options } = command.optsWithGlobals<CheckOptions>();
      const faults = await withTarget(cli, options, (target) => checkTable(target, repair));
      if (json) cli.print(toJson({ faults }));
      else
        cli.print(
          faults.length === 0
            ? 'Every visit has its time, and nothing else.'
            : faultsText(faults).trimStart(),
        );
    });
}

interface CheckOptions extends TargetOptions {
  readonly repair?: boolean;
}

/** A line per visit or block and day with a fault; empty without one. */
function faultsText(faults: readonly ClaimFault[]): string {
  const meanings = {
    unclaimed: 'its time was free for others',
    stray: 'held time without a visit',
    taken: 'its time belongs to another: move one of them',
  };
  const lines = faults.map(({ holder, day, kind, repaired }) => {
    const done = repaired ? ' (repaired)' : kind === 'taken' ? '' : ' (pass --repair)';
    return `\n${holder} on ${day}: ${meanings[kind]}${done}`;
  });
  return [...new Set(lines)].join('');
}

function differenceText({ onlyInTable, onlyInFile, changed }: TableDifference): string {
  const parts = [
    ...part('only in the table', onlyInTable),
    ...part('only in the file', onlyInFile),
    ...part('different', changed),
  ];
  return parts.length === 0 ? 'The table and the file have the same items.' : parts.join('\n');
}

function part(title: string, { counts, dispatchRequestIds }: Difference): readonly string[] {
  const kinds = Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
  if (kinds.length === 0) return [];
  const line = `${title}: ${kinds.map(([kind, count]) => `${count} ${kind}`).join(', ')}`;
  return [line, ...dispatchRequestIds.map((id) => `  ${id}`)];
}

function parseCount(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number from 0 to 999999.');
}
