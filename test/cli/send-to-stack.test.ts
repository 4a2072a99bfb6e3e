import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mapFields } from '../../lib/map-fields.ts';
import { integrations } from '../../lib/platforms/index.ts';
import { demoAccount } from '../../local/demo/demo-account.ts';
import { createTestTable } from '../support/database.ts';
import { type LocalServer, startLocalServer } from '../support/processes.ts';
import { aws, file, folder, key, outputsAt, run, STACK } from './stack-fixture.ts';

describe('send to a stack', () => {
  let server: LocalServer;
  beforeAll(async () => {
    const secrets = file('secrets.json', {
      ...mapFields(integrations, () => ({ keys: [] })),
      crm: { keys: [key] },
    });
    const local = { DISPATCH_DB: join(folder, 'server', 'dispatch.db') };
    server = await startLocalServer({ ...local, DISPATCH_SECRETS: secrets });
  });
  beforeEach(async () => {
    aws.stacks.set(STACK, outputsAt(server.url));
    await run(['accounts', 'put', file('acme.json', demoAccount)]);
  });
  afterAll(() => server.stop());

  it('signs with the key in its secret and posts to its URL', async () => {
    aws.secrets.set('secret-crm', JSON.stringify({ keys: [key], apiKeys: [] }));
    const sent = await run(['send', 'crm/lead', '--json']);

    expect(sent.code).toBe(0);
    expect(JSON.parse(sent.stdout)).toMatchObject({ status: 202 });
    expect(sent.stdout).not.toContain('marked-secret');
  });

  it('signs with the key of a file instead, without asking for the secret', async () => {
    const before = aws.calls.length;
    const secret = file('key-file.json', { keys: [key] });
    const sent = await run(['send', 'crm/lead', '--secret-file', secret, '--json']);

    expect(JSON.parse(sent.stdout)).toMatchObject({ status: 202 });
    expect(aws.calls.slice(before)).not.toContain('GetSecretValue');
  });

  it("needs an account to send for, and never uses the demo's instead", async () => {
    const empty = await createTestTable();
    aws.stacks.set(STACK, { ...outputsAt('http://127.0.0.1:1'), TableName: empty.tableName });
    const { code, stderr } = await run(['send', 'crm/lead']);
    await empty.destroy();

    expect([code, stderr]).toEqual([
      1,
      'dispatch-dev: no account has an origin for crm: "accounts put" one.\n',
    ]);
  });

  it('says that there is no key yet', async () => {
    const { code, stderr } = await run(['send', 'crm/lead']);

    expect([code, stderr]).toEqual([1, 'crm: there is no key to sign with; its keys are: none.\n']);
  });
});
