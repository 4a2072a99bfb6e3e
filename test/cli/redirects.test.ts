import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ran } from './run-cli.ts';

const servers: Server[] = [];
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dispatch-'));
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
  rmSync(folder, { recursive: true });
});

/** The address of a local server that answers this way. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

describe('a delivery that is redirected', () => {
  it.each([301, 302, 303, 307, 308])(
    'with %d is not followed, and its key is not sent on',
    async (status) => {
      const arrived: string[] = [];
      const elsewhere = await serve((request, response) => {
        arrived.push(String(request.headers['x-wh-signature']));
        response.end();
      });
      const url = await serve((_, response) => {
        response.writeHead(status, { location: elsewhere }).end();
      });
      const body = join(folder, 'body.json');
      writeFileSync(body, '{}');

      const around = { environment: {}, root: folder, now: () => new Date(0) };
      const { code, out, err } = await ran(['replay', body, '--route', 'crm', '--url', url], around);

      expect({ code, out, arrived }).toEqual({ code: 1, out: '', arrived: [] });
      expect(err).toContain(`answers ${status} and points to ${elsewhere}`);
      expect(err).toContain('Redirects are not followed');
    },
  );
});
