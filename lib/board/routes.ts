import { type Scope, scopeNamed } from './claims.ts';

const BASE = '/api/v1';

/** Everything that the board's API does, by operation. `{name}` matches one part of the path. */
export const boardRoutes = [
  { operation: 'listAccounts', method: 'GET', path: '/accounts' },
  { operation: 'listDays', method: 'GET', path: '/accounts/{account}/board' },
  { operation: 'readBoard', method: 'GET', path: '/accounts/{account}/board/{date}' },
  { operation: 'readQueue', method: 'GET', path: '/accounts/{account}/queue' },
  { operation: 'readRequest', method: 'GET', path: '/accounts/{account}/requests/{request}' },
  { operation: 'listStarts', method: 'GET', path: '/accounts/{account}/requests/{request}/starts' },
  { operation: 'createJob', method: 'POST', path: '/accounts/{account}/requests' },
  { operation: 'schedule', method: 'POST', path: '/accounts/{account}/requests/{request}/schedule' },
  { operation: 'move', method: 'POST', path: '/accounts/{account}/requests/{request}/move' },
  { operation: 'assign', method: 'POST', path: '/accounts/{account}/requests/{request}/assign' },
  { operation: 'setStatus', method: 'POST', path: '/accounts/{account}/requests/{request}/status' },
  { operation: 'setUrgency', method: 'POST', path: '/accounts/{account}/requests/{request}/urgency' },
  { operation: 'hold', method: 'POST', path: '/accounts/{account}/requests/{request}/hold' },
  { operation: 'cancel', method: 'POST', path: '/accounts/{account}/requests/{request}/cancel' },
  { operation: 'decline', method: 'POST', path: '/accounts/{account}/requests/{request}/decline' },
  { operation: 'review', method: 'POST', path: '/accounts/{account}/requests/{request}/reviewed' },
  { operation: 'acknowledge', method: 'POST', path: '/accounts/{account}/requests/{request}/acknowledge' },
  { operation: 'split', method: 'POST', path: '/accounts/{account}/requests/{request}/split' },
  { operation: 'addNote', method: 'POST', path: '/accounts/{account}/requests/{request}/notes' },
  { operation: 'block', method: 'POST', path: '/accounts/{account}/blocks' },
  { operation: 'unblock', method: 'DELETE', path: '/accounts/{account}/blocks/{block}' },
  { operation: 'listCalls', method: 'GET', path: '/accounts/{account}/calls' },
  { operation: 'readCall', method: 'GET', path: '/accounts/{account}/calls/{platform}/{call}' },
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

/** What API Gateway sends to the board's function: the paths below it are its own. */
export const BOARD_PATH = `${BASE}/{proxy+}`;

/** The path of a route with its base. */
export const boardPath = ({ path }: Pick<BoardRoute, 'path'>): string => `${BASE}${path}`;

/** The named parts of a path; absent ones are empty. */
export interface PathParts {
  readonly account: string;
  readonly date: string;
  readonly request: string;
  readonly block: string;
  readonly platform: string;
  readonly call: string;
}

/** The route of a request and the parts of its path. Undefined if there is none. */
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

const noParts: PathParts = { account: '', date: '', request: '', block: '', platform: '', call: '' };

/** API Gateway may have decoded the path already. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
