import Table from 'cli-table3';
import { clean, cleanLines, printableJson } from '../local/terminal-text.ts';

/** A JSON document with terminal control and invisible characters escaped. */
export function toJson(value: unknown): string {
  return printableJson(JSON.stringify(value, null, 2));
}

/** A table with a header; cells are sanitized here. */
export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = new Table({ head: [...head], style: { head: [], border: [] } });
  for (const row of rows) table.push(row.map(clean));
  return table.toString();
}

/** Names and values, one pair per row, without absent values. */
export function toFacts(facts: Readonly<Record<string, string | undefined>>): string {
  const table = new Table({ style: { head: [], border: [] }, colWidths: [20, 80], wordWrap: true });
  for (const [name, value] of Object.entries(facts)) {
    if (value !== undefined && value !== '') table.push([name, cleanLines(value)]);
  }
  return table.toString();
}
