import { type Scope, scopeNamed } from './claims.ts';

const BASE = '/api/v1';

const REQUEST = '/accounts/{account}/requests/{request}';

/** The operations that change a request, each with the last part of its path. */
const changes = [
  ['edit', 'edit'],
  ['schedule', 'schedule'],
  ['move', 'move'],
  ['assign', 'assign'],
  ['setStatus', 'status'],
  ['setUrgency', 'urgency'],
  ['unschedule', 'unschedule'],
  ['undo', 'undo'],
  ['hold', 'hold'],
  ['cancel', 'cancel'],
  ['decline', 'decline'],
  ['review', 'reviewed'],
  ['acknowledge', 'acknowledge'],
  ['split', 'split'],
  ['addNote', 'notes'],
  ['wait', 'wait'],
] as const;

/** A change of a request, as paths name it. */
export type RequestAction = (typeof changes)[number][1];

/** Everything that the board's API does, by operation. `{name}` matches one part of the path. */
export const boardRoutes = [
  { operation: 'listAccounts', method: 'GET', path: '/accounts' },
  { operation: 'listDays', method: 'GET', path: '/accounts/{account}/board' },
  { operation: 'readBoard', method: 'GET', path: '/accounts/{account}/board/{date}' },
  { operation: 'listPlaces', method: 'GET', path: '/accounts/{account}/places/{date}' },
  { operation: 'readQueue', method: 'GET', path: '/accounts/{account}/queue' },
  { operation: 'readRequest', method: 'GET', path: REQUEST },
  { operation: 'listStarts', method: 'GET', path: `${REQUEST}/starts` },
  { operation: 'createJob', method: 'POST', path: '/accounts/{account}/requests' },
  ...changes.map(([operation, action]) => {
    return { operation, method: 'POST', path: `${REQUEST}/${action}` } as const;
  }),
  { operation: 'changeNote', method: 'POST', path: `${REQUEST}/notes/{note}` },
  { operation: 'removeNote', method: 'DELETE', path: `${REQUEST}/notes/{note}` },
  { operation: 'block', method: 'POST', path: '/accounts/{account}/blocks' },
  { operation: 'unblock', method: 'DELETE', path: '/accounts/{account}/blocks/{block}' },
  { operation: 'listCalls', method: 'GET', path: '/accounts/{account}/calls' },
  { operation: 'readCall', method: 'GET', path: '/accounts/{account}/calls/{platform}/{call}' },
  { operation: 'openLive', method: 'GET', path: '/accounts/{account}/live' },
  { operation: 'search', method: 'GET', path: '/accounts/{account}/search' },
  { operation: 'readOutbox', method: 'GET', path: '/accounts/{account}/outbox' },
  { operation: 'listWaiting', method: 'GET', path: '/accounts/{account}/waiting' },
  { operation: 'findCustomer', method: 'GET', path: '/accounts/{account}/customers' },
] as const;

export type BoardRoute = (typeof boardRoutes)[number];
export type BoardOperation = BoardRoute['operation'];

/** The methods that reach the board's function. */
export const boardMethods = ['GET', 'POST', 'DELETE'] as const satisfies readonly BoardRoute['method'][];

/** The scope that each method needs. */
export const scopeOf = {
  GET: scopeNamed('read'),
  POST: scopeNamed('write'),
  DELETE: scopeNamed('write'),
} as const satisfies Record<BoardRoute['method'], Scope>;

/** The pattern of all paths that API Gateway sends to the board's function. */
export const BOARD_PATH = `${BASE}/{proxy+}`;

/** The path of a route with its base. */
export const boardPath = ({ path }: Pick<BoardRoute, 'path'>): string => `${BASE}${path}`;

/** The named parts of a path. Parts that the path doesn't have are empty. */
export interface PathParts {
  readonly account: string;
  readonly date: string;
  readonly request: string;
  readonly note: string;
  readonly block: string;
  readonly platform: string;
  readonly call: string;
}

/** Finds the route of a request and the parts of its path; undefined if there is no such route. */
export function matchRoute(
  method: string,
  path: string,
): { readonly route: BoardRoute; readonly parts: PathParts } | undefined {
  const given = path.split('/');
  for (const route of boardRoutes) {
    const wanted = boardPath(route).split('/');
    if (route.method !== method || wanted.length !== given.length) continue;
    const isSame = wanted.every((part, index) => part.startsWith('{') || part === given[index]);
    if (!isSame) continue;
    const named = wanted.flatMap((part, index) =>
      part.startsWith('{') ? [[part.slice(1, -1), decoded(given[index] ?? '')] as const] : [],
    );
    return { route, parts: { ...noParts, ...Object.fromEntries(named) } };
  }
  return undefined;
}

const noParts: PathParts = {
  account: '',
  date: '',
  request: '',
  note: '',
  block: '',
  platform: '',
  call: '',
};

/** Decodes a part of a path, unless API Gateway has decoded it already. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
