import { change, placingAnyway } from './changes.ts';
import { cardAt } from './hit.ts';
import { reasonOf } from './lanes/technicians.ts';
import { setLength, sizedBy, untilText, withLength } from './length.ts';
import { drop, leaderText, leave, place, placeOn } from './placing.ts';
import type { Placing, Subject } from './store/state.ts';
import type { Store } from './store/store.ts';
import { movedVisit, placeAction, subjectOn } from './store/subject.ts';
import { dayName, MINUTE_MS } from './store/time.ts';

/** Pixels after which a press of a mouse is a drag, and up to which a finger may tremble. */
const FAR = 6;
const TREMBLE = 10;
/** How long a finger rests before it drags, in milliseconds. A shorter touch scrolls. */
const REST_MS = 450;

/** Where the pointer is, and what it has of the dragged job: the pixels from the job's beginning. */
interface Pointer extends Pick<PointerEvent, 'clientX' | 'clientY'> {
  readonly grip: number;
}

/**
 * Drags the job or the waiting request under the pointer onto a lane or a cell: at once by mouse, after a long press by
 * finger. A card follows the pointer and says where the job would land. Escape cancels.
 */
export function dragStart(store: Store, event: PointerEvent): void {
  const dragged = subjectOn(store.state, cardAt(event.target));
  if (dragged === undefined || event.button !== 0) return;
  const { leader } = dragged;
  if (placeAction(dragged) === undefined && leader === undefined) return;
  const isTouch = event.pointerType === 'touch';
  if (isTouch && store.state.isPhone) return;
  if (edgeAt(event) !== undefined) {
    resize(store, dragged, event);
    return;
  }
  const job = event.target instanceof Element ? event.target.closest('.track [data-job]') : null;
  const grip = job === null ? 0 : event.clientX - job.getBoundingClientRect().left;
  const over = new AbortController();
  const { signal } = over;
  let card: Card | undefined;
  let last: Pointer = { clientX: event.clientX, clientY: event.clientY, grip };
  /** Resolves once the starts of the date under the pointer are read. */
  let ready: Promise<unknown> = Promise.resolve();
  const begin = () => {
    if (leader !== undefined) {
      stop();
      store.tellRefused(leaderText(leader));
      return;
    }
    document.body.classList.add('dragging');
    card = createCard(dragged.label, last);
    ready = place(store, dragged, true).then(aim);
    scrollAtEdges(() => last, aim, signal);
  };
  const aim = () => {
    const { placing } = store.state;
    if (placing === undefined || placing.subject !== dragged) return;
    const date = targetAt(last)?.dataset.date;
    if (date !== undefined && date !== (placing.asked ?? placing.starts.date))
      ready = placeOn(store, date, true).then(aim);
    else if (date === placing.starts.date) choose(store, last);
    card?.say(aimText(store, last));
  };
  const resting = isTouch ? setTimeout(begin, REST_MS) : undefined;
  const move = (at: PointerEvent) => {
    const far = Math.hypot(at.clientX - event.clientX, at.clientY - event.clientY);
    last = { clientX: at.clientX, clientY: at.clientY, grip };
    if (card === undefined) {
      if (isTouch && far > TREMBLE) stop();
      else if (!isTouch && far > FAR) begin();
    }
    card?.follow(last);
    if (card !== undefined) aim();
  };
  const stop = () => {
    clearTimeout(resting);
    over.abort();
    card?.remove();
    document.body.classList.remove('dragging');
  };
  const cancel = () => {
    const isDragging = card !== undefined;
    stop();
    if (isDragging) leave(store);
  };
  const end = async () => {
    if (card === undefined) return stop();
    ignoreClick();
    window.removeEventListener('pointermove', move);
    card.remove();
    document.body.classList.remove('dragging');
    await ready.finally(stop);
    await dropAt(store, dragged, last);
  };
  const press = (pressed: KeyboardEvent) => {
    if (card === undefined || pressed.key !== 'Escape') return;
    pressed.stopPropagation();
    cancel();
  };
  const scroll = (touch: Event) => {
    if (card !== undefined) touch.preventDefault();
  };
  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', () => void end(), { signal, once: true });
  window.addEventListener('keydown', press, { signal, capture: true });
  window.addEventListener('pointercancel', cancel, { signal });
  window.addEventListener('touchmove', scroll, { signal, passive: false });
  if (isTouch) window.addEventListener('contextmenu', (menu) => menu.preventDefault(), { signal });
}

