import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { eventOf, type Target } from '../../lib/smoke/api-event.ts';

/** What API Gateway's HTTP API sends to a function for this request, in format 2.0. */
export function toEvent(
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

/** Path and query of the request, as sent. */
export function splitUrl(request: IncomingMessage): readonly [path: string, query?: string] {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  return mark === -1 ? [url] : [url.slice(0, mark), url.slice(mark + 1)];
}

/** Names in lower case; repeated headers are joined with commas; cookies are separate. */
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
