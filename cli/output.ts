import Table from 'cli-table3';
import { oneLine } from '../lib/normalized.ts';
import { addDays, wallClockOf } from '../lib/scheduling/time.ts';
import { formatClockTime, wallMinute } from '../lib/scheduling/time-of-day.ts';
import { cleanLines, printableJson } from '../local/terminal-text.ts';

/** Returns a value as JSON in which control characters of terminals and invisible characters are escaped. */
export function toJson(value: unknown): string {
  return printableJson(JSON.stringify(value, null, 2));
}

/** The width of the terminal, which a process has only one of; undefined if the output is no terminal. */
let terminalColumns: number | undefined;

/** Fits tables to a terminal of this width from now on. */
export function fitTablesTo(columns: number | undefined): void {
  terminalColumns = columns;
}

/**
 * Returns a table with a header, whose cells have no control characters. If the terminal is too narrow for its lines, each row becomes a
 * paragraph of names and values.
 */
export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = new Table({ head: [...head], style: { head: [], border: [] } });
  for (const row of rows) table.push(row.map(oneLine));
  const drawn = table.toString();
  const fits = terminalColumns === undefined || drawn.indexOf('\n') <= terminalColumns;
  return fits ? drawn : paragraphs(head, rows);
}

function paragraphs(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const paragraph = (row: readonly string[]) =>
    row.flatMap((cell, column) => {
      const text = oneLine(cell);
      return text === '' ? [] : [`${head[column] ?? ''}: ${text}`];
    });
  return rows.map((row) => paragraph(row).join('\n')).join('\n\n');
}

/** Returns names and values, one pair per line. Absent values are left out. */
export function toFacts(facts: Readonly<Record<string, string | undefined>>): string {
  // The names are never cut: some are paths of fields.
  const widest = Math.max(20, ...Object.keys(facts).map((name) => oneLine(name).length + 2));
  const table = new Table({ style: { head: [], border: [] }, colWidths: [widest, 80], wordWrap: true });
  for (const [name, value] of Object.entries(facts)) {
    if (value !== undefined && value !== '') table.push([oneLine(name), cleanLines(value)]);
  }
  return table.toString();
}

/** Returns an ISO instant in local time, to the minute, such as `2026-06-10 9:30 AM`. */
export function toLocalMinute(iso: string, timezone: string): string {
  const { date, minute } = wallClockOf(timezone, Math.floor(Date.parse(iso) / 60_000));
  return `${date} ${formatClockTime(minute)}`;
}

/** Returns a local moment `YYYY-MM-DDTHH:MM` in the form of `toLocalMinute`. `T24:00` is midnight of the next day. */
export function toLocalText(moment: string): string {
  const [date = '', time = ''] = moment.split('T');
  const isEnd = time === '24:00';
  return `${isEnd ? addDays(date, 1) : date} ${formatClockTime(isEnd ? 0 : wallMinute(time))}`;
}
