import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { outputName } from '../../infra/output-name.ts';
import { webhookSenderIds } from '../../lib/platforms/index.ts';
import { routes } from '../../lib/routes.ts';
import { accountDocument, type Service, startService } from '../functions/service.ts';
import { type AwsStandIn, startAwsStandIn } from '../support/aws-stand-in.ts';
import { dispatchToAws } from '../support/command-line.ts';

const STACK = 'dispatch-dev';
let aws: AwsStandIn;
let service: Service;
beforeAll(async () => {
  aws = await startAwsStandIn();
  service = await startService();
  const origins = { crm: [], voiceone: [], voicetwo: [] };
  await service.accounts.put(accountDocument({ accountId: 'zenith', origins }));
});
afterAll(async () => {
  aws.stop();
  await service.stop();
});

const outputs = {
  ...Object.fromEntries(routes.map(({ id, path }) => [outputName(`Url-${id}`), path])),
  ...Object.fromEntries(
    webhookSenderIds.map((integration) => [outputName(`SecretName-${integration}`), 'secret']),
  ),
};
beforeEach(() => {
  aws.users.clear();
  aws.stacks.set(STACK, { ...outputs, TableName: service.table.tableName, UserPoolId: 'us-east-1_pool' });
});

const run = (...args: string[]) =>
  dispatchToAws(['users', ...args, '--stack', STACK], {
    ...{ AWS_EC2_METADATA_DISABLED: 'true', AWS_REGION: 'us-east-1' },
    ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
    AWS_ENDPOINT_URL_CLOUDFORMATION: aws.endpoint,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: aws.endpoint,
    AWS_ENDPOINT_URL_DYNAMODB: service.table.endpoint,
  });

describe('a dispatcher', () => {
  it('is invited to accounts, listed and removed', async () => {
    const invited = await run('invite', 'robin@example.com', '--account', 'acme-hvac', '--account', 'zenith');
    const listed = await run('list', '--json');
    const removed = await run('remove', 'robin@example.com');
    const none = await run('list');

    expect(invited).toEqual({
      ...{ code: 0, stderr: '' },
      stdout: 'robin@example.com is invited to acme-hvac zenith.\n',
    });
    expect(JSON.parse(listed.stdout)).toEqual([
      {
        ...{ email: 'robin@example.com', subject: 'sub-0' },
        ...{ accounts: 'acme-hvac zenith', status: 'FORCE_CHANGE_PASSWORD' },
      },
    ]);
    expect([removed.stdout, none.stdout]).toEqual(['robin@example.com is removed.\n', 'No users.\n']);
  });

  it.each([
    [['invite', 'robin@example.com', '--account', 'no account'], 2, /--account/],
    [['invite', 'robin', '--account', 'acme-hvac'], 2, /e-mail/],
    [['invite', 'robin@example.com'], 2, /--account/],
    [
      ['invite', 'robin@example.com', '--account', 'nosuchcompany'],
      1,
      /^nosuchcompany: there is no such account/,
    ],
    [
      ['invite', 'robin@example.com', '--account', 'zenith', '--account', 'nosuchcompany'],
      1,
      /nosuchcompany/,
    ],
    [
      ['set', 'robin@example.com', '--account', 'nosuchcompany'],
      1,
      /^nosuchcompany: there is no such account/,
    ],
    [['set', 'nobody@example.com', '--account', 'zenith'], 1, /^user: there is no such one/],
    [['resend', 'nobody@example.com'], 1, /^user: there is no such one/],
    [['remove', 'nobody@example.com'], 1, /^user: there is no such one/],
  ])('%j ends with %i and says why', async (args, code, why) => {
    const ran = await run(...args);

    expect(ran.code).toBe(code);
    expect(ran.stderr).toMatch(why);
    expect(aws.users.size).toBe(0);
  });

  it('gets other accounts, and the invitation once more', async () => {
    await run('invite', 'robin@example.com', '--account', 'acme-hvac');
    const changed = await run('set', 'robin@example.com', '--account', 'zenith');
    const [listed] = JSON.parse((await run('list', '--json')).stdout);
    const again = await run('resend', 'robin@example.com');

    expect(changed.stdout).toBe('robin@example.com may see and change zenith.\n');
    expect(listed).toMatchObject({ email: 'robin@example.com', accounts: 'zenith' });
    expect(again.stdout).toBe('robin@example.com is invited again.\n');
  });

  it('is not invited twice', async () => {
    await run('invite', 'robin@example.com', '--account', '*');
    const again = await run('invite', 'robin@example.com', '--account', '*');

    expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/^user: already invited/)]);
  });
});

describe('a stack without users of its own', () => {
  it('says so', async () => {
    aws.stacks.set(STACK, { ...outputs, TableName: service.table.tableName });

    expect((await run('list')).stderr).toMatch(/no users of its own/);
  });
});
