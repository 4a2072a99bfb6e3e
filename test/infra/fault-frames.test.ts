import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { framesOf } from '../../lib/fault-frames.ts';
import { routeById } from '../../lib/routes.ts';
import { bundleFunction, runOnNode } from '../support/bundles.ts';
import { apiGatewayEvent } from '../support/events.ts';
import { signHmac } from '../support/signers.ts';

const SECRET = 'a secret of enough characters!!!';
/** As if DynamoDB quoted what was sent. */
const SAID = 'Dana Miller\n    at told (/var/task/lib/dana.ts:12:34)';
const folder = mkdtempSync(join(tmpdir(), 'dispatch-frames-'));
let aws: Server;
let url: string;
beforeAll(async () => {
  const document = { keys: [{ id: 'k', scheme: 'hmac-sha256', secret: SECRET, accounts: ['*'] }] };
  aws = createServer((request, response) => {
    const isSecret = request.headers['x-amz-target'] === 'secretsmanager.GetSecretValue';
    request.resume().on('end', () => {
      response.writeHead(isSecret ? 200 : 400, { 'content-type': 'application/x-amz-json-1.0' });
      const refusal = { __type: 'ValidationException', message: SAID };
      response.end(JSON.stringify(isSecret ? { SecretString: JSON.stringify(document) } : refusal));
    });
  });
  await new Promise<void>((resolve) => aws.listen(0, '127.0.0.1', resolve));
  const address = aws.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(() => {
  aws.close();
  aws.closeAllConnections();
  rmSync(folder, { recursive: true });
});

/** The log line of a lead that crashes in a bundle. */
async function crash(file: string) {
  const contact = { id: 'c', phone: '+12125550123' };
  const customData = { serviceRequested: 'AC Repair' };
  const body = JSON.stringify({ type: 'WorkflowWebhook', locationId: 'x', contact, customData });
  const event = apiGatewayEvent({ route: routeById('crm'), body, headers: signHmac(body, SECRET) });
  const script = `
    const { handler } = require(${JSON.stringify(file)});
    handler(${JSON.stringify(event)}, { awsRequestId: 'r', functionName: 'crm' }).then(() => process.exit());`;
  const output = await runOnNode(script, {
    ...{ AWS_REGION: 'us-east-1', AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand' },
    ...{ AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'key' },
    ...{ AWS_ENDPOINT_URL_DYNAMODB: url, AWS_ENDPOINT_URL_SECRETS_MANAGER: url },
    ...{ TABLE_NAME: 'table', SECRET_ID_CRM: 'crm', ACCOUNT_WRITES_PER_MINUTE: '600' },
  });
  expect(output).not.toMatch(/Dana|dana|told/);
  return JSON.parse(output.trimEnd().split('\n').at(-1) ?? '');
}

describe('the line of a fault', () => {
  it('names at most five places in the source, and no message', async () => {
    const { file } = bundleFunction('crm', folder);
    const { code, frames } = await crash(file);

    expect(code).toBe('internal');
    expect(frames.length).toBeGreaterThan(1);
    expect(frames.length).toBeLessThanOrEqual(5);
    const own: string[] = frames.filter((frame: string) => /^(functions|infra|lib)\//.test(frame));
    expect(frames).toEqual([frames[0], ...own.slice(own[0] === frames[0] ? 1 : 0)]);
    const inStore = own.find((frame) => frame.startsWith('lib/aws/'));
    const [, source = '', line] = /^([\w./-]+):(\d+)$/.exec(inStore ?? '') ?? [];
    expect(readFileSync(source, 'utf8').split('\n')[Number(line) - 1]).toMatch(/\bawait\b|\bsend\b|\(/);
  });

  it('names places in the bundle if its map is gone', async () => {
    const { file } = bundleFunction('crm', join(folder, 'without'));
    rmSync(join(dirname(file), 'shared.js.map'));
    expect((await crash(file)).frames[0]).toMatch(/^shared\.js:\d+:\d+$/);
  });
});

describe('the places of an error', () => {
  it('are those of its innermost cause', () => {
    const cause = new Error('inner');
    const frames = framesOf(new Error('outer', { cause }));
    expect(frames).toEqual(framesOf(cause));
    expect(frames[0]).toMatch(/fault-frames\.test\.ts:\d+$/);
  });

  it.each([undefined, 'text', Object.assign(new Error('x'), { stack: undefined })])(
    'are none for %p',
    (error) => {
      expect(framesOf(error)).toEqual([]);
    },
  );
});
