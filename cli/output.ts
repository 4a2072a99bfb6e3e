import Table from 'cli-table3';
import { clean, cleanLines } from '../local/terminal-text.ts';

/** One JSON document in which control characters are escaped, those of a terminal's second set included. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    toEscape,
  );
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Rows under a head; cells are cleaned here. */
export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = new Table({ head: [...head], style: { head: [], border: [] } });
  for (const row of rows) table.push(row.map(clean));
  return table.toString();
}

/** Names and values, one pair a row; what is absent is left out. */
export function toFacts(facts: Readonly<Record<string, string | undefined>>): string {
  const table = new Table({ style: { head: [], border: [] }, colWidths: [20, 80], wordWrap: true });
  for (const [name, value] of Object.entries(facts)) {
    if (value !== undefined && value !== '') table.push([name, cleanLines(value)]);
  }
  return table.toString();
}
