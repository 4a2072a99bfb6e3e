import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ACCOUNTS_CLAIM, scopes } from '../../lib/board/claims.ts';

const API = '/api/v1/';
const PAGE = '/board/';

/** An answer without a function. */
export type Decision =
  | { readonly status: number; readonly code: string; readonly message: string }
  | { readonly file: PageFile };

export interface PageFile {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Access control for the dispatchers' page and its API. */
export interface BoardAccess {
  /** Random per start: anyone who has it may see and change every account. */
  readonly token: string;
  /** The answer instead of the board's function; undefined if the function answers. */
  decide(request: IncomingMessage, path: string): Promise<Decision | undefined>;
  /** The event with the claims of a verified token, as API Gateway's authorizer adds them. */
  authorized(event: APIGatewayProxyEventV2): APIGatewayProxyEventV2;
}

const notFound: Decision = { status: 404, code: 'not_found', message: 'Not Found' };
const forbidden: Decision = { status: 403, code: 'forbidden', message: 'Forbidden' };
const unauthorized: Decision = { status: 401, code: 'unauthorized', message: 'Unauthorized' };

/**
 * Allows requests with the token. Rejects those from another origin, and those to another host name (DNS rebinding).
 * @param fileAt the file of the page at a path below `/board/`
 */
export function createBoardAccess(fileAt: (path: string) => Promise<PageFile | undefined>): BoardAccess {
  const token = randomBytes(32).toString('base64url');
  return {
    token,
    async decide(request, path) {
      if (!path.startsWith(API) && !path.startsWith(PAGE)) return notFound;
      if (!isFromHere(request)) return forbidden;
      if (path.startsWith(API)) return isEqual(tokenOf(request), token) ? undefined : unauthorized;
      const file = request.method === 'GET' ? await fileAt(path.slice(PAGE.length)) : undefined;
      return file === undefined ? notFound : { file };
    },
    authorized: (event) => ({
      ...event,
      requestContext: {
        ...event.requestContext,
        ...{ authorizer: { jwt: { claims: localClaims, scopes: [...scopes] } } },
      },
    }),
  };
}

const localClaims = { sub: 'local', scope: scopes.join(' '), [ACCOUNTS_CLAIM]: '*' };

/** Whether the request names this server, and comes from its own page if it comes from one. */
function isFromHere({ headers, socket }: IncomingMessage): boolean {
  const hosts = ['127.0.0.1', 'localhost'].map((name) => `${name}:${socket.localPort}`);
  const host = hosts.find((one) => one === headers.host);
  return host !== undefined && (headers.origin === undefined || headers.origin === `http://${host}`);
}

function tokenOf({ headers }: IncomingMessage): string {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** Compares digests, so that timing reveals nothing about either text. */
function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(one), digest(other));
}
