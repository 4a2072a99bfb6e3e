import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { HttpAnswer, HttpRequest } from './http-api.ts';
import type { DeployedStack, StackResource } from './stack.ts';

type Ask = (url: string, request: Omit<HttpRequest, 'path'>) => Promise<HttpAnswer>;

/** The public addresses of a template for a function that fetches them. */
export interface Front {
  /** The origins that answer for the template's hosts: those of CloudFront, and of the WebSocket API. */
  hosts(stack: DeployedStack): Readonly<Record<string, string>>;
  stop(): void;
}

export async function startFront(ask: Ask): Promise<Front> {
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = await text(request);
    const given = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    const answer = await ask(`https://${headers['x-original-host']}${url}`, {
      method,
      headers: Object.fromEntries(given),
      body,
    });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    hosts: (stack) =>
      Object.fromEntries([
        ...stack
          .ofType('AWS::CloudFront::Distribution')
          .map((one) => [one.attribute('DomainName'), origin] as const),
        ...stack
          .ofType('AWS::ApiGatewayV2::Api')
          .filter(({ properties }) => properties.ProtocolType === 'WEBSOCKET')
          .map((api) => [new URL(api.attribute('ApiEndpoint')).host, origin] as const),
      ]),
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The API behind a public address, and the path that it gets: CloudFront's choice by its behaviors and origins, or the API's own. */
export function originOf(
  stack: DeployedStack,
  url: string,
): { readonly apiId: string; readonly path: string } {
  const { hostname, pathname, search } = new URL(url);
  const distribution = stack
    .ofType('AWS::CloudFront::Distribution')
    .find((one) => one.attribute('DomainName') === hostname);
  const own = stack
    .ofType('AWS::ApiGatewayV2::Api')
    .find((api) => api.attribute('ApiEndpoint') === `https://${hostname}`);
  if (own !== undefined) {
    if (own.properties.DisableExecuteApiEndpoint) throw new Error(`${hostname} is disabled`);
    return { apiId: own.ref, path: `${pathname}${search}` };
  }
  if (distribution === undefined) throw new Error(`The template has no address ${hostname}`);
  const { Origins, CacheBehaviors = [], DefaultCacheBehavior } = distribution.properties.DistributionConfig;
  const behavior = CacheBehaviors.find(({ PathPattern }: { PathPattern: string }) =>
    pathname.startsWith(`/${PathPattern.replace(/^\//, '').replace('*', '')}`),
  );
  const { TargetOriginId } = behavior ?? DefaultCacheBehavior;
  const origin = Origins.find(({ Id }: { Id: string }) => Id === TargetOriginId);
  const isOrigin = (api: StackResource) => api.attribute('ApiEndpoint') === `https://${origin.DomainName}`;
  const api = stack.ofType('AWS::ApiGatewayV2::Api').find(isOrigin);
  if (api === undefined) throw new Error(`No API answers ${pathname} of ${distribution.path}`);
  return { apiId: api.ref, path: `${origin.OriginPath ?? ''}${pathname}${search}` };
}
