import type { Store } from './store.ts';
import { addDays } from './time.ts';

/** Shows the account and the date that the address names, or the first account and today. */
export async function start(
  store: Store,
  wanted: { readonly account?: string; readonly date?: string },
): Promise<void> {
  try {
    const { accounts } = await store.api.accounts();
    const account = accounts.find(({ accountId }) => accountId === wanted.account) ?? accounts[0];
    store.set({ accounts, account, fault: undefined });
    if (account === undefined) return;
    store.set({ date: wanted.date ?? store.zone.date(new Date().toISOString()) });
    await refresh(store);
  } catch (error) {
    store.fail(error);
  }
}

/** Reads the board and the queue again; what has not changed costs a 304. */
export async function refresh(store: Store): Promise<void> {
  const { date, selected } = store.state;
  if (date === undefined) return;
  try {
    const [board, queue] = await Promise.all([
      store.api.board(store.accountId, date),
      store.api.queue(store.accountId),
    ]);
    // Somebody may have gone to another day meanwhile.
    if (date !== store.state.date) return;
    store.set({ board, queue, fault: undefined });
    if (selected !== undefined) await readDetail(store, selected);
  } catch (error) {
    store.fail(error);
  }
}

/** Shows another day. */
export async function go(store: Store, date: string): Promise<void> {
  store.set({ date, board: undefined, placing: undefined });
  store.host.showDay({ account: store.accountId, date });
  await refresh(store);
}

/** Opens a request, or closes the one that is open. */
export async function select(store: Store, id: string | undefined): Promise<void> {
  store.set({ selected: id, detail: undefined, customer: undefined });
  if (id !== undefined) await readDetail(store, id).catch((error) => store.fail(error));
}

async function readDetail(store: Store, id: string): Promise<void> {
  const detail = await store.api.request(store.accountId, id);
  if (store.state.selected !== id) return;
  store.set({ detail });
  const { phone } = detail.request.customer;
  if (phone === undefined || store.state.customer?.phone === phone) return;
  const customer = await store.api.customer(store.accountId, phone).catch(() => undefined);
  if (store.state.selected === id) store.set({ customer });
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
  const from = store.state.date ?? '';
  for (let days = 1; days <= 14; days++) {
    const date = addDays(from, days);
    try {
      const { lanes } = await store.api.board(store.accountId, date);
      if (lanes.some((lane) => lane.appointments.length + lane.blocks.length > 0))
        return await go(store, date);
    } catch (error) {
      store.fail(error);
      return;
    }
  }
  store.tell({ kind: 'refused', text: 'Nothing is planned within the next two weeks.', buttons: [] });
}
