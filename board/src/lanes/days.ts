import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { BoardAppointmentView, BoardView, LaneView } from '../../../lib/board/views.ts';
import { go } from '../store/reading.ts';
import type { View } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { dayName, shortDayName } from '../store/time.ts';
import { pixels, styled, whenSeen } from './directives.ts';
import { familyOf, jobClasses, jobName, joined, promised, whoText } from './job.ts';
import { heldText, LANE } from './lanes.ts';
import { type Timing, timingsOf } from './lateness.ts';
import { type Day, dayOf, type Range, shareOf } from './range.ts';
import {
  cardKey,
  chosenStart,
  drawnFrom,
  entriesOf,
  laneOf,
  reasonOf,
  shownLanes,
  startsOf,
  type Taken,
} from './technicians.ts';
import { loadText, workloadOf } from './workload.ts';

/**
 * Heights in pixels: of a cell's padding and border, a card, the gap below it, and a job's card by view. The style sheets
 * get them as properties, so that a row is as high before it is drawn as it will be.
 */
const HEAD = 13;
const CARD = 24;
const GAP = 3;
const JOBS: Readonly<Record<View, number>> = { day: 0, three: 40, week: CARD };

/** A day of the view, for all of its cells. */
interface Column {
  readonly date: string;
  readonly isToday: boolean;
  /** Undefined until the day is read. */
  readonly day: Day | undefined;
}

/** A technician's days. */
interface Row {
  readonly technician: LaneView;
  /** Undefined for days that aren't read, or on which there is no such technician. */
  readonly lanes: readonly (LaneView | undefined)[];
  /** The distance from the first row in pixels. */
  readonly top: number;
  /** Pixels. */
  readonly height: number;
}

/** Several days side by side: a row for each technician, with a cell for each day. */
export function daysView(store: Store, first: BoardView, dates: readonly string[]): TemplateResult {
  const today = store.today;
  const boards = dates.map((date) => store.state.boards.get(date));
  const columns = dates.map((date, at) => {
    const board = boards[at];
    return { date, isToday: date === today, day: board && dayOf(board) };
  });
  const common = JSON.stringify(columns);
  const job = JOBS[store.state.view];
  let top = 0;
  const rows = shownLanes(store, first).map((technician) => {
    const lanes = boards.map((board) => board && laneOf(board, technician.technicianId));
    const most = Math.max(...lanes.map((lane) => (lane === undefined ? 0 : entriesIn(lane))));
    const row = { technician, lanes, top, height: Math.max(LANE, HEAD + most * (job + GAP) + 2) };
    top += row.height;
    return row;
  });
  return html`<div class=${`lanes days ${store.state.view}`} role="group" aria-label="Technicians’ days"
    ${styled({ '--columns': boards.map(widthOf).join(' '), ...pixels({ lane: LANE, head: HEAD, card: CARD, 'gap-y': GAP, job }) })}>
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
    ${styled(pixels({ height }))}
    ><h3 title=${[technician.technician, ...technician.skills].join(', ')}><span .textContent=${technician.technician}></span><small .textContent=${weekText(lanes)}></small></h3
    ><div class="cells">${whenSeen(
      top,
      () => html`${lanes.map((lane, at) => cellView(store, lane, columns[at]))}`,
    )}</div></section>`;
}

/** How much of a technician's time on all days is booked. */
function weekText(lanes: readonly (LaneView | undefined)[]): string {
  const loads = lanes.flatMap((lane) => (lane === undefined ? [] : [workloadOf(lane)]));
  const sum = (name: 'work' | 'booked') => loads.reduce((all, load) => all + load[name], 0);
  return loadText(sum('work'), sum('booked'));
}

const entriesIn = ({ appointments, held, blocks, unknown, holds }: LaneView): number =>
  appointments.length + held.length + blocks.length + unknown.length + holds.length;

/** The width of a day's column. A day on which nobody works and nothing is planned is narrow. */
function widthOf(board: BoardView | undefined): string {
  const isIdle = board?.lanes.every((lane) => lane.hours.length + entriesIn(lane) === 0) ?? false;
  return isIdle ? 'minmax(76px, 0.35fr)' : 'minmax(132px, 1fr)';
}

