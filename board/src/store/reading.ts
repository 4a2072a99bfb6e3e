import type { RequestWithCallsView } from '../../../lib/board/views.ts';
import { ApiFault } from './api.ts';
import type { Store } from './store.ts';
import { addDays } from './time.ts';
import { datesOf, isEmpty, isView } from './view.ts';

/** Shows the account, date, view and request that the address names, or the first account and today. */
export async function start(
  store: Store,
  wanted: {
    readonly account?: string;
    readonly date?: string;
    readonly view?: string;
    readonly request?: string;
  },
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

/** Reads the days and the queue again; what has not changed costs a 304. */
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
    store.set({ boards, queue, fault: undefined });
    const { selected } = store.state;
    if (selected !== undefined) await readDetail(store, selected);
  } catch (error) {
    if (isNewest() || !(error instanceof ApiFault)) store.fail(error);
  }
}

/** Shows another date, in another view if one is given. */
export async function go(store: Store, date: string, view = store.state.view): Promise<void> {
  const dates = datesOf(view, date);
  const boards = new Map([...store.state.boards].filter(([one]) => dates.includes(one)));
  store.set({ date, view, boards });
  store.host.showDay({ account: store.accountId, date, view });
  await refresh(store);
}

/** Opens a request, or closes the one that is open. */
export async function select(store: Store, id: string | undefined): Promise<void> {
  store.set({ selected: id, detail: undefined, customer: undefined });
  if (id !== undefined) await readDetail(store, id).catch((error) => store.fail(error));
}

/** Reads the open request. Closes it if it is gone. */
async function readDetail(store: Store, id: string): Promise<void> {
  const isNewest = store.reads.detail();
  try {
    const detail = await store.api.request(store.accountId, id);
    if (isNewest() && store.state.selected === id) await show(store, detail);
  } catch (error) {
    if (!isGone(error)) throw error;
    if (!isNewest() || store.state.selected !== id) return;
    await select(store, undefined);
    store.refuse(error, () => undefined);
  }
}

const isGone = (error: unknown): boolean => error instanceof ApiFault && error.status === 404;

/** Shows a request as it was read, with what is known of its customer. */
async function show(store: Store, detail: RequestWithCallsView): Promise<void> {
  const { dispatchRequestId: selected, customer: its } = detail.request;
  const isSame = store.state.selected === selected;
  store.set({ selected, detail, ...(!isSame && { customer: undefined }) });
  const { phone } = its;
  if (phone === undefined || store.state.customer?.phone === phone) return;
  const customer = await store.api.customer(store.accountId, phone).catch(() => undefined);
  if (store.state.selected === selected) store.set({ customer });
}

/** Opens what is searched for, on whatever day it is: a request by its id, or the newest one of a number. */
export async function findWanted(store: Store): Promise<void> {
  const search = store.state.search.trim();
  const isId = search.startsWith('dr_');
  if (!isId && search.replace(/\D/g, '').length < 7) return;
  try {
    const { api, accountId } = store;
    const [newest] = isId ? [] : (await api.customer(accountId, search)).requests;
    await show(store, await api.request(accountId, newest?.dispatchRequestId ?? search));
  } catch (error) {
    store.refuse(error, () => undefined);
  }
}

/** Shows a call with its transcript. */
export async function openCall(store: Store, platform: string, id: string): Promise<void> {
  try {
    store.set({ dialog: { kind: 'call', call: await store.api.call(store.accountId, platform, id) } });
  } catch (error) {
    store.refuse(error, () => undefined);
  }
}

/** Shows the next day within two weeks on which something is planned. */
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
  store.tell({ kind: 'refused', text: 'Nothing is planned for the next two weeks.', buttons: [] });
}
