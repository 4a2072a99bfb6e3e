import { randomUUID } from 'node:crypto';
import type { AwsCall } from '../iam/policy.ts';
import type { HttpAnswer, HttpRequest, InvokeFor } from './http-api.ts';
import { AWS_ACCOUNT, arnIn, REGION } from './names.ts';
import type { DeployedStack } from './stack.ts';

/** A connection to the WebSocket API of a template. */
export interface Socket {
  /** The messages so far. */
  readonly messages: readonly unknown[];
  close(): Promise<void>;
}

export interface WebSockets {
  /** The host of the API; undefined if the template has none. */
  readonly host: string | undefined;
  /** Opens a connection; undefined if it is refused. */
  connect(url: string): Promise<Socket | undefined>;
  /** Closes all connections without a word to anybody, as when a network breaks. */
  breakOff(): void;
  /** Answers a request to the API's own address: a message for a connection. */
  push(request: HttpRequest): HttpAnswer;
}

interface WebSocketDependencies {
  readonly stack: DeployedStack;
  readonly invoke: InvokeFor;
  /** Whether the function whose access key this is may do that. */
  readonly mayCall: (accessKey: string, call: AwsCall) => boolean;
}

const answerOf = (status: number): HttpAnswer => ({ status, headers: {}, body: '' });

/** Plays the WebSocket API of a template, by its stage, routes and integrations. */
export function webSocketsOf({ stack, invoke, mayCall }: WebSocketDependencies): WebSockets {
  const api = stack
    .ofType('AWS::ApiGatewayV2::Api')
    .find(({ properties }) => properties.ProtocolType === 'WEBSOCKET');
  const stage = stack
    .ofType('AWS::ApiGatewayV2::Stage')
    .find(({ properties }) => properties.ApiId === api?.ref);
  const stageName = stage?.properties.StageName;
  const host = api && `${api.ref}.execute-api.${REGION}.amazonaws.com`;
  const open = new Map<string, unknown[]>();

  /** Runs the function of a route; undefined without one, or if it fails. */
  async function run(routeKey: string, connectionId: string, query = new URLSearchParams()) {
    const route = stack
      .ofType('AWS::ApiGatewayV2::Route')
      .find(({ properties }) => properties.ApiId === api?.ref && properties.RouteKey === routeKey);
    if (route === undefined) return undefined;
    if ((route.properties.AuthorizationType ?? 'NONE') !== 'NONE')
      throw new Error('The stand-in of the WebSocket API knows no authorizers');
    const { IntegrationUri, IntegrationType } = stack.at(
      String(route.properties.Target).replace('integrations/', ''),
    ).properties;
    const [, functionArn = ''] = /functions\/(.+)\/invocations$/.exec(IntegrationUri) ?? [];
    if (IntegrationType !== 'AWS_PROXY')
      throw new Error('The stand-in of the WebSocket API knows functions only');
    const source = `arn:aws:execute-api:${REGION}:${AWS_ACCOUNT}:${api?.ref}/${stageName}/${routeKey}`;
    const event = {
      requestContext: { routeKey, connectionId, apiId: api?.ref, stage: stageName, domainName: host },
      ...(query.size > 0 && { queryStringParameters: Object.fromEntries(query) }),
      isBase64Encoded: false,
    };
    return await invoke(functionArn, 'apigateway.amazonaws.com', source, event).catch(() => undefined);
  }

  return {
    host,
    async connect(url) {
      const { protocol, hostname, pathname, searchParams } = new URL(url);
      if (protocol !== 'wss:' || hostname !== host || pathname !== `/${stageName}`) return undefined;
      const connectionId = `${randomUUID().slice(0, 12)}=`;
      const answer = Object(await run('$connect', connectionId, searchParams));
      if (answer.statusCode !== 200) return undefined;
      const messages: unknown[] = [];
      open.set(connectionId, messages);
      return {
        messages,
        async close() {
          open.delete(connectionId);
          await run('$disconnect', connectionId);
        },
      };
    },
    breakOff: () => open.clear(),
    push({ method, path, headers = {}, body = '' }) {
      const [, , id = ''] = /^\/([^/]+)\/@connections\/([^/]+)$/.exec(path) ?? [];
      const [, accessKey = ''] = /Credential=([^/]+)\//.exec(headers.authorization ?? '') ?? [];
      const connectionId = decodeURIComponent(id);
      const resource = arnIn('execute-api', `${api?.ref}${path.replace('/@', `/${method}/@`)}`);
      const call = { action: 'execute-api:ManageConnections', resource, keys: {} };
      if (method !== 'POST' || !mayCall(accessKey, call)) return answerOf(403);
      const messages = open.get(connectionId);
      messages?.push(JSON.parse(body));
      return answerOf(messages === undefined ? 410 : 200);
    },
  };
}
