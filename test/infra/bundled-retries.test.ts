import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Bundle, makeBundle, runOnNode } from '../support/bundles.ts';

const folder = mkdtempSync(join(tmpdir(), 'dispatch-retries-'));
afterAll(() => rmSync(folder, { recursive: true }));
let bundle: Bundle;
beforeAll(async () => {
  bundle = makeBundle('lib/aws/secrets.ts', folder);
});

/** A Secrets Manager that fails in one way, and counts what comes. */
async function startFailing(status: number, type: string) {
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    request.resume().on('end', () => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
      response.end(JSON.stringify({ __type: type, message: 'As the test wants it.' }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, requests: () => requests, stop: () => server.close() };
}

it.each([
  ['once where the function may not read it', 400, 'AccessDeniedException', 1],
  ['once where there is none', 400, 'ResourceNotFoundException', 1],
  ['twice while the service asks for less', 400, 'ThrottlingException', 2],
  ['twice while the service fails', 500, 'InternalServiceError', 2],
])('a bundled function asks for its secret %s', async (_, status, type, attempts) => {
  const service = await startFailing(status, type);
  const script = `
    const { createSecretLoader } = require(${JSON.stringify(bundle.file)});
    createSecretLoader('crm')().catch((error) => {
      console.log(error.name);
      process.exit();
    });`;
  const output = await runOnNode(script, {
    ...{ AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'key' },
    AWS_ENDPOINT_URL_SECRETS_MANAGER: service.url,
  });
  service.stop();

  expect(output.trim()).toBe(type);
  expect(service.requests()).toBe(attempts);
});