/** The browser reports a click after a drag, which must not open anything. */
function ignoreClick(): void {
  const click = (clicked: Event) => clicked.stopPropagation();
  window.addEventListener('click', click, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', click, { capture: true }));
}

interface Card {
  follow(pointer: Pointer): void;
  say(text: string): void;
  remove(): void;
}

/** The card that follows the pointer. It is moved without drawing the page anew. */
function createCard(label: string, pointer: Pointer): Card {
  const element = document.createElement('div');
  const [name, where] = [document.createElement('b'), document.createElement('span')];
  name.textContent = label;
  element.className = 'drag-card';
  element.append(name, where);
  document.body.append(element);
  const card: Card = {
    follow({ clientX, clientY }) {
      element.style.transform = `translate(${clientX + 12}px, ${clientY + 12}px)`;
    },
    say(text) {
      if (where.textContent !== text) where.textContent = text;
    },
    remove: () => element.remove(),
  };
  card.follow(pointer);
  return card;
}

/** The pixels at the end of a job that change its length. */
const HANDLE = 7;

/** The job in a lane whose end is under the pointer. */
function edgeAt({ target, clientX, pointerType }: PointerEvent): HTMLElement | undefined {
  const job = target instanceof Element ? target.closest<HTMLElement>('.track .job') : null;
  if (job === null || pointerType === 'touch') return undefined;
  const { right, width } = job.getBoundingClientRect();
  return clientX > right - HANDLE && width > 3 * HANDLE ? job : undefined;
}

/** Shows by the pointer that the end of a job can be moved. */
export function showEdge(event: PointerEvent): void {
  const job = event.target instanceof Element ? event.target.closest<HTMLElement>('.track .job') : null;
  if (job !== null) job.style.cursor = edgeAt(event) === undefined ? '' : 'ew-resize';
}

/** Changes a job's length by its end, in steps of the grid. Escape cancels. */
function resize(store: Store, dragged: Subject, event: PointerEvent): void {
  const job = edgeAt(event);
  const track = job?.closest<HTMLElement>('.track');
  const placed = sizedBy(store, dragged);
  if (job === undefined || track === null || track === undefined || placed === undefined) return;
  event.preventDefault();
  const { from, to, date = '' } = track.dataset;
  const [start, end] = [Date.parse(placed.startsAt), Date.parse(placed.endsAt)];
  const step = (store.state.boards.get(date)?.gridMinutes ?? 15) * MINUTE_MS;
  const pixel = (Number(to) - Number(from)) / track.getBoundingClientRect().width;
  const { width } = job.getBoundingClientRect();
  const card = createCard(dragged.label, { clientX: event.clientX, clientY: event.clientY, grip: 0 });
  const over = new AbortController();
  const { signal } = over;
  let length = end - start;
  const later = () => withLength(placed, length / MINUTE_MS);
  const stop = () => {
    over.abort();
    card.remove();
    job.style.width = `${((end - start) / (Number(to) - Number(from))) * 100}%`;
  };
  const move = (at: PointerEvent) => {
    const moved = Math.round(((at.clientX - event.clientX) * pixel) / step) * step;
    length = Math.max(step, end - start + moved);
    job.style.width = `${width + (length - (end - start)) / pixel}px`;
    card.follow({ clientX: at.clientX, clientY: at.clientY, grip: 0 });
    card.say(untilText(store, later()));
  };
  const finish = () => {
    ignoreClick();
    stop();
    if (length !== end - start) setLength(store, dragged, later());
  };
  const press = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Escape') return;
    pressed.stopPropagation();
    stop();
  };
  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', finish, { signal, once: true });
  window.addEventListener('pointercancel', stop, { signal });
  window.addEventListener('keydown', press, { signal, capture: true });
}

