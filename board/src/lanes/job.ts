import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { BoardAppointmentView, LaneView } from '../../../lib/board/views.ts';
import type { Store } from '../store/store.ts';
import { UNKNOWN } from '../store/subject.ts';
import { spanName } from '../store/time.ts';
import { statusName, whoComes } from '../store/words.ts';
import { place, styled } from './directives.ts';
import type { Timing } from './lateness.ts';
import { type Day, shareOf } from './range.ts';
import { familiesOf } from './services.ts';
import { cardKey } from './technicians.ts';

/** What a lane has room for: the width of its hours and its height in pixels. */
export interface Look {
  readonly width: number;
  readonly height: number;
}

/** Which of how many jobs at the same time a job is, from top to bottom. */
export interface Level {
  readonly at: number;
  readonly of: number;
}

/**
 * Finds the jobs that overlap with others, such as one on hold whose time somebody else has taken, and where each is drawn.
 * @param jobs in order of their start
 */
export function levelsOf(jobs: readonly BoardAppointmentView[]): ReadonlyMap<string, Level> {
  const found = new Map<string, Level>();
  let group: { readonly id: string; readonly at: number }[] = [];
  let ends: string[] = [];
  const close = () => {
    if (ends.length > 1) for (const { id, at } of group) found.set(id, { at, of: ends.length });
    [group, ends] = [[], []];
  };
  for (const job of jobs) {
    const { startsAt, endsAt } = job;
    if (ends.every((end) => end <= startsAt)) close();
    const free = ends.findIndex((end) => end <= startsAt);
    const at = free === -1 ? ends.length : free;
    ends[at] = endsAt;
    group.push({ id: cardKey(job), at });
  }
  close();
  return found;
}

/** A job in its lane, with a band behind it for the promised window. */
export function jobView(
  store: Store,
  lane: LaneView,
  job: BoardAppointmentView,
  day: Day,
  timing: Timing | undefined,
  look: Look,
  level: Level | undefined,
): TemplateResult {
  const { dispatchRequestId: id, promise, startsAt, endsAt } = job;
  const family = familyOf(store, job);
  const width = (shareOf(day, endsAt) - shareOf(day, startsAt)) * look.width;
  if (width === 0) return html``;
  const [size, shown, lines] = linesOf(store, job, width, look.height / (level?.of ?? 1));
  return html`${
    promise === undefined
      ? nothing
      : html`<i class=${`promise ${family}`} ${place(day, promise.startsAt, promise.endsAt)}></i>`
  }<button type="button" class=${`${jobClasses(store, job, timing)} ${family} ${size}`} data-job=${id} data-visit=${job.visit ?? nothing} tabindex="-1"
    ${placeOf(day, job, look, level)} aria-label=${jobName(store, shown, job, timing, lane.technician)}
    data-initials=${size === 'slim' ? initialsOf(job) : nothing} aria-pressed=${store.state.selected === id}>${lines}</button>`;
}

/** Where a job is drawn: over the whole height of the lane, or at its level. */
function placeOf(
  day: Day,
  { startsAt, endsAt }: BoardAppointmentView,
  { height }: Look,
  level: Level | undefined,
) {
  const start = shareOf(day, startsAt);
  const across = { left: `${start * 100}%`, width: `${(shareOf(day, endsAt) - start) * 100}%` };
  const room = (height - 6) / (level?.of ?? 1);
  return styled({
    ...across,
    top: level === undefined ? '' : `${3 + level.at * room}px`,
    bottom: level === undefined ? '' : `${height - 2 - (level.at + 1) * room}px`,
  });
}

/** The class of a job's color, by its service. */
export function familyOf({ state }: Store, { serviceTypeId }: BoardAppointmentView): string {
  const board = state.boards.values().next().value;
  return (board && familiesOf(board.serviceTypes).get(serviceTypeId ?? '')) ?? '';
}

/**
 * Widths in pixels from which a card shows the window and the town, the name in a line, its words one below the other, and
 * initials.
 */
const ROOMY = 140;
const MEDIUM = 90;
const TIGHT = 56;
const SLIM = 40;
/** About the width in pixels of a letter of a name, and the sizes of a card beside its texts. */
const [LETTER, AROUND] = [7.6, 16];
/** The height in pixels from which there is room for a third line. */
const THREE_LINES = 60;
/** The height in pixels below which there is room for one line. */
const ONE_LINE = 42;

/** How much a card shows, the texts that it shows, and these drawn. */
type Lines = readonly [size: string, shown: readonly string[], lines: TemplateResult | typeof nothing];

