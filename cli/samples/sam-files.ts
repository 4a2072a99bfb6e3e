import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { SampleContext } from '../../lib/kits/samples/sample.ts';
import { routeById } from '../../lib/routes.ts';
import type { SigningKey } from '../../lib/signatures/types.ts';
import { eventOf } from '../../lib/smoke/api-event.ts';
import { signedHeaders } from '../../lib/smoke/signed-headers.ts';
import { CONTAINER_HOST } from '../../local/private-server.ts';
import { secretVariables } from '../../local/secrets.ts';
import type { ServerState } from '../../local/state-file.ts';
import type { TemplateFunction } from '../lambda-functions.ts';
import type { PlatformSample } from './samples.ts';

/** API Gateway's event for a sample, signed with `key`. */
export function signedEvent(
  { integration, route, args, body: bodyOf }: PlatformSample,
  context: SampleContext,
  key: SigningKey,
): APIGatewayProxyEventV2 {
  const body = Buffer.from(JSON.stringify(bodyOf(context, args?.(context) ?? {})));
  const proof = signedHeaders(integration, key, {
    body,
    now: context.now.getTime(),
    id: `msg_${context.callId}`,
  });
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    host: 'localhost',
    'user-agent': 'dispatch',
    ...proof,
  };
  return eventOf(routeById(route), { headers, body, requestId: context.callId, now: context.now });
}

/**
 * The file for `sam local --env-vars`, by logical id: the running server's table and secrets, as a container reaches
 * them. Only variables that the template declares, because sam ignores others.
 */
export function environmentFile(
  functions: readonly TemplateFunction[],
  { table, endpoint, secretsEndpoint }: Pick<ServerState, 'table' | 'endpoint' | 'secretsEndpoint'>,
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const local: Readonly<Record<string, string>> = {
    TABLE_NAME: table,
    ...secretVariables,
    AWS_ENDPOINT_URL_DYNAMODB: fromContainer(endpoint),
    AWS_ENDPOINT_URL_SECRETS_MANAGER: fromContainer(secretsEndpoint),
  };
  return Object.fromEntries(
    functions.map(({ logicalId, variables }) => {
      return [logicalId, Object.fromEntries(Object.entries(local).filter(([name]) => name in variables))];
    }),
  );
}

/** A container has its own loopback; Docker Desktop has a name for the machine. */
function fromContainer(endpoint: string): string {
  const url = new URL(endpoint);
  if (url.hostname === '127.0.0.1' || url.hostname === 'localhost') url.hostname = CONTAINER_HOST;
  return url.href.replace(/\/$/, '');
}
