import { change } from './changes/change.ts';
import { placeAction, type Subject } from './changes/subject.ts';
import { openStarts } from './dialogs/start-sheet.ts';
import type { Store } from './store/store.ts';

/** Shows where a request may go on the day, the first start from its present one on chosen. */
export async function place(store: Store, subject: Subject): Promise<void> {
  if (subject.serviceTypeId === undefined) return await openStarts(store, subject);
  try {
    const { dispatchRequestId: id, label, appointment } = subject;
    const starts = await store.api.starts(store.accountId, id, store.state.date ?? '');
    const own = starts.technicians.findIndex(
      (one) => one.technicianId === appointment?.technicianId && one.starts.length > 0,
    );
    const technician = own === -1 ? starts.technicians.findIndex((one) => one.starts.length > 0) : own;
    if (technician === -1) {
      const text = `Nothing is free for ${label} on this day. Choose another day first.`;
      store.tell({ kind: 'refused', text, buttons: [] });
      return;
    }
    const from = starts.technicians[technician]?.starts ?? [];
    const start = from.findIndex(
      ({ startsAt }) => appointment === undefined || startsAt >= appointment.startsAt,
    );
    store.set({ placing: { subject, starts, at: [technician, Math.max(0, start)] } });
    store.say(`Choose a start with the arrow keys, then Enter. ${placeText(store)}`);
  } catch (error) {
    store.refuse(error, () => undefined);
  }
}

export function placeText(store: Store): string {
  const { placing } = store.state;
  const [technician, start] = placing?.at ?? [0, 0];
  const lane = placing?.starts.technicians[technician];
  return lane === undefined ? '' : `${lane.starts[start]?.time ?? ''} with ${lane.technician}`;
}

/** Stores the chosen start. */
export async function drop(store: Store): Promise<void> {
  const { placing } = store.state;
  const lane = placing?.starts.technicians[placing.at[0]];
  const start = lane?.starts[placing?.at[1] ?? 0];
  store.set({ placing: undefined });
  if (placing === undefined || lane === undefined || start === undefined) return;
  const action = placeAction(placing.subject);
  if (action === undefined) return;
  const { date } = placing.starts;
  await change(store, placing.subject, action, { date, time: start.time, technicianId: lane.technicianId });
}
