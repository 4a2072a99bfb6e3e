import { drop, leave, place, placeOn } from './placing.ts';
import type { Subject } from './store/state.ts';
import type { Store } from './store/store.ts';
import { placeAction, subjectOn } from './store/subject.ts';
import { dayName } from './store/time.ts';

/** Pixels after which a press is a drag. */
const FAR = 6;

/** The id of the request whose job or entry an event hit. */
export const requestAt = ({ target }: Event): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-job]')?.dataset.job : undefined;

/**
 * Drags the job or the waiting request under the pointer onto a lane or a cell, and chooses the start that is nearest to
 * the pointer. Escape cancels.
 */
export function dragStart(store: Store, event: PointerEvent): void {
  const dragged = subjectOn(store.state, requestAt(event));
  if (
    dragged === undefined ||
    placeAction(dragged) === undefined ||
    event.button !== 0 ||
    event.pointerType === 'touch'
  )
    return;
  let isDragging = false;
  /** Resolves once the starts of the date under the pointer are read. */
  let ready: Promise<unknown> = Promise.resolve();
  const move = (at: PointerEvent) => {
    if (!isDragging && Math.hypot(at.clientX - event.clientX, at.clientY - event.clientY) > FAR) {
      isDragging = true;
      document.body.classList.add('dragging');
      ready = place(store, dragged);
    }
    if (!isDragging) return;
    const { placing } = store.state;
    const date = targetAt(at)?.dataset.date;
    if (placing === undefined || date === undefined) return;
    if (date === (placing.asked ?? placing.starts.date)) choose(store, at);
    else ready = placeOn(store, date).then(() => choose(store, at));
  };
  const over = new AbortController();
  const { signal } = over;
  const cancel = () => {
    document.body.classList.remove('dragging');
    if (isDragging) leave(store);
  };
  const abort = () => {
    over.abort();
    cancel();
  };
  const end = (at: PointerEvent) => {
    document.body.classList.remove('dragging');
    window.removeEventListener('pointermove', move);
    if (!isDragging) return over.abort();
    // The browser reports a click after a drag, which must not open anything.
    const first = { signal, capture: true, once: true };
    window.addEventListener('click', (click) => click.stopPropagation(), first);
    setTimeout(async () => {
      await ready.finally(() => over.abort());
      await dropAt(store, dragged, at);
    });
  };
  const press = (pressed: KeyboardEvent) => {
    if (!isDragging || pressed.key !== 'Escape') return;
    pressed.stopPropagation();
    cancel();
  };
  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', end, { signal, once: true });
  window.addEventListener('keydown', press, { signal, capture: true });
  window.addEventListener('pointercancel', abort, { signal });
}

/** The lane or cell under the pointer. */
function targetAt({ clientX, clientY }: PointerEvent): HTMLElement | undefined {
  const target = document.elementFromPoint(clientX, clientY)?.closest('[data-from]');
  return target instanceof HTMLElement ? target : undefined;
}

/** Sends the start under the pointer. Beside the lanes, and where nothing is free, nothing changes. */
async function dropAt(store: Store, dragged: Subject, at: PointerEvent): Promise<void> {
  const { placing } = store.state;
  // The move may have been canceled in the meantime.
  if (placing?.subject !== dragged) return;
  const target = targetAt(at);
  const { technician: id, date = '' } = target?.dataset ?? {};
  if (target !== undefined && date !== placing.starts.date) await placeOn(store, date);
  if (choose(store, at)) return await drop(store);
  const read = store.state.placing?.starts;
  store.set({ placing: undefined });
  // If the starts of the date could not be read, the page has already said so.
  if (target === undefined || read?.date !== date) return;
  const lane = store.state.boards.get(date)?.lanes.find(({ technicianId }) => technicianId === id);
  const text = `${lane?.technician} has no open time for ${placing.subject.label} on ${dayName(date)}. Nothing was changed.`;
  store.tellRefused(text);
}

/** Chooses the start nearest to the pointer in the lane under it. Returns false if that lane has none. */
function choose(store: Store, at: PointerEvent): boolean {
  const { placing } = store.state;
  const target = targetAt(at);
  if (placing === undefined || target === undefined) return false;
  const { technician: id, date, from, to } = target.dataset;
  if (date !== placing.starts.date) return false;
  const technician = placing.starts.technicians.findIndex(({ technicianId }) => technicianId === id);
  const starts = placing.starts.technicians[technician]?.starts ?? [];
  if (starts.length === 0) return false;
  const box = target.getBoundingClientRect();
  const instant = Number(from) + ((at.clientX - box.left) / box.width) * (Number(to) - Number(from));
  const far = starts.map(({ startsAt }) => Math.abs(Date.parse(startsAt) - instant));
  const start = far.indexOf(Math.min(...far));
  if (placing.at[0] !== technician || placing.at[1] !== start)
    store.set({ placing: { ...placing, at: [technician, start] } });
  return true;
}
