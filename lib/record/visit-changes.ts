import type { Deadline } from './ports.ts';
import { activeAppointment, type ChangedBy, changed, type DispatchRequest } from './request.ts';
import { type ChangeDependencies, changeLatest, isStored } from './retry.ts';

export type ConfirmResult =
  | { readonly kind: 'changed' | 'stands'; readonly request: DispatchRequest }
  /** The request has no appointment that is still ahead. */
  | { readonly kind: 'not_booked'; readonly request: DispatchRequest };

/** Records that the customer confirms an appointment. Fails as `retry` does. */
export const confirmVisit = (
  found: DispatchRequest,
  who: ChangedBy,
  deps: ChangeDependencies,
  deadline: Deadline,
): Promise<ConfirmResult> =>
  changeLatest<ConfirmResult>(
    found,
    async (request, { requests }) => {
      if (request === undefined) return { kind: 'not_booked', request: found };
      const appointment = activeAppointment(request);
      if (appointment === undefined || Date.parse(appointment.endsAt) <= who.now)
        return { kind: 'not_booked', request };
      if (request.confirmedAt !== undefined) return { kind: 'stands', request };
      const written = changed(request, who, { to: request.status, kind: 'confirmed' });
      const next = { ...request, ...written, confirmedAt: new Date(who.now).toISOString() };
      const stored = await isStored({ next, previous: request }, requests, deadline);
      return stored ? { kind: 'changed', request: next } : undefined;
    },
    deps,
    deadline,
  );
