import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { ACCOUNTS_CLAIM, scopes } from '../../lib/board/claims.ts';
import { BOARD_PATH, boardMethods } from '../../lib/board/routes.ts';
import { equalTexts } from '../../lib/signatures/encoding.ts';
import { isFromHere } from '../hosts.ts';
import { addedClaims, tokenEvent } from './token-claims.ts';

const API = BOARD_PATH.replace('{proxy+}', '');
const PAGE = '/board/';
/** Where the page gets hints at changes. */
export const LIVE_PATH = `${API}live`;

/** An answer that needs no function. */
export type Decision =
  | { readonly status: number; readonly code: string; readonly message: string }
  | { readonly file: PageFile }
  /** Events for the page. */
  | { readonly isChannel: true };

export interface PageFile {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Access control for the dispatchers' page and its API. */
export interface BoardAccess {
  /** A new random token for each start. Anyone who has it may see and change every account. */
  readonly token: string;
  /** The answer instead of the board's function; undefined if the function answers. */
  decide(request: IncomingMessage, path: string): Promise<Decision | undefined>;
  /** The event with the claims of a verified token, as API Gateway's authorizer adds them. Rejects if their function fails. */
  authorized(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyEventV2>;
}

const notFound: Decision = { status: 404, code: 'not_found', message: 'Not Found' };
export const forbidden: Decision = { status: 403, code: 'forbidden', message: 'Forbidden' };
const toPage: PageFile = { status: 302, headers: { location: PAGE }, body: Buffer.alloc(0) };
const unauthorized: Decision = { status: 401, code: 'unauthorized', message: 'Unauthorized' };

/**
 * Allows requests with the token. Rejects those that don't come from this machine.
 * @param fileAt the file of the page at a path below `/board/`
 * @param addClaims the function that adds claims to access tokens
 */
export function createBoardAccess(
  fileAt: (path: string) => Promise<PageFile | undefined>,
  addClaims: (event: object) => Promise<unknown>,
): BoardAccess {
  const token = randomBytes(32).toString('base64url');
  return {
    token,
    async decide(request, path) {
      // The board is for this machine only, so requests through a tunnel are refused.
      if (!isFromHere(request)) return forbidden;
      const isAsked = request.method === 'GET' && (path === '/' || path === PAGE.slice(0, -1));
      if (isAsked) return { file: toPage };
      // Its ticket is checked by the function that opens it: the browser sends no other headers.
      if (path === LIVE_PATH && request.method === 'GET') return { isChannel: true };
      if (!path.startsWith(API) && !path.startsWith(PAGE)) return notFound;
      if (path.startsWith(API)) {
        if (!boardMethods.some((method) => method === request.method)) return notFound;
        return equalTexts(tokenOf(request), token) ? undefined : unauthorized;
      }
      const file = request.method === 'GET' ? await fileAt(path.slice(PAGE.length)) : undefined;
      return file === undefined ? notFound : { file };
    },
    async authorized(event) {
      const { sub } = localUser;
      const claims = { sub, scope: scopes.join(' '), ...addedClaims(await addClaims(tokenEvent(localUser))) };
      const authorizer = { jwt: { claims, scopes: [...scopes] } };
      return { ...event, requestContext: { ...event.requestContext, ...{ authorizer } } };
    },
  };
}

/** The user whom the token in the page's address signs in. */
const localUser = {
  ...{ region: 'us-east-1', userPoolId: 'us-east-1_local', clientId: 'local' },
  ...{ sub: 'local', attributes: { [ACCOUNTS_CLAIM]: '*' }, scopes },
};

function tokenOf({ headers }: IncomingMessage): string {
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** The policy of the deployed page, without the addresses of its sign-in. */
const CONTENT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html";

interface BuiltFile {
  readonly name: string;
  readonly type: string;
  readonly body: Uint8Array;
}

/** Returns a function that finds a file of the page by its path. The page is built at the first request. */
export function pageFiles(build: () => Promise<readonly BuiltFile[]>) {
  let built: Promise<ReadonlyMap<string, PageFile>> | undefined;
  return async (path: string): Promise<PageFile | undefined> => {
    built ??= build().then((files) => new Map(files.map((file) => [file.name, toPageFile(file)])));
    return (await built).get(path === '' ? 'index.html' : path);
  };
}

const toPageFile = ({ type, body }: BuiltFile): PageFile => ({
  status: 200,
  headers: {
    'content-type': type,
    'content-security-policy': CONTENT_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
  },
  body: Buffer.from(body),
});
