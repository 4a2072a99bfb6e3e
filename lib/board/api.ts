import * as v from 'valibot';
import { isAccountId } from '../accounts/account.ts';
import { type Delivery, type HttpHandler, limitSize, note, pipeline } from '../http/pipeline.ts';
import { dispatcherOf } from '../record/dispatcher-changes.ts';
import { requestIdPattern } from '../record/ids.ts';
import * as changes from './changes.ts';
import { ACCOUNTS_CLAIM } from './claims.ts';
import * as live from './live.ts';
import {
  type BoardAnswer,
  type BoardDependencies,
  type Caller,
  type Operation,
  ownRequest,
} from './operation.ts';
import * as planning from './planning.ts';
import { notFound, scopeMissing, tokenMissing } from './problems.ts';
import * as reads from './reads.ts';
import { type BoardOperation, matchRoute, type PathParts, scopeOf } from './routes.ts';
import { accountViewOf, etagOf } from './to-view.ts';

/** Milliseconds: a dispatcher is waiting, but no caller. */
const DEADLINE_MS = 5_000;
const MAX_BODY_BYTES = 64 * 1024;
/** Temporary faults are retried at once, because a person is waiting. */
const RETRY_STATUS = 503;

const operations: Readonly<Record<Exclude<BoardOperation, 'listAccounts'>, Operation>> = {
  ...reads,
  ...planning,
  ...changes,
  ...live,
};

/** The dispatchers' API. */
export function boardApi(deps: BoardDependencies): HttpHandler {
  return pipeline({ ...deps, route: 'board', retryStatus: RETRY_STATUS }, async (delivery) =>
    tagged(await answerOf(delivery, deps), delivery),
  );
}

async function answerOf(delivery: Delivery, deps: BoardDependencies): Promise<BoardAnswer> {
  const caller = callerOf(delivery);
  const matched = matchRoute(delivery.requestContext.http.method, pathOf(delivery));
  if (matched === undefined) throw notFound();
  const { route, parts } = matched;
  const scope = scopeOf[route.method];
  if (!caller.scopes.includes(scope)) throw scopeMissing(scope);
  limitSize(delivery, MAX_BODY_BYTES);
  note(delivery, { function: route.operation });
  if (route.operation === 'listAccounts') return await listAccounts(caller, deps);
  const now = delivery.startedAt;
  const deadline = now + DEADLINE_MS;
  const { account, found } = await readNamed(parts, caller, deps, deadline);
  note(delivery, { account: account.accountId });
  const subject = () => ownRequest(found, account);
  return await operations[route.operation]({
    delivery,
    parts,
    caller,
    account,
    subject,
    deps,
    deadline,
    now,
  });
}

/** Where API Gateway's authorizer puts the claims of a token that it has verified. */
const Authorized = v.object({
  requestContext: v.object({
    authorizer: v.object({
      jwt: v.object({
        claims: v.object({
          sub: v.string(),
          name: v.optional(v.string()),
          email: v.optional(v.string()),
          scope: v.optional(v.string(), ''),
          exp: v.optional(v.string()),
          [ACCOUNTS_CLAIM]: v.optional(v.string(), ''),
        }),
      }),
    }),
  }),
});

/** The sender of a delivery. Throws a 401 without a verified token, or with a subject that can't be recorded. */
function callerOf(delivery: Delivery): Caller {
  const parsed = v.safeParse(Authorized, delivery);
  if (!parsed.success) throw tokenMissing();
  const {
    sub,
    name,
    email,
    scope,
    exp,
    [ACCOUNTS_CLAIM]: accounts,
  } = parsed.output.requestContext.authorizer.jwt.claims;
  // Another system may have no name.
  const actor = [name, email, sub].map((one) => one && dispatcherOf(one)).find(Boolean);
  if (!actor) throw tokenMissing();
  // API Gateway writes a list as `[a b]`.
  const ids = accounts.split(/[\s,[\]"]+/).filter((id) => id !== '');
  return {
    actor,
    subject: sub,
    accounts: ids.includes('*') ? 'all' : ids,
    scopes: scope.split(' '),
    expiresAt: exp === undefined ? undefined : Number(exp) * 1_000,
  };
}

/** API Gateway begins the path with the name of its stage, unless that is the default one. */
function pathOf({ requestContext: { http, stage } }: Delivery): string {
  return http.path.startsWith(`/${stage}/`) ? http.path.slice(stage.length + 1) : http.path;
}

/** Reads the account of a path and, at the same time, the request that the path names. */
async function readNamed(
  parts: PathParts,
  caller: Caller,
  { accounts, requests }: BoardDependencies,
  deadline: number,
) {
  const maySee = caller.accounts === 'all' || caller.accounts.includes(parts.account);
  if (!isAccountId(parts.account) || !maySee) throw notFound();
  const [account, found] = await Promise.all([
    accounts.byId(parts.account),
    requestIdPattern.test(parts.request) ? requests.get(parts.request, deadline) : undefined,
  ]);
  if (account === undefined) throw notFound();
  return { account, found };
}

/** `GET /accounts` */
async function listAccounts(caller: Caller, { accounts }: BoardDependencies): Promise<BoardAnswer> {
  const ids = caller.accounts;
  const found =
    ids === 'all'
      ? await accounts.list()
      : await Promise.all(ids.filter(isAccountId).map((id) => accounts.byId(id)));
  const known = found.filter((account) => account !== undefined);
  return { status: 200, body: { accounts: known.map(accountViewOf) } };
}

/** Gives an answer its `ETag`, or makes it a 304 if the sender has it already. */
function tagged({ tagged: own, ...answer }: BoardAnswer, { headers, requestContext }: Delivery): BoardAnswer {
  if (answer.body === undefined) return answer;
  const etag = etagOf(own ?? answer.body);
  const isKnown = requestContext.http.method === 'GET' && listsTag(headers['if-none-match'], etag);
  return isKnown ? { status: 304, headers: { etag } } : { ...answer, headers: { etag } };
}

/** CloudFront may weaken a tag. */
function listsTag(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag);
}
