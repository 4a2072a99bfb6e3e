import Table from 'cli-table3';
import { oneLine } from '../lib/normalized.ts';
import { addDays, wallClockOf } from '../lib/scheduling/time.ts';
import { formatClock24, formatClockTime, wallMinute } from '../lib/scheduling/time-of-day.ts';
import { cleanLines, printableJson } from '../local/terminal-text.ts';

/** Returns a value as JSON in which control characters of terminals and invisible characters are escaped. */
export function toJson(value: unknown): string {
  return printableJson(JSON.stringify(value, null, 2));
}

/** How a process writes tables. */
interface Layout {
  /** The width of the terminal; undefined if the output is no terminal. */
  readonly columns?: number | undefined;
  /** Whether a row is a line of tab-separated values. */
  readonly isTsv: boolean;
}

let layout: Layout = { isTsv: false };

/** Lays out tables in this way from now on. */
export function layOutTables(chosen: Layout): void {
  layout = chosen;
}

/** True if the output is for other programs, as tab-separated lines. */
export const isTsv = (): boolean => layout.isTsv;

const tsvLine = (cells: readonly string[]): string => cells.map(oneLine).join('\t');

/** Returns a table as `toTable` does, or what to say instead if there are no rows. Programs get the header then. */
export function toTableOr(
  none: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return rows.length === 0 && !layout.isTsv ? none : toTable(head, rows);
}

/**
 * Returns a table with a header, whose cells have no control characters. If the terminal is too narrow for its lines, each row becomes a
 * paragraph of names and values.
 */
export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (layout.isTsv) return [head, ...rows].map(tsvLine).join('\n');
  const table = new Table({ head: [...head], style: { head: [], border: [] } });
  for (const row of rows) table.push(row.map(oneLine));
  const drawn = table.toString();
  const fits = layout.columns === undefined || drawn.indexOf('\n') <= layout.columns;
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
  const known = Object.entries(facts).filter((fact): fact is [string, string] => (fact[1] ?? '') !== '');
  if (layout.isTsv) return known.map(tsvLine).join('\n');
  // The names are never cut: some are paths of fields.
  const widest = Math.max(20, ...Object.keys(facts).map((name) => oneLine(name).length + 2));
  const table = new Table({ style: { head: [], border: [] }, colWidths: [widest, 80], wordWrap: true });
  for (const [name, value] of known) table.push([oneLine(name), cleanLines(value)]);
  return table.toString();
}

/** Returns an ISO instant in local time, to the minute, such as `2026-06-10 9:30 AM`. */
export function toLocalMinute(iso: string, timezone: string): string {
  const { date, minute } = wallClockOf(timezone, Math.floor(Date.parse(iso) / 60_000));
  return `${date} ${clockOf(minute)}`;
}

/** Returns a local moment `YYYY-MM-DDTHH:MM` in the form of `toLocalMinute`. `T24:00` is midnight of the next day. */
export function toLocalText(moment: string): string {
  const [date = '', time = ''] = moment.split('T');
  const isEnd = time === '24:00';
  return `${isEnd ? addDays(date, 1) : date} ${clockOf(isEnd ? 0 : wallMinute(time))}`;
}

/** Other programs sort by times, which those of people don't allow. */
const clockOf = (minute: number): string => (layout.isTsv ? formatClock24 : formatClockTime)(minute);
