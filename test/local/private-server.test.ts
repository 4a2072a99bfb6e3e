import { createServer, type OutgoingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseClient } from '../../local/database/database-access.ts';
import { startDatabaseProxy } from '../../local/database/database-proxy.ts';
import type { PrivateServer } from '../../local/private-server.ts';
import { startSecretsStandIn } from '../../local/stand-ins.ts';
import { testEndpoint } from '../support/database.ts';
import { until } from '../support/processes.ts';

const HOST = '127.0.0.1';

interface Asked {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
}

/** Sends exactly these headers: `fetch` would set `Host` itself. */
const ask = (url: string, { method = 'POST', headers = {} }: Asked) =>
  new Promise<{ status: number | undefined; headers: object; body: string }>((resolve, reject) => {
    const asked = request(url, { method, headers }, async (answer) => {
      const body = (await buffer(answer)).toString();
      resolve({ status: answer.statusCode, headers: answer.headers, body });
    });
    asked.once('error', reject);
    asked.end(method === 'POST' ? '{"SecretId":"crm"}' : undefined);
  });

const names = (headers: object) => Object.keys(headers).filter((name) => name.startsWith('access-control'));

const servers = [
  {
    name: 'the database',
    start: () => startDatabaseProxy({ endpoint: testEndpoint() }, HOST),
    target: 'DynamoDB_20120810.ListTables',
    version: '1.0',
    async use(endpoint: string) {
      const client = databaseClient(endpoint, {});
      const { TableNames } = await client.send(new ListTablesCommand({})).finally(() => client.destroy());
      return Array.isArray(TableNames);
    },
  },
  {
    name: 'the stand-in for Secrets Manager',
    start: () => startSecretsStandIn(() => 'the keys', HOST),
    target: 'secretsmanager.GetSecretValue',
    version: '1.1',
    async use(endpoint: string) {
      const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
      const client = new SecretsManagerClient({ endpoint, region: 'us-east-1', credentials });
      const answer = client.send(new GetSecretValueCommand({ SecretId: 'crm' }));
      const { SecretString } = await answer.finally(() => client.destroy());
      return SecretString === 'the keys';
    },
  },
];

describe.each(servers)('$name of a local server', ({ start, target, version, use }) => {
  let server: PrivateServer;
  let endpoint: URL;
  const headers = {
    'x-amz-target': target,
    'content-type': `application/x-amz-json-${version}`,
    authorization:
      'AWS4-HMAC-SHA256 Credential=local/20260601/us-east-1/any/aws4_request, SignedHeaders=host, Signature=0',
    'x-amz-date': '20260601T120000Z',
  };
  beforeAll(async () => {
    server = await start();
    endpoint = new URL(server.endpoint);
  });
  afterAll(() => server.stop());

  it('answers the SDK at its endpoint', async () => {
    expect(endpoint.pathname).toMatch(/^\/[\w-]{22}$/);
    expect(await use(server.endpoint)).toBe(true);
  });

  it('answers web pages with an empty body', async () => {
    const answer = await ask(server.endpoint, { headers });

    expect(answer.status).toBe(200);
    expect(names(answer.headers)).toEqual([]);
  });

  it('answers a container, which uses another host name', async () => {
    const host = `host.docker.internal:${endpoint.port}`;

    expect(await ask(server.endpoint, { headers: { ...headers, host } })).toMatchObject({ status: 200 });
  });

  it.each<[string, (own: URL) => Asked & { readonly path?: string }]>([
    ['no path', () => ({ path: '/' })],
    [
      'another path',
      ({ pathname }) => ({ path: pathname.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) }),
    ],
    ['a longer path', ({ pathname }) => ({ path: `${pathname}/more` })],
    ['a foreign host', ({ port }) => ({ headers: { host: `rebound.example:${port}` } })],
    ['a host without its port', () => ({ headers: { host: HOST } })],
    ['an origin', () => ({ headers: { origin: 'http://page.example' } })],
    ['its own origin', ({ origin }) => ({ headers: { origin } })],
    ['a preflight', () => ({ method: 'OPTIONS', headers: { origin: 'null' } })],
  ])('refuses a request with %s', async (_, change) => {
    const { path = endpoint.pathname, headers: other = {}, ...asked } = change(endpoint);
    const answer = await ask(`${endpoint.origin}${path}`, { ...asked, headers: { ...headers, ...other } });

    expect(answer).toMatchObject({ status: 404, body: '' });
    expect(names(answer.headers)).toEqual([]);
  });

  it('has a new path at each start', async () => {
    const second = await start();
    second.stop();

    expect(new URL(second.endpoint).pathname).not.toBe(endpoint.pathname);
  });
});

describe('the database of a local server', () => {
  it('closes connections while its process does not answer', async () => {
    const closed = await startSecretsStandIn(() => '', HOST);
    closed.stop();
    const front = await startDatabaseProxy({ endpoint: new URL(closed.endpoint).origin }, HOST);
    const asked = ask(front.endpoint, {});

    await expect(asked).rejects.toThrow('socket hang up');
    front.stop();
  });
});

describe('the database proxy', () => {
  it('survives an answer to a disconnected client', async () => {
    const gone = new AbortController();
    const waiting: (() => void)[] = [];
    const database = createServer((incoming, answer) => {
      if (incoming.headers.first === undefined) answer.end('next');
      else waiting.push(() => answer.end('late'));
    });
    await new Promise<void>((resolve) => database.listen(0, HOST, resolve));
    const address = database.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const front = await startDatabaseProxy({ endpoint: `http://${HOST}:${port}` }, HOST);
    const first = fetch(front.endpoint, { method: 'POST', headers: { first: 'yes' }, signal: gone.signal });
    first.catch(() => undefined);
    await until(() => waiting.length > 0);
    gone.abort();
    // When it answers, the front has noticed that the first client is gone.
    await ask(front.endpoint, {});
    for (const answer of waiting) answer();
    const { body } = await ask(front.endpoint, {});
    front.stop();
    database.closeAllConnections();
    database.close();

    expect(body).toBe('next');
  });
});
