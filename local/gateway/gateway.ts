import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';
import { isPagePath } from '../../lib/pages/routes.ts';
import { routes } from '../../lib/routes.ts';
import { eventOf, type Target } from '../../lib/smoke/api-event.ts';
import { type BoardAccess, type Decision, forbidden } from '../board/board-access.ts';
import type { LiveChannel } from '../board/live-channel.ts';
import { isForPage, isFromHere, isThrough } from '../hosts.ts';
import type { FunctionName } from './functions.ts';
import type { RequestLine } from './request-line.ts';

/** API Gateway has this limit for every route. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

const FunctionAnswer = v.object({
  statusCode: v.number(),
  headers: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])), {}),
  cookies: v.optional(v.array(v.string()), []),
  body: v.optional(v.string(), ''),
  isBase64Encoded: v.optional(v.boolean(), false),
});

export interface GatewayDependencies {
  /** Runs a function. Rejects if it throws; the client then gets API Gateway's 500. */
  readonly invoke: (id: FunctionName, event: APIGatewayProxyEventV2) => Promise<unknown>;
  /** Serves the dispatchers' page and decides who may use its API. */
  readonly board: BoardAccess;
  /** Opens events for the dispatchers' page. */
  readonly live: LiveChannel['serve'];
  /** Further names under which platforms reach this server, such as that of a tunnel. */
  readonly hosts: readonly string[];
  /** Called for requests that no function answered, since no function logged them. */
  readonly log: (line: RequestLine) => void;
  readonly now: () => Date;
}

/**
 * Works like the deployed HTTP API: a route's function answers, anything else is 404. Requests that name a host that is
 * neither this machine nor one of `hosts`, and those of pages elsewhere, get 403.
 */
export function createGateway(dependencies: GatewayDependencies): Server {
  return createServer((request, response) => {
    serve(request, response, dependencies).catch(() => {
      // The client disconnected while sending its body.
      response.destroy();
    });
  });
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { invoke, log, now, board, live, hosts }: GatewayDependencies,
): Promise<void> {
  const arrived = now();
  const body = await readBody(request);
  const [path, query] = splitUrl(request);
  const target = await targetOf(request, path, { board, hosts });
  const refuse = (status: number, code: string, message: string) => {
    const durationMs = now().getTime() - arrived.getTime();
    const name = 'id' in target ? target.id : `${request.method} ${path}`;
    log({ time: arrived.toISOString(), route: name, status, code, durationMs });
    reply(response, status, { 'content-type': 'application/json' }, JSON.stringify({ message }));
  };
  if ('isChannel' in target) return await live(request, response, query ?? '');
  if ('file' in target) return reply(response, target.file.status, target.file.headers, target.file.body);
  if ('status' in target) return refuse(target.status, target.code, target.message);
  if (body === undefined) return refuse(413, 'payload_too_large', 'Request Entity Too Large');
  const event = toEvent(request, target, body, { requestId: randomUUID(), now: arrived });
  let answer: unknown;
  try {
    answer = await invoke(target.id, target.id === 'board' ? await board.authorized(event) : event);
  } catch (error) {
    return refuse(500, error instanceof Error ? error.message : 'internal', 'Internal Server Error');
  }
  forward(response, answer);
}

interface FunctionTarget extends Target {
  readonly id: FunctionName;
}

async function targetOf(
  request: IncomingMessage,
  path: string,
  { board, hosts }: Pick<GatewayDependencies, 'board' | 'hosts'>,
): Promise<FunctionTarget | Decision> {
  const { method = '' } = request;
  if (isPagePath(path)) return isForPage(request, hosts) ? { id: 'pages', method, path } : forbidden;
  if (!isFromHere(request) && !isThrough(request, hosts)) return forbidden;
  const route = routes.find((candidate) => candidate.method === method && candidate.path === path);
  if (route !== undefined) return route;
  return (await board.decide(request, path)) ?? { id: 'board', method, path };
}

/** Reads the raw bytes; undefined if there are too many, which are read nevertheless so that the client gets the answer. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) chunks.length = 0;
    else chunks.push(chunk);
  }
  return bytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks);
}

/** Like API Gateway, treats an answer without `statusCode` as the body of a 200. */
function forward(response: ServerResponse, answer: unknown): void {
  const parsed = v.safeParse(FunctionAnswer, answer);
  if (!parsed.success) {
    reply(response, 200, { 'content-type': 'application/json' }, JSON.stringify(answer ?? null));
    return;
  }
  const { statusCode, headers, cookies, body, isBase64Encoded } = parsed.output;
  for (const cookie of cookies) response.appendHeader('set-cookie', cookie);
  const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  reply(
    response,
    statusCode,
    Object.fromEntries(texts),
    isBase64Encoded ? Buffer.from(body, 'base64') : body,
  );
}

function reply(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
): void {
  const { 'content-length': _, ...rest } = headers;
  const length = Buffer.byteLength(body);
  const bodiless = status === 204 || status === 304;
  response.writeHead(status, { ...rest, ...(bodiless ? {} : { 'content-length': String(length) }) });
  response.end(bodiless ? undefined : body);
}

function toEvent(
  request: IncomingMessage,
  route: Target,
  body: Buffer,
  { requestId, now }: { requestId: string; now: Date },
): APIGatewayProxyEventV2 {
  const [, query] = splitUrl(request);
  return eventOf(route, {
    ...joinHeaders(request.rawHeaders),
    ...(query === undefined ? {} : { query }),
    protocol: `HTTP/${request.httpVersion}`,
    sourceIp: request.socket.remoteAddress ?? '127.0.0.1',
    body,
    requestId,
    now,
  });
}

/** Splits the URL of a request into its path and query, as sent. */
function splitUrl(request: IncomingMessage): readonly [path: string, query?: string] {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  return mark === -1 ? [url] : [url.slice(0, mark), url.slice(mark + 1)];
}

/** Writes names in lower case, joins repeated headers with commas and separates cookies, as API Gateway does. */
function joinHeaders(raw: readonly string[]) {
  const joined = new Map<string, string>();
  const cookies: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const value = raw[index + 1] ?? '';
    const before = joined.get(name);
    if (name === 'cookie') cookies.push(...value.split(/;\s*/));
    else joined.set(name, before === undefined ? value : `${before},${value}`);
  }
  const headers: Record<string, string> = Object.fromEntries(joined);
  return { headers, cookies };
}
