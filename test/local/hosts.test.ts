import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '../../lib/routes.ts';
import { type LocalServer, startLocalServer } from '../support/processes.ts';

let server: LocalServer;
const port = () => new URL(server.url).port;
beforeAll(async () => {
  server = await startLocalServer({
    DISPATCH_DB: ':memory:',
    DISPATCH_HOSTS: 'Hooks.example.org, 192.168.1.7:8080',
  });
});
afterAll(() => server.stop());

/** Sends exactly these headers: `fetch` would set `Host` itself. */
const send = (method: string, path: string, headers: Record<string, string>) =>
  new Promise<{ status: number | undefined; location: string | undefined; text: string }>(
    (resolve, reject) => {
      const sent = request(`${server.url}${path}`, { method, headers }, async (answer) => {
        const { statusCode: status, headers: answered } = answer;
        resolve({ status, location: answered.location, text: (await buffer(answer)).toString() });
      });
      sent.on('error', reject);
      sent.end(method === 'POST' ? '{}' : undefined);
    },
  );

const every = [
  ...routes.map(({ method, path }) => [method, path] as const),
  ['GET', '/api/v1/accounts'],
  ['GET', '/board/'],
  ['GET', '/'],
  ['GET', '/nowhere'],
  ['OPTIONS', '/api/webhooks/crm'],
] as const;

describe.each(every)('%s %s of a local server', (method, path) => {
  it.each([
    ['another name', () => ({ host: 'rebound.example.com' })],
    ['another name with the port', () => ({ host: `rebound.example.com:${port()}` })],
    ['a name that only begins like its own', () => ({ host: `localhost.example.com:${port()}` })],
    ['another port', () => ({ host: '127.0.0.1:1' })],
    ['a port that the setting does not name', () => ({ host: '192.168.1.7:8081' })],
    ['a page elsewhere', () => ({ origin: 'https://example.com' })],
    ['a page of a file', () => ({ origin: 'null' })],
    ['a page at a tunnel, to this machine', () => ({ origin: 'https://hooks.example.org' })],
  ])('refuses %s', async (_, headers) => {
    expect(await send(method, path, headers())).toMatchObject({
      status: 403,
      text: '{"message":"Forbidden"}',
    });
  });

  it.each(['127.0.0.1', 'localhost', '[::1]', 'LocalHost'])('knows itself as %s', async (name) => {
    expect((await send(method, path, { host: `${name}:${port()}` })).status).not.toBe(403);
  });
});

describe('a tunnel that DISPATCH_HOSTS names', () => {
  it.each(['hooks.example.org', 'HOOKS.example.org', '192.168.1.7:8080'])(
    'reaches the webhooks as %s, but not the board',
    async (host) => {
      for (const { method, path } of routes) {
        expect((await send(method, path, { host })).status).toBe(401);
      }
      for (const path of ['/board/', '/api/v1/accounts', '/']) {
        expect((await send('GET', path, { host })).status).toBe(403);
      }
    },
  );
});

it.each(['/', '/board'])('shows the board to a browser at %s', async (path) => {
  expect(await send('GET', path, {})).toMatchObject({ status: 302, location: '/board/' });
});
