import type { CallEntryView, RequestView, RequestWithCallsView } from '../../../lib/board/views.ts';
import { shownLanes } from '../lanes/technicians.ts';
import { ApiFault } from './api.ts';
import { boardOf, datesOf, isEmpty, isView, type StartSheet, type Subject } from './state.ts';
import type { Store } from './store.ts';
import { addDays } from './time.ts';

/** Shows the account, date, view and request that the address names; otherwise the first account and today. */
export async function start(
  store: Store,
  wanted: Readonly<Partial<Record<'account' | 'date' | 'view' | 'request', string>>>,
): Promise<void> {
  try {
    const { accounts } = await store.api.accounts();
    const account = accounts.find(({ accountId }) => accountId === wanted.account) ?? accounts[0];
    store.set({ accounts, account, fault: undefined });
    if (account === undefined) return;
    const date = wanted.date ?? store.today;
    store.set({ date, ...(isView(wanted.view) && { view: wanted.view }) });
    await refresh(store);
    if (wanted.request !== undefined) await select(store, wanted.request);
  } catch (error) {
    store.fail(error);
  }
}

/** Reads the days, the queue and the open request again. Whatever has not changed costs a 304. */
export async function refresh(store: Store): Promise<void> {
  const { date, view } = store.state;
  if (date === undefined) return;
  const isNewest = store.reads.days();
  try {
    const [queue, boards] = await Promise.all([
      store.api.queue(store.accountId),
      store.api.boards(store.accountId, datesOf(view, date)),
    ]);
    if (!isNewest()) return;
    // An unchanged answer is the one from before, with the time from before.
    if (queue !== store.state.queue) store.setClock(queue.now);
    store.set({ boards, queue, fault: undefined });
    const { selected } = store.state;
    if (selected !== undefined) await readDetail(store, selected);
  } catch (error) {
    if (isNewest() || !(error instanceof ApiFault)) store.fail(error);
  }
}

/** Shows a date, in another view if one is given. */
export async function go(store: Store, date: string, view = store.state.view): Promise<void> {
  const dates = datesOf(view, date);
  const boards = new Map([...store.state.boards].filter(([one]) => dates.includes(one)));
  // The length that is being chosen is of a job that may be out of sight.
  store.set({ date, view, boards, sizing: undefined });
  store.host.showDay({ account: store.accountId, date, view });
  await refresh(store);
}

/** Opens a request; without an id, closes the open one. */
export async function select(store: Store, id: string | undefined): Promise<void> {
  store.set({ selected: id, detail: undefined, customer: undefined });
  if (id !== undefined) await readDetail(store, id).catch((error) => store.fail(error));
}

/** Opens a request on the day of its visit. */
export async function openOn(store: Store, id: string, date: string | undefined): Promise<void> {
  if (date !== undefined) await go(store, date);
  await select(store, id);
}

/** Reads the open request, or closes it if it no longer exists. */
async function readDetail(store: Store, id: string): Promise<void> {
  const isNewest = store.reads.detail();
  try {
    const detail = await store.api.request(store.accountId, id);
    if (isNewest() && store.state.selected === id) await show(store, detail);
  } catch (error) {
    if (!isGone(error)) throw error;
    if (!isNewest() || store.state.selected !== id) return;
    await select(store, undefined);
    store.refuse(error);
  }
}

const isGone = (error: unknown): boolean => error instanceof ApiFault && error.status === 404;

/** Shows a request with what is known about its customer. */
async function show(store: Store, detail: RequestWithCallsView): Promise<void> {
  const { dispatchRequestId: selected, customer: its } = detail.request;
  const isSame = store.state.selected === selected;
  store.set({ selected, detail, ...(!isSame && { customer: undefined }) });
  const { phone } = its;
  if (phone === undefined || store.state.customer?.phone === phone) return;
  const customer = await store.api.customer(store.accountId, phone).catch(() => undefined);
  if (store.state.selected === selected) store.set({ customer });
}

/** Shows a call with its transcript. */
export async function openCall(store: Store, platform: string, id: string): Promise<void> {
  try {
    store.set({ dialog: { kind: 'call', call: await store.api.call(store.accountId, platform, id) } });
  } catch (error) {
    store.refuse(error);
  }
}

/** Shows who waits for an earlier time. */
export async function openWaiting(store: Store): Promise<void> {
  store.set({ dialog: { kind: 'waiting' } });
  try {
    const { requests } = await store.api.waiting(store.accountId);
    if (store.state.dialog?.kind === 'waiting') store.set({ dialog: { kind: 'waiting', requests } });
  } catch (error) {
    if (store.state.dialog?.kind === 'waiting') store.set({ dialog: undefined });
    store.refuse(error);
  }
}

/** Opens a form for a job that is taken down from a call, with all that the caller said. */
export async function openJobFrom(store: Store, call: CallEntryView): Promise<void> {
  const { integration: platform, callId, caller } = call;
  try {
    const { known } = await store.api.call(store.accountId, platform, callId);
    const phone = known?.phone ?? caller;
    store.openJob({ call: { platform, callId }, known: { ...known, ...(phone && { phone }) } });
  } catch (error) {
    store.refuse(error);
  }
}

/** Reads the next part of the queue. */
export async function readMore(store: Store): Promise<void> {
  const { queue, further } = store.state;
  const next = further?.next ?? queue?.next;
  if (next === undefined || further?.isReading) return;
  const before = further?.requests ?? [];
  store.set({ further: { requests: before, next, isReading: true } });
  try {
    const page = await store.api.queue(store.accountId, next);
    store.set({ further: { requests: [...before, ...page.requests], next: page.next } });
  } catch (error) {
    store.set({ further });
    store.refuse(error);
  }
}

/** How many requests are read at the same time. */
const AT_ONCE = 6;

/** Reads the phone numbers and notes of the day's jobs, then prints a sheet for each technician. */
export async function printSheets(store: Store): Promise<void> {
  const board = boardOf(store.state);
  if (board === undefined) return;
  const ids = shownLanes(store, board).flatMap(({ appointments }) =>
    appointments.map(({ dispatchRequestId }) => dispatchRequestId),
  );
  const read = new Map<string, RequestView>();
  const next = async (): Promise<void> => {
    for (let id = ids.shift(); id !== undefined; id = ids.shift())
      read.set(id, (await store.api.request(store.accountId, id)).request);
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  } catch (error) {
    store.refuse(error);
    return;
  }
  store.set({ printed: read });
  window.print();
}

/** Shows the next day, within two weeks, on which something is planned. */
export async function nextBusyDay(store: Store): Promise<void> {
  const { view, date: shown = '' } = store.state;
  const from = datesOf(view, shown).at(-1) ?? shown;
  for (let days = 1; days <= 14; days++) {
    const date = addDays(from, days);
    try {
      if (!isEmpty(await store.api.board(store.accountId, date))) return await go(store, date);
    } catch (error) {
      store.fail(error);
      return;
    }
  }
  store.tellRefused('Nothing is planned for the next two weeks.');
}

/** Opens the sheet on which a request gets another start, which takes neither a pointer nor a wide screen. */
export async function openStarts(store: Store, subject: Subject): Promise<void> {
  await readStarts(store, {
    kind: 'starts',
    subject,
    date: subject.appointment?.date ?? store.state.date ?? '',
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
    .starts(store.accountId, subject.dispatchRequestId, date, { serviceTypeId })
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
