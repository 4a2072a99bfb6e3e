import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { eventOf } from '../../../lib/smoke/api-event.ts';
import { AWS_ACCOUNT, REGION } from './names.ts';
import type { DeployedStack, StackResource } from './stack.ts';
import { type IssuerKeys, verifyToken } from './tokens.ts';

export interface HttpRequest {
  readonly method: string;
  /** With a query, if there is one. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Runs a function for a service of AWS; rejects if the function doesn't allow it. */
export type InvokeFor = (
  functionArn: string,
  service: string,
  sourceArn: string,
  event: unknown,
) => Promise<unknown>;

export interface HttpApiDependencies {
  readonly stack: DeployedStack;
  readonly invoke: InvokeFor;
  /** The public keys of the issuers of tokens. */
  readonly keys: IssuerKeys;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const answerOf = (status: number, message: string): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message }),
});

/**
 * Answers a request as the HTTP API of this id would, by the routes, authorizers and integrations of the template. The
 * path begins with the name of the stage unless that is `$default`.
 */
export async function askApi(
  apiId: string,
  request: HttpRequest,
  deps: HttpApiDependencies,
): Promise<HttpAnswer> {
  const { stack, invoke, now } = deps;
  const stage = stack.ofType('AWS::ApiGatewayV2::Stage').find(({ properties }) => properties.ApiId === apiId);
  const url = new URL(request.path, 'https://api.invalid');
  const prefix = stage?.properties.StageName === '$default' ? '' : `/${stage?.properties.StageName}`;
  const path = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : '';
  const route = stack
    .ofType('AWS::ApiGatewayV2::Route')
    .find(
      ({ properties }) => properties.ApiId === apiId && isRoute(properties.RouteKey, request.method, path),
    );
  if (route === undefined) return answerOf(404, 'Not Found');
  const authorizer = authorize(route, request, deps);
  if ('status' in authorizer) return authorizer;
  const { IntegrationUri, PayloadFormatVersion, IntegrationType } = stack.at(
    String(route.properties.Target).replace('integrations/', ''),
  ).properties;
  if (PayloadFormatVersion !== '2.0' || IntegrationType !== 'AWS_PROXY')
    throw new Error('The stand-in of the HTTP API knows format 2.0 only');
  const received = {
    headers: lowerCase(request.headers ?? {}),
    query: url.search.replace('?', ''),
    body: Buffer.from(request.body ?? ''),
    requestId: randomUUID(),
    now: new Date(now()),
  };
  const event = eventOf({ method: request.method, path: url.pathname }, received);
  const source = `arn:aws:execute-api:${REGION}:${AWS_ACCOUNT}:${apiId}/${stage?.properties.StageName}/${request.method}${patternOf(route)}`;
  const complete = {
    ...event,
    routeKey: route.properties.RouteKey,
    requestContext: contextOf(event, authorizer, apiId),
  };
  return toHttp(
    await invoke(IntegrationUri, 'apigateway.amazonaws.com', source, complete).catch(() => undefined),
  );
}

const lowerCase = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const patternOf = ({ properties }: StackResource): string => String(properties.RouteKey).split(' ')[1] ?? '';

function isRoute(routeKey: string, method: string, path: string): boolean {
  const [ownMethod, pattern = ''] = routeKey.split(' ');
  if (ownMethod !== method && ownMethod !== 'ANY') return false;
  return pattern.endsWith('/{proxy+}') ? path.startsWith(pattern.replace('{proxy+}', '')) : path === pattern;
}

type Authorizer = { readonly jwt?: { readonly claims: object; readonly scopes: readonly string[] } };

function authorize(
  { properties }: StackResource,
  { headers = {} }: HttpRequest,
  { stack, keys, now }: HttpApiDependencies,
): Authorizer | HttpAnswer {
  if (properties.AuthorizationType === 'NONE') return {};
  const { AuthorizerType, IdentitySource, JwtConfiguration } = stack.at(properties.AuthorizerId).properties;
  if (AuthorizerType !== 'JWT' || String(IdentitySource) !== '$request.header.Authorization')
    throw new Error('The stand-in of the HTTP API knows tokens in the header Authorization only');
  const token = lowerCase(headers).authorization?.replace(/^Bearer /, '') ?? '';
  const claims = verifyToken(token, { keys, issuer: JwtConfiguration.Issuer, now: now() });
  const audience: readonly string[] = JwtConfiguration.Audience;
  const isForUs = [claims?.aud ?? claims?.client_id].flat().some((one) => audience.includes(String(one)));
  if (claims === undefined || !isForUs) return answerOf(401, 'Unauthorized');
  const wanted: readonly string[] = properties.AuthorizationScopes ?? [];
  const scopes = String(claims.scope ?? '').split(' ');
  if (wanted.length > 0 && !wanted.some((scope) => scopes.includes(scope))) return answerOf(403, 'Forbidden');
  // API Gateway passes each claim as text.
  const asText = Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, String(value)]));
  return { jwt: { claims: asText, scopes: wanted } };
}

function contextOf({ requestContext }: APIGatewayProxyEventV2, { jwt }: Authorizer, apiId: string) {
  return { ...requestContext, apiId, ...(jwt !== undefined && { authorizer: { jwt } }) };
}

function toHttp(answer: unknown): HttpAnswer {
  if (typeof answer !== 'object' || answer === null || !('statusCode' in answer))
    return answerOf(500, 'Internal Server Error');
  const { statusCode, headers, body, isBase64Encoded } = {
    headers: {},
    body: '',
    isBase64Encoded: false,
    ...answer,
  };
  const text = Buffer.from(String(body), isBase64Encoded ? 'base64' : 'utf8').toString('utf8');
  return { status: Number(statusCode), headers: lowerCase(Object(headers)), body: text };
}
