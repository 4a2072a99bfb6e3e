import type { RequestView } from '../../lib/board/views/requests.ts';
import type { Placing } from './store/state.ts';
import type { Store } from './store/store.ts';

/** Shows where a request may go on the day, the first start from its present one on chosen. */
export async function place(
  store: Store,
  request: Placing['request'],
  action: Placing['action'],
  now?: string,
): Promise<void> {
  try {
    const starts = await store.api.starts(store.accountId, request.dispatchRequestId, store.state.date ?? '');
    const technician = starts.technicians.findIndex((one) => one.starts.length > 0);
    if (technician === -1) {
      const text = `Nothing is free for ${request.label} on this day. Choose another day first.`;
      store.tell({ kind: 'refused', text, buttons: [] });
      return;
    }
    const own = starts.technicians[technician]?.starts ?? [];
    const start = Math.max(
      0,
      own.findIndex(({ startsAt }) => now === undefined || startsAt >= now),
    );
    store.set({ placing: { request, action, starts, at: [technician, start] } });
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
  const { placing, date } = store.state;
  const lane = placing?.starts.technicians[placing.at[0]];
  const start = lane?.starts[placing?.at[1] ?? 0];
  store.set({ placing: undefined });
  if (placing === undefined || lane === undefined || start === undefined) return;
  const { request, action } = placing;
  const before = store.state.board?.lanes.flatMap((one) =>
    one.appointments.map((job) => ({ ...job, lane: one })),
  );
  const old = before?.find((job) => job.dispatchRequestId === request.dispatchRequestId);
  const said = `${request.label} is at ${start.time} with ${lane.technician}.`;
  const undo =
    old === undefined
      ? undefined
      : (changed: RequestView) => {
          const back = { date: old.date, time: old.time, technicianId: old.lane.technicianId };
          void store.change(changed, 'move', back, `${request.label} is back at ${old.time}.`);
        };
  await store.change(
    request,
    action,
    { date, time: start.time, technicianId: lane.technicianId },
    said,
    undo,
  );
}
