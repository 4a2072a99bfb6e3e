import type { Program } from '../command.ts';
import { CliFault } from '../fault.ts';
import { wholeNumber } from '../options.ts';
import { toJson } from '../output.ts';
import { type CliContext, show, withTarget } from '../target.ts';
import { type ClaimFault, checkTable } from './check-table.ts';
import { type Difference, diffTable, exportTable, importTable, requireFile } from './table-file.ts';

/** Adds `data export | diff | import | check`. */
export function addData(program: Program, cli: CliContext): void {
  const data = program.command('data').description('copies of a whole table, for recovery and moves');
  data
    .command('export <file>')
    .description('writes every item to a new file that only you can read; it contains personal data')
    .action((file, _, command) =>
      show(
        cli,
        command.optsWithGlobals(),
        async (target) => ({ items: await exportTable(target, file, cli) }),
        ({ items }) => `${items} items written to the file.`,
      ),
    );
  data
    .command('diff <file>')
    .description('compares the table with an export of another, item by item; shows no personal data')
    .action(async (file, _, command) => {
      await requireFile(file);
      await show(cli, command.optsWithGlobals(), (target) => diffTable(target, file), differenceText);
    });
  data
    .command('import <file>')
    .description(
      'writes the items of an export that the table lacks, except visits and blocks whose time is taken; can be run again',
    )
    .option('--replace', 'also overwrite items that the table has')
    .option(
      '--raise-versions <count>',
      'add this to the version of each request',
      wholeNumber(/^\d{1,6}$/, 'a whole number from 0 to 999999'),
      0,
    )
    .option('--dry-run', 'only check the file')
    .action(async (file, _, command) => {
      const { json, replace = false, dryRun = false, raiseVersions, ...where } = command.optsWithGlobals();
      await requireFile(file);
      const settings = { replace, dryRun, raiseVersions };
      const result = await withTarget(cli, where, (target) => importTable(target, file, settings, cli));
      const { items, written, present, refused, faults } = result;
      const lost = refused
        .map((holder) => `\n${holder}: refused, because something else has its time`)
        .join('');
      if (json) cli.print(toJson(result));
      else if (dryRun) cli.print(`The file contains ${items} items. Nothing was written.`);
      else
        cli.print(`${written} items written, ${present} unchanged in the table.${lost}${faultsText(faults)}`);
      if (refused.length > 0)
        throw new CliFault(`data import: ${refused.length} of ${items} items were refused.`);
    });
  data
    .command('check')
    .description("compares technicians' time with visits and blocks")
    .option('--repair', 'claim the time of visits that is free, and release time without a visit')
    .action(async (_, command) => {
      const { repair = false, ...options } = command.optsWithGlobals();
      const check = async (target: Parameters<typeof checkTable>[0]) => ({
        faults: await checkTable(target, repair),
      });
      await show(
        cli,
        options,
        check,
        ({ faults }) => faultsText(faults).trimStart() || 'Every visit has its time, and nothing else.',
      );
    });
}

const meanings: Readonly<Record<ClaimFault['kind'], string>> = {
  unclaimed: 'its time was free for others',
  stray: 'held time without a visit',
  taken: 'its time belongs to another: move one of them',
  bare: 'it claims no time: move it',
};

/** Returns a line per visit or block and day with a fault, each after a line break. */
function faultsText(faults: readonly ClaimFault[]): string {
  const lines = faults.map(({ holder, day, kind, repaired }) => {
    const isRepairable = kind === 'unclaimed' || kind === 'stray';
    const done = repaired ? ' (repaired)' : isRepairable ? ' (pass --repair)' : '';
    return `\n${holder} on ${day}: ${meanings[kind]}${done}`;
  });
  return [...new Set(lines)].join('');
}

function differenceText({ onlyInTable, onlyInFile, changed }: Awaited<ReturnType<typeof diffTable>>): string {
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