/** Draws texts as properties: each child would take three nodes, and there are hundreds of jobs. */
function linesOf(store: Store, job: BoardAppointmentView, width: number, height: number): Lines {
  const name = nameOf(job);
  const service = job.serviceType ?? '';
  if (width >= ROOMY) {
    const span = job.promise ?? job;
    const when = clockSpan(store, span.startsAt, span.endsAt);
    const what = joined(visitText(job), job.serviceType, job.city);
    const lines =
      height >= THREE_LINES
        ? html`<b .textContent=${name}></b>\n<span class="when" .textContent=${when}></span>\n<span .textContent=${what}></span>`
        : height >= ONE_LINE
          ? html`<b .textContent=${name}></b>\n<span class="when" .textContent=${when}></span><span .textContent=${` · ${what}`}></span>`
          : html`<b .textContent=${name}></b> <span class="when" .textContent=${when}></span><span .textContent=${` · ${what}`}></span>`;
    return ['roomy', [name, when, what], lines];
  }
  if (width >= MEDIUM && height < ONE_LINE) return ['medium', [name], html`<b .textContent=${name}></b>`];
  if (width >= MEDIUM) {
    const isTall = height >= THREE_LINES;
    // Where three lines have room, a long name takes two.
    const isLong = name.length * LETTER > width - AROUND;
    const who = isTall && isLong ? name.replace(/\s+/, '\n') : name;
    return [
      isTall ? 'medium tall' : 'medium',
      [name, service],
      html`<b .textContent=${who}></b>\n<span .textContent=${service}></span>`,
    ];
  }
  if (width >= TIGHT && height >= THREE_LINES)
    return ['tight', [name], html`<b .textContent=${name.replaceAll(/\s+/g, '\n')}></b>`];
  return [width >= SLIM ? 'slim' : 'sliver', [], nothing];
}

const visitText = ({ visit, visits }: BoardAppointmentView): string | undefined =>
  visit === undefined ? undefined : `visit ${visit} of ${visits}`;

const nameOf = ({ customer }: BoardAppointmentView): string => customer || UNKNOWN;

/** The first letters of the first and the last word. */
function initialsOf(job: BoardAppointmentView): string {
  const words = nameOf(job).split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word = '') => word.charAt(0).toUpperCase())
    .join('');
}

export const clockSpan = ({ zone }: Store, from: string, to: string): string =>
  spanName(zone.clock(from), zone.clock(to));

/** The classes of a job among others: also whether it is being changed, and whether the filter lets it through. */
export function jobClasses(store: Store, job: BoardAppointmentView, timing: Timing | undefined): string {
  const isPending = store.state.pending === job.dispatchRequestId;
  return [jobClass(job, timing), isPending && 'pending', !isWanted(store, job) && 'dim']
    .filter(Boolean)
    .join(' ');
}

/** The classes of a job by its status, its urgency and its timing. */
export function jobClass(
  { status, urgency, waits }: BoardAppointmentView,
  timing: Timing | undefined,
): string {
  return ['job', status, timing, urgency !== 'routine' && `urgent ${urgency}`, waits && 'waits']
    .filter(Boolean)
    .join(' ');
}

export const WAITS = 'waiting for an earlier time';

/** Everything about a job in words, for screen readers: the texts that are shown, then the rest. */
export function jobName(
  store: Store,
  shown: readonly string[],
  job: BoardAppointmentView,
  timing: Timing | undefined,
  ...where: readonly string[]
): string {
  const text = shown.join(', ');
  const span = clockSpan(store, job.startsAt, job.endsAt);
  const main = [nameOf(job), span, visitText(job), job.serviceType, job.city];
  return [
    text,
    ...main.filter((part) => part !== undefined && !text.includes(part)),
    stateText(store, job, timing),
    job.promise && `promised ${promised(store, job.promise)}`,
    job.urgency === 'routine' ? '' : job.urgency,
    job.waits && WAITS,
    ...where,
    job.crew && `all who come: ${whoComes(job)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** The customer, with a mark before an urgent job. */
export const whoText = (job: BoardAppointmentView): string =>
  `${job.urgency === 'routine' ? '' : job.urgency === 'emergency' ? '‼ ' : '! '}${nameOf(job)}`;

export const joined = (...texts: readonly (string | undefined)[]): string =>
  texts.filter(Boolean).join(' · ');

/** What is wrong with the job's time, and how far the job is. */
export const stateText = (store: Store, job: BoardAppointmentView, timing: Timing | undefined): string =>
  joined(timing && warningOf(store, job, timing), statusName(job.status));

function warningOf({ zone }: Store, { promise }: BoardAppointmentView, timing: Timing): string {
  if (timing === 'due') return promise === undefined ? 'due soon' : `due by ${zone.clock(promise.endsAt)}`;
  return timing === 'at_risk' ? 'may be late' : timing;
}

/** Writes a promise as `8–10 AM`. */
export const promised = (
  store: Store,
  { startsAt, endsAt }: NonNullable<BoardAppointmentView['promise']>,
): string => clockSpan(store, startsAt, endsAt);

/** True if the filter lets a job through. */
function isWanted({ state: { filter } }: Store, job: BoardAppointmentView): boolean {
  const isIn = (wanted: readonly string[], value: string | undefined) =>
    wanted.length === 0 || (value !== undefined && wanted.includes(value));
  return (
    isIn(filter.services, job.serviceTypeId) &&
    isIn(filter.statuses, job.status) &&
    isIn(filter.towns, job.city)
  );
}
