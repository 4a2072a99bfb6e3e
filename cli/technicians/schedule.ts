import Table from 'cli-table3';
import type { Account } from '../../lib/accounts/account.ts';
import type { BoardAppointment, BoardRow } from '../../lib/booking/dispatchers/day-board.ts';
import { readDayBoard } from '../../lib/booking/dispatchers/day-board.ts';
import type { HeldTime } from '../../lib/booking/holds.ts';
import { oneLine } from '../../lib/normalized.ts';
import { openingHours } from '../../lib/scheduling/hours.ts';
import { MINUTE_MS, MINUTES_PER_DAY, wallClockOf } from '../../lib/scheduling/time.ts';
import { formatClockTime, MINUTES_PER_HOUR } from '../../lib/scheduling/time-of-day.ts';
import { speakDate } from '../../lib/wording/en/days-and-times.ts';
import type { Program } from '../command.ts';
import { dateForms, parseDate, todayIn } from '../dates.ts';
import { isTsv, toLocalMinute, toTable } from '../output.ts';
import { type CliContext, showOfAccount } from '../target.ts';

export function addSchedule(program: Program, cli: CliContext): void {
  program
    .command('schedule')
    .description('shows a day as a board of technicians and hours')
    .requiredOption('--account <id>', 'account of the day')
    .requiredOption('--date <date>', `a date of the account: ${dateForms}`, parseDate)
    .action((_, command) => {
      const { date, ...options } = command.optsWithGlobals();
      return showOfAccount(
        cli,
        options,
        async (account, target) => {
          const day = date(todayIn(account.timezone, cli));
          return { day, rows: await readDayBoard(account, day, target.now(), target, target.deadline) };
        },
        ({ day, rows }, account) => drawBoard(account, day, rows),
        ({ rows }) => rows.map(({ onHold: held, ...row }) => ({ ...row, held })),
      );
    });
}

const ordinaryDay = { from: 8, to: 17 };

/** Something that takes time of a technician, and the lines that describe it. */
interface Entry {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly lines: readonly string[];
}

/** Entries that share an hour of the board, with the hours that they cover; the end is exclusive. */
interface Cell {
  readonly from: number;
  readonly to: number;
  readonly entries: readonly Entry[];
}

type Hours = Pick<Cell, 'from' | 'to'>;

/** Draws the board. Entries span the hours that they touch. Requests on hold are listed below the board. */
function drawBoard(account: Account, date: string, rows: readonly BoardRow[]): string {
  const { timezone } = account;
  if (isTsv())
    return toTable(
      ['technician', 'from', 'to', 'what'],
      rows.flatMap((row) => linesOf(row, date, timezone)),
    );
  const appointments = rows.flatMap((row) => row.appointments.map((one) => ({ ...one, lines: [] })));
  const hours = hoursOf(account, date, toCells(timezone, date, appointments));
  const cells = rows.map((row) => within(hours, toCells(timezone, date, entriesOf(row, date, timezone))));
  const columns = Array.from({ length: hours.to - hours.from }, (_, index) => hours.from + index);
  const head = ['technician', ...columns.map((hour) => formatClockTime((hour % 24) * MINUTES_PER_HOUR))];
  const table = new Table({ head, style: { head: [], border: [] } });
  for (const [index, { technician }] of rows.entries()) {
    table.push([oneLine(technician), ...columnsOf(cells[index] ?? [], hours)]);
  }
  const closed = openingHours(account, date).length === 0 ? ', closed' : '';
  const title = `${oneLine(account.name)}, ${speakDate(date, date)} (${date})${closed}`;
  return [title, table.toString(), ...heldTable(rows)].join('\n');
}

/** Returns a line for each entry of a technician's day. */
const linesOf = (row: BoardRow, date: string, timezone: string): readonly (readonly string[])[] =>
  entriesOf(row, date, timezone).map(({ startsAt, endsAt, lines }) => [
    ...[row.technician, toLocalMinute(startsAt, timezone), toLocalMinute(endsAt, timezone)],
    lines.join(', '),
  ]);

function entriesOf(
  { appointments, blocks, unknown, holds }: BoardRow,
  date: string,
  timezone: string,
): readonly Entry[] {
  const entries = [
    ...appointments.map((one) => ({ ...one, lines: appointmentLines(one, date) })),
    ...blocks.map((one) => ({
      ...one,
      lines: [`blocked: ${one.reason}`, `${one.from} to ${one.to}`, one.blockId],
    })),
    ...unknown.map((one) => ({ ...one, lines: ['claimed by a missing request or block', one.holder] })),
    ...holds.map((one) => ({ ...one, lines: holdLines(one, timezone) })),
  ];
  return entries.sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
}

