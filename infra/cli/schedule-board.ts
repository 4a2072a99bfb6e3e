import Table from 'cli-table3';
import type { Account } from '../../lib/accounts/account.ts';
import { formatClockTime } from '../../lib/scheduling/clock-time.ts';
import { openingHours } from '../../lib/scheduling/work-time.ts';
import { wallClockOf } from '../../lib/scheduling/zone.ts';
import { speakDate } from '../../lib/voice/speech.ts';
import { clean } from './output.ts';
import type { BoardEntry, BoardRow } from './schedule-command.ts';

const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 1440;
const ordinaryDay = { from: 8, to: 17 };

/** Appointments that share an hour of the board, with the hours that they cover; half-open. */
interface Block {
  readonly from: number;
  readonly to: number;
  readonly entries: readonly BoardEntry[];
}

/** The board as text: an appointment spans the hours that it touches. */
export function drawBoard(account: Account, date: string, rows: readonly BoardRow[]): string {
  const blocks = rows.map((row) => toBlocks(account.timezone, row.appointments));
  const hours = hoursOf(account, date, blocks.flat());
  const columns = Array.from({ length: hours.to - hours.from }, (_, index) => hours.from + index);
  const head = ['technician', ...columns.map((hour) => formatClockTime((hour % 24) * MINUTES_PER_HOUR))];
  const table = new Table({ head, style: { head: [], border: [] } });
  for (const [index, { technician }] of rows.entries()) {
    table.push([clean(technician), ...cellsOf(blocks[index] ?? [], hours)]);
  }
  const closed = openingHours(account, date).length === 0 ? ', closed' : '';
  return `${clean(account.name)}, ${speakDate(date, date)} (${date})${closed}\n${table.toString()}`;
}

/** Minutes from the midnight that begins the appointment's date; past 1440 for one that runs into the next. */
function toBlocks(timezone: string, entries: readonly BoardEntry[]): readonly Block[] {
  const blocks: Block[] = [];
  for (const entry of entries) {
    const startsAt = Date.parse(entry.startsAt) / 60_000;
    const start = wallClockOf(timezone, startsAt).minute;
    const end = start + Date.parse(entry.endsAt) / 60_000 - startsAt;
    const from = Math.floor(start / MINUTES_PER_HOUR);
    const to = Math.ceil(end / MINUTES_PER_HOUR);
    const last = blocks.at(-1);
    if (last !== undefined && from < last.to) {
      blocks[blocks.length - 1] = {
        from: last.from,
        to: Math.max(last.to, to),
        entries: [...last.entries, entry],
      };
    } else blocks.push({ from, to, entries: [entry] });
  }
  return blocks;
}

/** From the first to the last hour in which the account is open or someone works. */
function hoursOf(account: Account, date: string, blocks: readonly Block[]): { from: number; to: number } {
  const open = openingHours(account, date).map(({ from, to }) => ({
    from: Math.floor(from / MINUTES_PER_HOUR),
    to: Math.ceil(Math.min(to, MINUTES_PER_DAY) / MINUTES_PER_HOUR),
  }));
  const spans = [...open, ...blocks];
  if (spans.length === 0) return ordinaryDay;
  return { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) };
}

function cellsOf(blocks: readonly Block[], hours: { from: number; to: number }) {
  const cells: (string | { colSpan: number; content: string })[] = [];
  let hour = hours.from;
  for (const { from, to, entries } of blocks) {
    while (hour < from) {
      cells.push('');
      hour += 1;
    }
    cells.push({ colSpan: to - from, content: entries.map(entryText).join('\n') });
    hour = to;
  }
  while (hour < hours.to) {
    cells.push('');
    hour += 1;
  }
  return cells;
}

function entryText({ time, serviceType, customer, dispatchRequestId }: BoardEntry): string {
  return [`${time} ${clean(serviceType ?? '')}`, clean(customer), dispatchRequestId].join('\n');
}
