import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';

/** The method and path of a request. */
interface Target {
  readonly method: string;
  readonly path: string;
}

export interface EventOptions {
  readonly route: Target;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the body is sent in base64, as API Gateway does with most content types. Otherwise it must be text. */
  readonly base64?: boolean;
}

/** The event that an HTTP API passes to a Lambda function: format 2.0, header names in lower case. */
export function apiGatewayEvent(options: EventOptions): APIGatewayProxyEventV2 {
  const { route, body, headers = {}, base64 = true } = options;
  const bytes = Buffer.from(body);
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    version: '2.0',
    routeKey: `${route.method} ${route.path}`,
    rawPath: route.path,
    rawQueryString: '',
    headers: {
      accept: '*/*',
      'content-length': String(bytes.length),
      'content-type': 'application/json',
      host: 'abc123defg.execute-api.us-east-1.amazonaws.com',
      'user-agent': 'sender/1.0',
      'x-amzn-trace-id': 'Root=1-69000000-000000000000000000000000',
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-port': '443',
      'x-forwarded-proto': 'https',
      ...Object.fromEntries(lowerCase),
    },
    requestContext: requestContext(route),
    ...(bytes.length > 0 && { body: bytes.toString(base64 ? 'base64' : 'utf8') }),
    isBase64Encoded: base64 && bytes.length > 0,
  };
}

function requestContext({ method, path }: Target): APIGatewayProxyEventV2['requestContext'] {
  const domainName = 'abc123defg.execute-api.us-east-1.amazonaws.com';
  return {
    accountId: '123456789012',
    apiId: 'abc123defg',
    domainName,
    domainPrefix: 'abc123defg',
    http: { method, path, protocol: 'HTTP/1.1', sourceIp: '203.0.113.7', userAgent: 'sender/1.0' },
    requestId: 'Xyz12hNOIAMESsQ=',
    routeKey: `${method} ${path}`,
    stage: '$default',
    time: '05/Nov/2026:15:00:00 +0000',
    timeEpoch: 1793890800000,
  };
}

/** The context of an invocation with more time left than any machine takes: only its own deadline ends a request. */
export function lambdaContext(requestId = '11111111-2222-4333-8444-555555555555'): Context {
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: 'dispatch-test',
    functionVersion: '$LATEST',
    invokedFunctionArn: 'arn:aws:lambda:us-east-1:123456789012:function:dispatch-test',
    memoryLimitInMB: '1024',
    awsRequestId: requestId,
    logGroupName: '/aws/lambda/dispatch-test',
    logStreamName: '2026/11/05/[$LATEST]00000000000000000000000000000000',
    getRemainingTimeInMillis: () => 600_000,
    done() {},
    fail() {},
    succeed() {},
  };
}
