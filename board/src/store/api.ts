import type {
  AccountView,
  BlockConflictView,
  BlockView,
  BoardView,
  CallView,
  CustomerView,
  DaysView,
  LiveView,
  PlacesView,
  QueueView,
  RequestView,
  RequestWithCallsView,
  SearchView,
  StartsView,
  WaitingView,
} from '../../../lib/board/views.ts';
import type { Session } from './session.ts';

/** Another start that a refusal offers. */
export interface Alternative {
  readonly date: string;
  readonly time: string;
  readonly technicianId: string;
  readonly technician: string;
}

/** A failed request of the page. Its message is a sentence for the dispatcher. */
export class ApiFault extends Error {
  /** The HTTP status; 0 without a connection. */
  readonly status: number;
  readonly alternatives: readonly Alternative[];
  /** Whether it is about a start, which people may take in spite of the rules. */
  readonly isStart: boolean;
  /** The number of the visit that it is about, if the job has several. */
  readonly visit: number | undefined;
  /** The blocks of a series that could not be made. */
  readonly conflicts: readonly BlockConflictView[];
  /** Why, for programs. */
  readonly reason: string | undefined;
  /** After a 412, the current request. */
  readonly current: RequestView | undefined;

  constructor(
    status: number,
    text: string,
    problem: Partial<Pick<ApiFault, 'alternatives' | 'current' | 'reason' | 'visit' | 'conflicts'>> = {},
  ) {
    super(text);
    this.status = status;
    this.alternatives = problem.alternatives ?? [];
    this.isStart = problem.alternatives !== undefined;
    this.visit = problem.visit;
    this.conflicts = problem.conflicts ?? [];
    this.reason = problem.reason;
    this.current = problem.current;
  }
}

/** The fields of a new job. */
export type Job = Readonly<Record<string, string | number | object>>;
const SLOW_MS = 15_000;

