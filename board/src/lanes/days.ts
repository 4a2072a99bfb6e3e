import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { BoardView, LaneView } from '../../../lib/board/views.ts';
import { go } from '../store/reading.ts';
import type { Store } from '../store/store.ts';
import { dayName, shortDayName } from '../store/time.ts';
import type { View } from '../store/view.ts';
import { cardView, shortTime } from './card.ts';
import { heldText } from './lanes.ts';
import { timingsOf } from './lateness.ts';
import { loadOf } from './load.ts';
import { styled } from './placed.ts';
import { type Day, dayOf } from './range.ts';
import { chosenStart, drawnFrom, laneOf, shownLanes, startsOf } from './technicians.ts';
import { whenSeen } from './when-seen.ts';

/** Heights in pixels, as the style sheet has them: a row is as high before it is drawn as it will be. */
const HEAD = 14;
const LEAST = 76;
const CARDS: Readonly<Record<View, number>> = { day: 0, three: 46, week: 27 };

/** A day of the view: what its cells have in common. */
interface Column {
  readonly date: string;
  readonly isToday: boolean;
  /** Undefined until it is read. */
  readonly day: Day | undefined;
}

/** A technician's days. */
interface Row {
  readonly technician: LaneView;
  /** Undefined where it isn't read, or where the technician isn't one of the day. */
  readonly lanes: readonly (LaneView | undefined)[];
  /** Pixels. */
  readonly top: number;
  readonly height: number;
}

/** Several days side by side: technicians down, and for each day a cell with the jobs in order of time. */
export function daysView(store: Store, first: BoardView, dates: readonly string[]): TemplateResult {
  const today = store.today;
  const boards = dates.map((date) => store.state.boards.get(date));
  const columns = dates.map((date, at) => {
    const board = boards[at];
    return { date, isToday: date === today, day: board && dayOf(board) };
  });
  const common = JSON.stringify(columns);
  let top = 0;
  const rows = shownLanes(store, first).map((technician) => {
    const lanes = boards.map((board) => board && laneOf(board, technician.technicianId));
    const most = Math.max(...lanes.map((lane) => (lane === undefined ? 0 : entriesIn(lane))));
    const row = { technician, lanes, top, height: Math.max(LEAST, HEAD + most * CARDS[store.state.view]) };
    top += row.height;
    return row;
  });
  return html`<div class=${`lanes days ${store.state.view}`} role="group" aria-label="Technicians’ days"
    ${styled('--columns', boards.map(widthOf).join(' '))}>
    <div class="dates">${columns.map((column, at) => headView(store, column, boards[at]))}</div>
    ${repeat(
      rows,
      ({ technician }) => technician.technicianId,
      (row) =>
        guard(drawnFrom(store, row.technician.technicianId, row.lanes, common), () =>
          rowView(store, row, columns),
        ),
    )}
  </div>`;
}

function rowView(
  store: Store,
  { technician, lanes, top, height }: Row,
  columns: readonly Column[],
): TemplateResult {
  return html`<section class="lane" aria-label=${technician.technician}
    data-technician=${technician.technicianId} ?data-busy=${lanes.some((lane) => lane && entriesIn(lane) > 0)}
    ${styled('--height', `${height}px`)}
    ><h3>${technician.technician}<small .textContent=${technician.skills.join(', ')}></small></h3
    ><div class="cells">${whenSeen(
      top,
      () => html`${lanes.map((lane, at) => cellView(store, lane, columns[at]))}`,
    )}</div></section>`;
}

const entriesIn = ({ appointments, held, blocks, unknown, holds }: LaneView): number =>
  appointments.length + held.length + blocks.length + unknown.length + holds.length;

/** A day on which nobody works and nothing is planned needs little room. */
function widthOf(board: BoardView | undefined): string {
  const isIdle = board?.lanes.every((lane) => lane.hours.length + entriesIn(lane) === 0) ?? false;
  return isIdle ? 'minmax(76px, 0.35fr)' : 'minmax(136px, 1fr)';
}

function headView(store: Store, { date, isToday }: Column, board: BoardView | undefined): TemplateResult {
  const jobs = board?.lanes.reduce((sum, { appointments }) => sum + appointments.length, 0) ?? 0;
  const isOpen = board?.lanes.some(({ hours }) => hours.length > 0) ?? true;
  const what = [isToday && 'today', jobs > 0 ? `${jobs} job${jobs === 1 ? '' : 's'}` : !isOpen && 'closed'];
  return html`<button type="button" class=${isToday ? 'today' : ''} title=${`Show ${dayName(date)}`}
    @click=${() => void go(store, date, 'day')}>
    <b>${shortDayName(date).replace(/, \w+/, '')}</b> <small>${what.filter(Boolean).join(', ')}</small>
  </button>`;
}

function cellView(store: Store, lane: LaneView | undefined, column: Column | undefined): TemplateResult {
  if (lane === undefined || column?.day === undefined) return html`<div class="cell unread"></div>`;
  const { date, isToday, day } = column;
  const { placing } = store.state;
  const isAsked = placing?.starts.date === date;
  const classes = [
    ...['cell', isToday && 'today', lane.hours.length === 0 && 'away'],
    isAsked && (startsOf(placing, lane.technicianId).length > 0 ? 'free' : 'refused'),
  ];
  return html`<div class=${classes.filter(Boolean).join(' ')} data-technician=${lane.technicianId} data-date=${date}
    data-from=${day.from} data-to=${day.to}>
    <i class="load" ${styled('background-image', loadOf(lane, day))}></i>
    ${repeat(
      entriesOf(store, lane, day),
      ({ id }) => id,
      ({ view }) => view,
    )}
    ${isAsked ? ghostView(store, lane.technicianId) : nothing}
  </div>`;
}

/** What is in a cell, in order of time. */
function entriesOf(store: Store, lane: LaneView, { bufferMinutes, date }: Day) {
  const timings = timingsOf(lane.appointments, bufferMinutes, Date.now());
  const name = shortDayName(date);
  const taken = (what: string, from: string, to: string) => {
    const time = `${shortTime(store.zone.clock(from))}–${shortTime(store.zone.clock(to))}`;
    return html`<div class="block card" title=${`${time} ${what}`}><span>${time} ${what}</span></div>`;
  };
  return [
    ...[...lane.appointments, ...lane.held].map((job) => ({
      ...{ id: job.dispatchRequestId, at: job.startsAt },
      view: cardView(store, lane, job, name, timings.get(job.dispatchRequestId)),
    })),
    ...lane.blocks.map(({ blockId, reason, startsAt, endsAt }) => ({
      ...{ id: blockId, at: startsAt },
      view: taken(reason, startsAt, endsAt),
    })),
    ...lane.holds.map((hold) => ({
      ...{ id: hold.startsAt, at: hold.startsAt },
      view: taken(heldText(store, hold), hold.startsAt, hold.endsAt),
    })),
    ...lane.unknown.map(({ holder, startsAt, endsAt }) => ({
      ...{ id: `${holder} ${startsAt}`, at: startsAt },
      view: taken('claimed', startsAt, endsAt),
    })),
  ].sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** The start that is chosen now for what is moved. */
function ghostView({ state: { placing } }: Store, technicianId: string) {
  const chosen = placing && chosenStart(placing, technicianId);
  const start = chosen === undefined ? undefined : placing && startsOf(placing, technicianId)[chosen];
  return start === undefined ? nothing : html`<div class="ghost">${start.time}</div>`;
}