function appointmentLines(entry: BoardAppointment, date: string): readonly string[] {
  const { minute, promise, serviceType = '', customer, dispatchRequestId, status } = entry;
  const promised = promise === undefined ? [] : [`promised ${promise.from} to ${promise.to}`];
  const begun = entry.date === date ? '' : `since ${entry.date} `;
  const state = status === 'scheduled' ? '' : ` (${status})`;
  const first = `${begun}${formatClockTime(minute)} ${serviceType}${state}`;
  return [first, ...promised, customer, dispatchRequestId];
}

function holdLines({ heldUntil }: HeldTime, timezone: string): readonly string[] {
  const { minute } = wallClockOf(timezone, Math.floor(Date.parse(heldUntil) / MINUTE_MS));
  return ['held for a caller', `until ${formatClockTime(minute)}`];
}

function heldTable(rows: readonly BoardRow[]): readonly string[] {
  const held = rows.flatMap((row) => row.onHold.map((one) => ({ ...one, technician: row.technician })));
  if (held.length === 0) return [];
  const table = toTable(
    ['dispatch request', 'was at', 'was with', 'customer', 'service'],
    held.map(({ dispatchRequestId, minute, technician, customer, serviceType = '' }) => [
      ...[dispatchRequestId, formatClockTime(minute), technician, customer, serviceType],
    ]),
  );
  return ['On hold, without a time:', table];
}

/** Returns cells in hours from midnight. The part of an entry before midnight is cut off. */
function toCells(timezone: string, date: string, entries: readonly Entry[]): readonly Cell[] {
  return merged(
    entries.map((entry) => {
      const from = Math.floor(minuteOn(timezone, date, entry.startsAt) / MINUTES_PER_HOUR);
      const end = Math.ceil(minuteOn(timezone, date, entry.endsAt) / MINUTES_PER_HOUR);
      return { from, to: Math.max(from + 1, end), entries: [entry] };
    }),
  );
}

/** Merges cells that share an hour. The given cells must be in order of start. */
function merged(cells: readonly Cell[]): readonly Cell[] {
  const apart: Cell[] = [];
  for (const cell of cells) {
    const last = apart.at(-1);
    if (last !== undefined && cell.from < last.to) {
      const entries = [...last.entries, ...cell.entries];
      apart[apart.length - 1] = { from: last.from, to: Math.max(last.to, cell.to), entries };
    } else apart.push(cell);
  }
  return apart;
}

/** Returns the wall-clock minute of an instant on that date: 0 before the date, 1440 after it. */
function minuteOn(timezone: string, date: string, instant: string): number {
  const clock = wallClockOf(timezone, Date.parse(instant) / MINUTE_MS);
  if (clock.date === date) return clock.minute;
  return clock.date < date ? 0 : MINUTES_PER_DAY;
}

/** Returns the hours in which the account is open or someone works. Blocks don't widen the board. */
function hoursOf(account: Account, date: string, cells: readonly Hours[]): Hours {
  const open = openingHours(account, date).map(({ from, to }) => ({
    from: Math.floor(from / MINUTES_PER_HOUR),
    to: Math.ceil(Math.min(to, MINUTES_PER_DAY) / MINUTES_PER_HOUR),
  }));
  const spans = [...open, ...cells];
  if (spans.length === 0) return ordinaryDay;
  return { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) };
}

/** Moves entries outside the board's hours to its edge, where they are at least one hour wide. */
function within(hours: Hours, cells: readonly Cell[]): readonly Cell[] {
  return merged(
    cells.map(({ from, to, entries }) => {
      const first = Math.min(Math.max(from, hours.from), hours.to - 1);
      return { from: first, to: Math.max(first + 1, Math.min(to, hours.to)), entries };
    }),
  );
}

/** Returns the columns of a row: an empty one for each hour without an entry. */
function columnsOf(cells: readonly Cell[], hours: Hours) {
  const empty = (count: number) => Array<string>(count).fill('');
  const columns: (string | { colSpan: number; content: string })[] = [];
  let hour = hours.from;
  for (const { from, to, entries } of cells) {
    const content = entries.flatMap(({ lines }) => lines.map(oneLine)).join('\n');
    columns.push(...empty(from - hour), { colSpan: to - from, content });
    hour = to;
  }
  return [...columns, ...empty(hours.to - hour)];
}