/** Sends requests for a session. Keeps answers with an `ETag`, so that the service can confirm them as unchanged. */
function createClient(session: Pick<Session, 'token'>, fetch: typeof globalThis.fetch) {
  const known = new Map<string, { readonly etag: string; readonly body: unknown }>();

  async function send(
    method: string,
    path: string,
    body?: unknown,
    version?: number,
    key?: string,
  ): Promise<Response> {
    const token = await session.token();
    const headers = new Headers({ authorization: `Bearer ${token ?? ''}` });
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (version !== undefined) headers.set('if-match', `"${version}"`);
    if (key !== undefined) headers.set('idempotency-key', key);
    const etag = known.get(path)?.etag;
    if (method === 'GET' && etag !== undefined) headers.set('if-none-match', etag);
    const init = { method, headers, cache: 'no-store', signal: AbortSignal.timeout(SLOW_MS) } as const;
    try {
      return await fetch(`/api/v1${path}`, {
        ...init,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch {
      throw connectionFault(method);
    }
  }

  async function get<T>(path: string): Promise<T> {
    const answer = await send('GET', path);
    const before = known.get(path);
    const body = answer.status === 304 ? before?.body : reuse(before?.body, await bodyOf('GET', answer));
    const etag = answer.headers.get('etag');
    if (answer.status === 200 && etag !== null) known.set(path, { etag, body });
    return trusted<T>(body);
  }

  const post = async <T>(path: string, body: unknown, version?: number, key?: string): Promise<T> =>
    trusted<T>(await bodyOf('POST', await send('POST', path, body, version, key)));

  return { send, get, post, known };
}

type Client = ReturnType<typeof createClient>;

const of = (account: string) => `/accounts/${encodeURIComponent(account)}`;
const dayPath = (account: string, date: string) => `${of(account)}/board/${date}`;

/** Reads consecutive days. Once all of them are known, one request finds the days that have changed. */
async function readDays({ get, known }: Client, account: string, dates: readonly string[]) {
  const isKnown = dates.length > 1 && dates.every((date) => known.has(dayPath(account, date)));
  const span = `${of(account)}/board?from=${dates[0]}&days=${dates.length}`;
  const { days } = isKnown ? await get<DaysView>(span) : { days: [] };
  const read = async (date: string) => {
    const path = dayPath(account, date);
    const before = known.get(path);
    // CloudFront may weaken a tag.
    const tag = before?.etag.replace('W/', '');
    const isSame = days.some((one) => one.date === date && one.etag === tag);
    return [date, isSame ? trusted<BoardView>(before?.body) : await get<BoardView>(path)] as const;
  };
  return new Map(await Promise.all(dates.map(read)));
}

/** The board's API. Every method fails with `ApiFault`. */
export function createApi(session: Pick<Session, 'token'>, fetch: typeof globalThis.fetch) {
  const client = createClient(session, fetch);
  const { send, get, post } = client;
  return {
    accounts: () => get<{ readonly accounts: readonly AccountView[] }>('/accounts'),
    board: (account: string, date: string) => get<BoardView>(dayPath(account, date)),
    boards: (account: string, dates: readonly string[]) => readDays(client, account, dates),
    queue: (account: string, cursor?: string) =>
      get<QueueView>(
        `${of(account)}/queue${cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`}`,
      ),
    request: (account: string, id: string) => get<RequestWithCallsView>(`${of(account)}/requests/${id}`),
    /** @param asked the service if it is another one, and the visit if not the whole job moves */
    starts: (
      account: string,
      id: string,
      date: string,
      asked: { readonly serviceTypeId?: string | undefined; readonly visit?: number | undefined } = {},
    ) => {
      const { serviceTypeId, visit } = asked;
      const query = new URLSearchParams({
        date,
        ...(serviceTypeId !== undefined && { serviceTypeId }),
        ...(visit !== undefined && { visit: String(visit) }),
      });
      return get<StartsView>(`${of(account)}/requests/${id}/starts?${query}`);
    },
    /** Where hints at changes come from, once. */
    live: (account: string) => get<LiveView>(`${of(account)}/live`),
    places: (account: string, date: string) => get<PlacesView>(`${of(account)}/places/${date}`),
    /** Who waits for an earlier time, the longest waiting first. */
    waiting: (account: string) => get<WaitingView>(`${of(account)}/waiting`),
    search: (account: string, text: string) =>
      get<SearchView>(`${of(account)}/search?q=${encodeURIComponent(text)}`),
    customer: (account: string, phone: string) =>
      get<CustomerView>(`${of(account)}/customers?phone=${encodeURIComponent(phone)}`),
    /** Without a body, removes what the action names. */
    change: async (account: string, id: string, version: number, action: string, body?: object) =>
      trusted<RequestView>(
        await bodyOf(
          'POST',
          await send(
            body === undefined ? 'DELETE' : 'POST',
            `${of(account)}/requests/${id}/${action}`,
            body,
            version,
          ),
        ),
      ),
    call: (account: string, platform: string, id: string) =>
      get<CallView>(`${of(account)}/calls/${platform}/${encodeURIComponent(id)}`),
    /** @param key the same for a repeat, which stores nothing */
    createJob: (account: string, job: Job, key: string) =>
      post<RequestView>(`${of(account)}/requests`, job, undefined, key),
    block: (account: string, block: object) => post<BlockView>(`${of(account)}/blocks`, block),
    /** @param series also those after it, or all that are to come */
    unblock: async (account: string, id: string, series?: 'following' | 'all') => {
      const path = `${of(account)}/blocks/${id}${series === undefined ? '' : `?series=${series}`}`;
      await bodyOf('DELETE', await send('DELETE', path));
    },
  };
}

export type Api = ReturnType<typeof createApi>;

/** Types an answer without a check, because service and page are built from the same types. */
function trusted<T>(body: unknown): T;
function trusted(body: unknown) {
  return body;
}

/** Without an answer, nobody knows whether a change was stored. */
function connectionFault(method: string): ApiFault {
  return new ApiFault(
    0,
    method === 'GET'
      ? 'There is no connection to the service.'
      : 'The connection failed. Check whether the change went through before you try again.',
  );
}

async function bodyOf(method: string, answer: Response): Promise<unknown> {
  if (answer.status === 204) return undefined;
  if (answer.ok)
    return await answer.json().catch(() => {
      throw connectionFault(method);
    });
  if (answer.status === 401) throw new ApiFault(401, 'Your sign-in has expired.');
  const problem = await answer.json().catch(() => undefined);
  const fields: readonly { path: string; expected: string }[] = problem?.errors ?? [];
  const wrong = fields.map(({ path, expected }) => `${path}: expected ${expected}`).join('; ');
  const text = wrong || problem?.detail || 'The service failed. Try again.';
  const taken = inTheWay(problem ?? {});
  throw new ApiFault(
    answer.status,
    taken === '' ? text : `${text} It conflicts with ${taken}.`,
    problem ?? {},
  );
}

/** Names what takes the time of a block. */
export const inTheWay = ({
  jobs = [],
  blocks = [],
}: Readonly<Partial<Pick<BlockConflictView, 'jobs' | 'blocks'>>>): string =>
  [
    ...jobs.map(({ customer, time }) => `${customer} at ${time}`),
    ...blocks.map(({ reason }) => `“${reason}”`),
  ].join(', ');

/**
 * Returns `after`, but with the parts of `before` that are equal, so that their identity tells that they did not change.
 * Both are JSON, with their fields in the same order.
 */
export function reuse<T>(before: unknown, after: T): T;
export function reuse(before: unknown, after: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(after)) {
    const items = after.map((item, index) => part(before[index], item));
    const isSame = items.length === before.length && items.every((item, index) => item === before[index]);
    return isSame ? before : items;
  }
  if (!isRecord(before) || !isRecord(after)) return after;
  const fields = Object.entries(after).map(
    ([name, value]) => [name, part(own(before, name), value)] as const,
  );
  const isSame =
    fields.length === Object.keys(before).length &&
    fields.every(([name, value]) => Object.hasOwn(before, name) && value === before[name]);
  return isSame ? before : Object.fromEntries(fields);
}

/** Compares records as a whole before their fields, because most records of a list are the same. */
const part = (before: unknown, after: unknown): unknown =>
  isRecord(before) && isRecord(after) && markOf(before) === markOf(after) ? before : reuse(before, after);

/**
 * What equal records have in common: the service's tag, which large records have, or their text. Comparing texts is many
 * times faster than comparing fields.
 */
const markOf = (record: Readonly<Record<string, unknown>>): unknown => record.etag ?? JSON.stringify(record);

const own = (record: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
