import { createApi } from '../../../board/src/store/api.ts';
import { refresh } from '../../../board/src/store/reading.ts';
import type { Subject } from '../../../board/src/store/state.ts';
import { Store } from '../../../board/src/store/store.ts';

const session = {
  token: async () => 'token',
};

export const job = (dispatchRequestId: string, label: string): Subject => ({
  ...{ dispatchRequestId, label, version: 1, status: 'scheduled', urgency: 'routine' },
  serviceTypeId: 'ac-tune-up',
});

/** A store over a service, on a page that nobody sees. */
export const createStore = (
  fetch: typeof globalThis.fetch,
  announce: (text: string) => void = () => undefined,
) =>
  new Store(
    createApi(session, fetch),
    {
      ...{ draw: () => undefined, announce, showDay: () => undefined },
      ...{ isHidden: () => false, random: () => 0, keep: () => undefined, after: () => () => undefined },
    },
    refresh,
  );

/** A page of a day whose requests wait, in the order in which they are sent, until a test answers them. */
export function pausedPage() {
  const waiting: { readonly path: string; readonly answer: (response: Response) => void }[] = [];
  const fetch = (input: string | URL | Request) =>
    new Promise<Response>((answer) => {
      waiting.push({ path: String(input).replace('/api/v1/accounts/acme/', ''), answer });
    });
  const said: string[] = [];
  const store = createStore(fetch, (text) => said.push(text));
  const account = { accountId: 'acme', name: 'Acme', timezone: 'America/New_York' };
  store.set({ account, date: '2026-11-23' });
  /** The paths of requests that have no answer yet. */
  const asked = async () => {
    await new Promise(setImmediate);
    return waiting.map(({ path }) => path);
  };
  /** Answers the oldest request of a path, or the newest one. */
  const answer = async (path: string, body: object, { status = 200, isNewest = false } = {}) => {
    const paths = await asked();
    const at = isNewest ? paths.lastIndexOf(path) : paths.indexOf(path);
    const [one] = at === -1 ? [] : waiting.splice(at, 1);
    if (one === undefined) throw new Error(`Nobody asked for ${path}.`);
    one.answer(Response.json(body, { status }));
    await new Promise(setImmediate);
  };
  return { store, said, asked, answer };
}
