import { ApiFault } from './api.ts';
import type { StartSheet, Subject } from './state.ts';
import type { Store } from './store.ts';

/** Opens the sheet on which a request gets another start, without a pointer or a wide screen. */
export async function openStarts(store: Store, subject: Subject): Promise<void> {
  await readStarts(store, {
    kind: 'starts',
    subject,
    date: store.state.date ?? '',
    serviceTypeId: subject.serviceTypeId,
    technicianId: subject.appointment?.technicianId,
  });
}

/** Reads the starts that the sheet asks for. */
export async function readStarts(store: Store, sheet: StartSheet): Promise<void> {
  const asked = { ...sheet, starts: undefined, problem: undefined };
  store.set({ dialog: asked });
  const { subject, date, serviceTypeId } = asked;
  if (serviceTypeId === undefined) return;
  const answered = await store.api
    .starts(store.accountId, subject.dispatchRequestId, date, serviceTypeId)
    .then((starts): Partial<StartSheet> => ({ starts }))
    .catch((error): Partial<StartSheet> => {
      if (!(error instanceof ApiFault)) throw error;
      return { problem: error.message };
    });
  const { dialog } = store.state;
  // Another date or service may have been chosen in the meantime.
  const isAsked = dialog?.kind === 'starts' && dialog.date === date && dialog.serviceTypeId === serviceTypeId;
  if (!isAsked || dialog.subject !== subject) return;
  // Whoever had the job may not be able to do another service.
  const isAble = ({ technicianId }: { readonly technicianId: string }) =>
    technicianId === dialog.technicianId;
  const technicianId = answered.starts?.technicians.some(isAble) === false ? undefined : dialog.technicianId;
  store.set({ dialog: { ...dialog, ...answered, technicianId } });
}
