import type { APIGatewayProxyEventV2 } from 'aws-lambda';

export interface Target {
  readonly method: string;
  readonly path: string;
}

/** The parts of a request that an event contains. */
export interface Received {
  /** The headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly query?: string;
  readonly protocol?: string;
  readonly sourceIp?: string;
  readonly body: Buffer;
  readonly requestId: string;
  readonly now: Date;
}

/** Returns the event that API Gateway's HTTP API sends to a function for a request, in format 2.0. */
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

function joinParameters(query: string): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(joined);
}
