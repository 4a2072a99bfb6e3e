import { randomUUID } from 'node:crypto';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { allStores, realDependencies } from '../../lib/aws/composition.ts';
import { createSecretLoader } from '../../lib/aws/secrets.ts';
import type { RequestLog } from '../../lib/http/log.ts';
import { mapFields } from '../../lib/map-fields.ts';
import { type WebhookSender, webhookSenderIds } from '../../lib/platforms/index.ts';
import { routeById, routes } from '../../lib/routes.ts';
import { createSecretCache } from '../../lib/secrets/secret-cache.ts';
import { createGateway } from '../../local/gateway/gateway.ts';
import { createHandlers } from '../../openapi/handlers.ts';
import type { TestTable } from './database.ts';
import { lambdaContext } from './events.ts';

export interface ServedFunctions {
  readonly url: string;
  readonly lines: readonly RequestLog[];
  stop(): Promise<void>;
}

interface Served {
  readonly table: TestTable;
  /** Of Secrets Manager. */
  readonly endpoint: string;
  readonly secretNames: Readonly<Record<WebhookSender, string>>;
  /** Epoch milliseconds, by which the containers age their copies of the secrets. */
  readonly now?: () => number;
}

/** The functions of all routes behind an HTTP API, each integration with the keys in its secret. */
export async function serveFunctions({ table, endpoint, secretNames, now = Date.now }: Served) {
  const client = new SecretsManagerClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const lines: RequestLog[] = [];
  const log = (line: RequestLog) => lines.push(line);
  const stores = allStores(realDependencies(table));
  const containers = mapFields(webhookSenderIds, (sender) => {
    const load = createSecretLoader(secretNames[sender], () => client);
    return createHandlers({ ...stores, log, secrets: createSecretCache({ load, now }) });
  });
  const server = createGateway({
    invoke: async (name, event) => {
      const route = routes.find(({ id }) => id === name);
      if (route === undefined) throw new Error('not_found');
      return await containers[routeById(route.id).sender][route.id](event, {
        ...lambdaContext(),
        awsRequestId: randomUUID(),
      });
    },
    board: {
      token: '',
      decide: async () => ({ status: 404, code: 'not_found', message: 'Not Found' }),
      authorized: async (event) => event,
    },
    live: async (_, response) => void response.writeHead(404).end(),
    hosts: [],
    log: () => undefined,
    now: () => new Date(),
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    lines,
    stop: async () => {
      client.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  } satisfies ServedFunctions;
}
