import type { Subject } from './changes/subject.ts';
import { drop, place } from './placing.ts';
import type { Store } from './store/store.ts';

/** Pixels after which a press is a drag. */
const FAR = 6;

/** Drags a job or a waiting request onto a lane. The start under the pointer, or the nearest, is chosen; Escape leaves all as it was. */
export function dragStart(store: Store, event: PointerEvent, dragged: Subject | undefined): void {
  if (dragged === undefined || event.button !== 0 || event.pointerType === 'touch') return;
  let isDragging = false;
  const move = (at: PointerEvent) => {
    if (!isDragging && Math.hypot(at.clientX - event.clientX, at.clientY - event.clientY) > FAR) {
      isDragging = true;
      document.body.classList.add('dragging');
      void place(store, dragged);
    }
    if (isDragging) choose(store, at);
  };
  const end = (at: PointerEvent) => {
    window.removeEventListener('pointermove', move);
    document.body.classList.remove('dragging');
    if (!isDragging) return;
    // A drag is no click.
    window.addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true });
    setTimeout(() => void (isOverLanes(at) ? drop(store) : store.set({ placing: undefined })));
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end, { once: true });
}

const isOverLanes = ({ clientX, clientY }: PointerEvent): boolean =>
  document.elementFromPoint(clientX, clientY)?.closest('.track') != null;

/** Chooses the start nearest to the pointer in the lane under it. */
function choose(store: Store, { clientX, clientY }: PointerEvent): void {
  const { placing } = store.state;
  const track = document.elementFromPoint(clientX, clientY)?.closest('.track');
  if (placing === undefined || !(track instanceof HTMLElement)) return;
  const { technician: id, from, to } = track.dataset;
  const technician = placing.starts.technicians.findIndex(({ technicianId }) => technicianId === id);
  const starts = placing.starts.technicians[technician]?.starts ?? [];
  if (starts.length === 0) return;
  const box = track.getBoundingClientRect();
  const at = Number(from) + ((clientX - box.left) / box.width) * (Number(to) - Number(from));
  const far = starts.map(({ startsAt }) => Math.abs(Date.parse(startsAt) - at));
  const start = far.indexOf(Math.min(...far));
  if (placing.at[0] !== technician || placing.at[1] !== start)
    store.set({ placing: { ...placing, at: [technician, start] } });
}