function headView(store: Store, { date, isToday }: Column, board: BoardView | undefined): TemplateResult {
  const jobs = board?.lanes.reduce((sum, { appointments }) => sum + appointments.length, 0) ?? 0;
  const isOpen = board?.lanes.some(({ hours }) => hours.length > 0) ?? true;
  const work = board?.lanes.reduce((sum, lane) => sum + workloadOf(lane).work, 0) ?? 0;
  const booked = board?.lanes.reduce((sum, lane) => sum + workloadOf(lane).booked, 0) ?? 0;
  const what = [
    jobs > 0 ? `${jobs} job${jobs === 1 ? '' : 's'}` : !isOpen && 'closed',
    jobs > 0 && work > 0 && `${Math.round((booked / work) * 100)}%`,
  ];
  return html`<button type="button" class=${isToday ? 'today' : ''} title=${`Show ${dayName(date)}`}
    @click=${() => void go(store, date, 'day')}>
    <b>${shortDayName(date).replace(/, \w+/, '')}${isToday ? ', today' : ''}</b> <small>${what.filter(Boolean).join(' · ')}</small>
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
    <i class="load" ${styled({ 'background-image': loadOf(lane, day) })}></i>
    ${repeat(
      cardsOf(store, lane, day),
      ({ id }) => id,
      ({ view }) => view,
    )}
    ${isAsked ? ghostView(store, lane.technicianId, date) : nothing}
  </div>`;
}

/** The contents of a cell, in order of time. */
function cardsOf(store: Store, lane: LaneView, { bufferMinutes, date }: Day) {
  const timings = timingsOf(lane.appointments, bufferMinutes, store.now);
  const name = shortDayName(date);
  const taken = (what: string, { startsAt, endsAt }: Taken) => {
    const [from, to] = [startsAt, endsAt].map((at) => shortTime(store.zone.clock(at)));
    const text = `${from}–${to} ${what}`;
    return html`<div class="block card" title=${text}><span>${text}</span></div>`;
  };
  return entriesOf(lane, {
    job: (job) => cardView(store, lane, job, name, timings.get(cardKey(job))),
    block: (block) => taken(block.reason, block),
    hold: (hold) => taken(heldText(store, hold), hold),
    unknown: (claim) => taken('claimed', claim),
  });
}

/** The chosen start of what is being moved. */
function ghostView({ state }: Store, technicianId: string, date: string) {
  const { placing } = state;
  const reason = reasonOf(placing, technicianId, date);
  if (reason !== undefined) return html`<span class="why">${reason}</span>`;
  const start = placing && startsOf(placing, technicianId)[chosenStart(placing, technicianId) ?? -1];
  return start === undefined ? nothing : html`<div class="ghost">${start.time}</div>`;
}

/** A job in a cell: when and who, and below, where that fits, what. */
function cardView(
  store: Store,
  lane: LaneView,
  job: BoardAppointmentView,
  day: string,
  timing: Timing | undefined,
): TemplateResult {
  const { dispatchRequestId: id, serviceType, city, promise } = job;
  const [at, who] = [shortTime(job.time), whoText(job)];
  const what = joined(promise && promised(store, promise), serviceType, city);
  const shown = [`${at} ${who}`, ...(store.state.view === 'three' ? [what] : [])];
  const name = jobName(store, shown, job, timing, lane.technician, day);
  // A week has hundreds of cards, and texts as properties take a third of the nodes.
  return html`<button type="button" class=${`card ${jobClasses(store, job, timing)} ${familyOf(store, job)}`} data-job=${id} data-visit=${job.visit ?? nothing} tabindex="-1"
    aria-label=${name} aria-pressed=${store.state.selected === id}
    ><span class="when" .textContent=${at}></span> <b .textContent=${who}></b
    >${store.state.view === 'three' ? html`\n<span .textContent=${what}></span>` : nothing}</button>`;
}

/** Writes `9:30 AM` as `9:30a`. */
const shortTime = (time: string): string => time.replace(':00', '').replace(' AM', 'a').replace(' PM', 'p');

/** A background that shows how a technician's day is filled: free time, jobs and blocks from left to right. */
function loadOf(lane: LaneView, range: Range): string {
  const layers = [
    ...lane.appointments.map((job) => stripe(range, job.startsAt, job.endsAt, '--accent')),
    ...[...lane.blocks, ...lane.unknown, ...lane.holds].map((one) =>
      stripe(range, one.startsAt, one.endsAt, '--edge'),
    ),
    ...lane.hours.map(({ from, to }) => stripe(range, from, to, '--line')),
  ];
  return layers.join(',') || 'none';
}

/** One layer of a background. The first of several layers is on top. */
function stripe(range: Range, from: string, to: string, color: string): string {
  const [start, end] = [from, to].map((at) => `${(shareOf(range, at) * 100).toFixed(2)}%`);
  return `linear-gradient(90deg,#0000 ${start},var(${color}) ${start} ${end},#0000 ${end})`;
}
