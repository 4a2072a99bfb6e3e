import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** Where a request goes. */
interface Target {
  readonly method: string;
  readonly path: string;
}

/** The parts of a request that an event contains. */
export interface Received {
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly query?: string;
  readonly protocol?: string;
  readonly sourceIp?: string;
  readonly body: Buffer;
  readonly requestId: string;
  readonly now: Date;
}

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

/** The same for a request that is not sent. */
export function eventOf(route: Target, received: Received): APIGatewayProxyEventV2 {
  const { headers, cookies = [], query = '', body, requestId, now } = received;
  const parameters = joinParameters(query);
  return {
    version: '2.0',
    routeKey: `${route.method} ${route.path}`,
    rawPath: route.path,
    rawQueryString: query,
    ...(cookies.length > 0 ? { cookies: [...cookies] } : {}),
    headers,
    ...(Object.keys(parameters).length > 0 ? { queryStringParameters: parameters } : {}),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: headers.host ?? 'localhost',
      domainPrefix: 'local',
      http: {
        method: route.method,
        path: route.path,
        protocol: received.protocol ?? 'HTTP/1.1',
        sourceIp: received.sourceIp ?? '127.0.0.1',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId,
      routeKey: `${route.method} ${route.path}`,
      stage: '$default',
      time: now.toISOString(),
      timeEpoch: now.getTime(),
    },
    ...(body.length > 0 ? { body: body.toString('base64') } : {}),
    isBase64Encoded: body.length > 0,
  };
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

function joinParameters(query: string): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(joined);
}
