import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { isAccountId } from '../accounts/account-id.ts';
import { type Delivery, type LambdaIdentity, receive } from '../http/delivery.ts';
import { type Problem, payloadTooLarge, toProblem } from '../http/problem.ts';
import { answerResponse, problemResponse } from '../http/response.ts';
import { type Caller, callerOf, maySee } from './caller.ts';
import * as changes from './changes.ts';
import type { BoardDependencies } from './dependencies.ts';
import { etagOf } from './etag.ts';
import { type BoardAnswer, type Operation, ownRequest } from './exchange.ts';
import * as planning from './planning.ts';
import { boardRetry, notFound, scopeMissing } from './problems.ts';
import { listDays, readBoard, readQueue } from './read-day.ts';
import { findCustomer, listCalls, readCall, readRequest } from './read-lists.ts';
import { type BoardOperation, matchRoute, type PathParts, scopeOf } from './routes.ts';
import { accountViewOf } from './to-view.ts';

/** Milliseconds: a dispatcher is waiting, but no caller. */
const DEADLINE_MS = 5_000;
const MAX_BODY_BYTES = 64 * 1024;
const requestPattern = /^dr_[0-9abcdefghjkmnpqrstvwxyz]{20}$/;

const operations: Readonly<Record<Exclude<BoardOperation, 'listAccounts'>, Operation>> = {
  listDays,
  readBoard,
  readQueue,
  readRequest,
  listStarts: planning.listStarts,
  createJob: planning.createJob,
  schedule: changes.schedule,
  move: changes.move,
  assign: changes.assign,
  setStatus: changes.setJobStatus,
  setUrgency: changes.changeUrgency,
  hold: changes.hold,
  cancel: changes.cancel,
  decline: changes.decline,
  review: changes.review,
  acknowledge: changes.takeNote,
  split: changes.split,
  addNote: changes.note,
  block: planning.block,
  unblock: planning.unblock,
  listCalls,
  readCall,
  findCustomer,
};

export type BoardHandler = (
  event: APIGatewayProxyEventV2,
  context: LambdaIdentity,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** The dispatchers' API. Every error becomes a problem response, and every request a log line. */
export function boardApi(deps: BoardDependencies): BoardHandler {
  let coldStart = true;
  return (event, context) => {
    const receipt = { startedAt: deps.now(), coldStart };
    coldStart = false;
    return deps.meter.measure(async (usage) => {
      const delivery = receive(event, context, { ...receipt, usage });
      const { response, problem } = await respond(delivery, deps);
      deps.log({
        ...delivery.notes,
        time: new Date(delivery.startedAt).toISOString(),
        requestId: delivery.requestId,
        functionName: delivery.functionName,
        apiId: delivery.requestContext.apiId,
        route: 'board',
        status: response.statusCode ?? 500,
        ...(problem && { code: problem.code }),
        ...problem?.fault,
        durationMs: deps.now() - delivery.startedAt,
        coldStart: delivery.coldStart,
        roundTrips: usage.roundTrips,
        racesRetried: usage.racesRetried,
      });
      return response;
    });
  };
}

interface Responded {
  readonly response: APIGatewayProxyStructuredResultV2;
  readonly problem?: Problem;
}

async function respond(delivery: Delivery, deps: BoardDependencies): Promise<Responded> {
  try {
    const answer = await answerOf(delivery, deps);
    return { response: answerResponse(tagged(answer, delivery), delivery.requestId) };
  } catch (error) {
    const problem = toProblem(error, boardRetry);
    const response = problemResponse(problem, delivery.requestId);
    return { response: { ...response, headers: { ...response.headers, ...notStored } }, problem };
  }
}

/** Answers hold personal data, which no cache may keep. */
const notStored = { 'cache-control': 'no-store' };

async function answerOf(delivery: Delivery, deps: BoardDependencies): Promise<BoardAnswer> {
  const { method } = delivery.requestContext.http;
  const path = pathOf(delivery);
  const caller = callerOf(delivery);
  const matched = matchRoute(method, path);
  if (matched === undefined) throw notFound();
  const { route, parts } = matched;
  const scope = scopeOf[route.method];
  if (!caller.scopes.includes(scope)) throw scopeMissing(scope);
  if (delivery.bytes.length > MAX_BODY_BYTES) throw payloadTooLarge(MAX_BODY_BYTES);
  delivery.notes = { ...delivery.notes, function: route.operation };
  if (route.operation === 'listAccounts') return await listAccounts(caller, deps);
  const deadline = delivery.startedAt + DEADLINE_MS;
  const { account, found } = await readNamed(parts, caller, deps, deadline);
  delivery.notes = { ...delivery.notes, account: account.accountId };
  const shared = { delivery, parts, caller, account, deps, deadline, now: delivery.startedAt };
  return await operations[route.operation]({ ...shared, subject: () => ownRequest(found, account) });
}

/** API Gateway begins the path with the name of its stage, unless that is the default one. */
function pathOf({ requestContext: { http, stage } }: Delivery): string {
  return http.path.startsWith(`/${stage}/`) ? http.path.slice(stage.length + 1) : http.path;
}

/** The account of a path and its request, if it names one, read at the same time. */
async function readNamed(
  parts: PathParts,
  caller: Caller,
  { accounts, requests }: BoardDependencies,
  deadline: number,
) {
  if (!isAccountId(parts.account) || !maySee(caller, parts.account)) throw notFound();
  const isRequest = requestPattern.test(parts.request);
  const [account, found] = await Promise.all([
    accounts.byId(parts.account),
    isRequest ? requests.get(parts.request, deadline) : undefined,
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

/** The answer with its `ETag`; a 304 if the sender has it already. */
function tagged({ tagged: own, ...answer }: BoardAnswer, { headers, requestContext }: Delivery): BoardAnswer {
  if (answer.body === undefined) return { ...answer, headers: notStored };
  const etag = etagOf(own ?? answer.body);
  const isKnown = requestContext.http.method === 'GET' && listsTag(headers['if-none-match'], etag);
  const ownHeaders = { ...notStored, etag };
  return isKnown ? { status: 304, headers: ownHeaders } : { ...answer, headers: ownHeaders };
}

/** CloudFront may weaken a tag. */
function listsTag(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag);
}