/** The pixels from an edge of the lanes in which they scroll, and how far with each frame. */
const [EDGE, PACE] = [36, 12];

function scrollAtEdges(pointer: () => Pointer, scrolled: () => void, signal: AbortSignal): void {
  const days = document.querySelector('.day');
  if (days === null) return;
  const box = days.getBoundingClientRect();
  const frame = () => {
    if (signal.aborted) return;
    const { clientX, clientY } = pointer();
    const isBeside = clientX < box.left - EDGE || clientX > box.right || clientY < box.top - EDGE;
    const step = (at: number, from: number, to: number) =>
      at < from + EDGE ? -PACE : at > to - EDGE ? PACE : 0;
    const [x, y] = [step(clientX, box.left + EDGE, box.right), step(clientY, box.top, box.bottom)];
    if (!isBeside && (x !== 0 || y !== 0)) {
      const [left, top] = [days.scrollLeft, days.scrollTop];
      days.scrollBy(x, y);
      if (days.scrollLeft !== left || days.scrollTop !== top) scrolled();
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** The lane or cell under the pointer. */
function targetAt({ clientX, clientY }: Pointer): HTMLElement | undefined {
  const target = document.elementFromPoint(clientX, clientY)?.closest('[data-from]');
  return target instanceof HTMLElement ? target : undefined;
}

const isOverQueue = ({ clientX, clientY }: Pointer): boolean =>
  document.elementFromPoint(clientX, clientY)?.closest('.queue') !== null;

/** The instant under the beginning of the dragged job. In a cell, it keeps its time of day. */
function instantAt(
  { placing, boards }: Store['state'],
  target: HTMLElement,
  { clientX, grip }: Pointer,
): number {
  const { from, to, date = '' } = target.dataset;
  const board = boards.get(date);
  const own = placing?.subject.appointment;
  if (target.classList.contains('cell') && own !== undefined && board !== undefined) {
    const before = boards.get(own.date)?.day.from;
    return before === undefined
      ? Number(from)
      : Date.parse(own.startsAt) - Date.parse(before) + Date.parse(board.day.from);
  }
  const box = target.getBoundingClientRect();
  return Number(from) + ((clientX - grip - box.left) / box.width) * (Number(to) - Number(from));
}

/** The free start that is meant by the pointer: in a lane at most a step away, in a cell the nearest of the day. */
function meantStart(store: Store, target: HTMLElement, pointer: Pointer): Placing['at'] {
  const { placing, boards } = store.state;
  const { technician: id, date = '' } = target.dataset;
  const technician = placing?.starts.technicians.findIndex(({ technicianId }) => technicianId === id) ?? -1;
  const starts = placing?.starts.technicians[technician]?.starts ?? [];
  const instant = instantAt(store.state, target, pointer);
  const far = starts.map(({ startsAt }) => Math.abs(Date.parse(startsAt) - instant));
  const nearest = Math.min(...far);
  const step = (boards.get(date)?.gridMinutes ?? 0) * MINUTE_MS;
  const isMeant = target.classList.contains('cell') || nearest <= step;
  return [technician, isMeant ? far.indexOf(nearest) : -1];
}

/** Chooses the start under the pointer, if there is one. */
function choose(store: Store, pointer: Pointer): void {
  const { placing } = store.state;
  const target = targetAt(pointer);
  if (placing === undefined || target?.dataset.date !== placing.starts.date) return;
  const at = meantStart(store, target, pointer);
  if (placing.at[0] !== at[0] || placing.at[1] !== at[1]) store.set({ placing: { ...placing, at } });
}

/** Where the dragged job would land, or why it can't. */
function aimText(store: Store, pointer: Pointer): string {
  const { placing, boards } = store.state;
  const target = targetAt(pointer);
  if (isOverQueue(pointer)) {
    const { status, visit } = placing?.subject ?? {};
    return status !== 'scheduled' ? '' : visit === undefined ? 'Off the board' : 'All visits off the board';
  }
  if (placing === undefined || target === undefined) return '';
  const { technician: id = '', date = '' } = target.dataset;
  const lane = boards.get(date)?.lanes.find(({ technicianId }) => technicianId === id);
  const start = placing.starts.technicians[placing.at[0]]?.starts[placing.at[1]];
  if (start !== undefined) return `${start.time} · ${lane?.technician}`;
  const time = clockOf(store, instantAt(store.state, target, pointer), date);
  const reason = reasonOf(placing, id, date);
  return `${lane?.technician}: ${reason ?? `not free at ${time}`}`;
}

/** The time of day of the step in which an instant lies. */
function clockOf(store: Store, instant: number, date: string): string {
  const step = (store.state.boards.get(date)?.gridMinutes ?? 15) * MINUTE_MS;
  return store.zone.clock(new Date(Math.round(instant / step) * step).toISOString());
}

/** Sends the start under the pointer. Where nothing is free, nothing changes: the page says why and what is near. */
async function dropAt(store: Store, dragged: Subject, pointer: Pointer): Promise<void> {
  const { placing } = store.state;
  // The move may have been canceled in the meantime.
  if (placing?.subject !== dragged) return;
  const target = targetAt(pointer);
  if (isOverQueue(pointer) && dragged.appointment !== undefined) {
    store.set({ placing: undefined });
    if (placeAction(dragged) === 'move') await change(store, dragged, 'unschedule', {});
    return;
  }
  const { technician: id = '', date = '' } = target?.dataset ?? {};
  if (target !== undefined && date !== placing.starts.date) await placeOn(store, date, true);
  choose(store, pointer);
  const { placing: chosen = placing } = store.state;
  const [technician, start] = chosen.at;
  const starts = chosen.starts.technicians[technician]?.starts;
  if (target !== undefined && chosen.starts.date === date && starts?.[start] !== undefined)
    return await drop(store);
  store.set({ placing: undefined });
  // If the starts of the date could not be read, the page has already said so.
  if (target === undefined || chosen.starts.date !== date) return;
  const instant = instantAt(store.state, target, pointer);
  const lane = store.state.boards.get(date)?.lanes.find(({ technicianId }) => technicianId === id);
  const reason = reasonOf(chosen, id, date);
  const why = reason === undefined ? 'isn’t free then' : `can’t take it: ${reason}`;
  const text = `${lane?.technician} ${why} (${clockOf(store, instant, date)} on ${dayName(date)}). Nothing was changed.`;
  const near = (starts ?? [])
    .toSorted(
      (a, b) => Math.abs(Date.parse(a.startsAt) - instant) - Math.abs(Date.parse(b.startsAt) - instant),
    )
    .slice(0, 2)
    .toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
  const action = placeAction(dragged);
  const bodyAt = (time: string) => ({ date, time, technicianId: id, visit: movedVisit(dragged) });
  const buttons = near.map(({ time }) => ({
    label: `${time} with ${lane?.technician}`,
    run: () => {
      store.dismiss(notice);
      if (action !== undefined) void change(store, dragged, action, bodyAt(time));
    },
  }));
  if (action !== undefined && lane !== undefined) {
    const time = clockOf(store, instant, date);
    buttons.push(placingAnyway(store, dragged, action, bodyAt(time)));
  }
  const notice = { kind: 'refused', text, buttons } as const;
  store.tell(notice);
}
