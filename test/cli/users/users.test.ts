import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { outputName } from '../../../infra/output-name.ts';
import { integrations } from '../../../lib/platforms/index.ts';
import { routes } from '../../../lib/routes.ts';
import { type AwsStandIn, startAwsStandIn } from '../../support/aws-stand-in.ts';
import { dispatchToAws } from '../../support/command-line.ts';

const STACK = 'dispatch-dev';
let aws: AwsStandIn;
beforeAll(async () => {
  aws = await startAwsStandIn();
});
afterAll(() => aws.stop());

const outputs = {
  TableName: 'table',
  ...Object.fromEntries(routes.map(({ id, path }) => [outputName(`Url-${id}`), path])),
  ...Object.fromEntries(
    integrations.map((integration) => [outputName(`SecretName-${integration}`), 'secret']),
  ),
};
beforeEach(() => {
  aws.users.clear();
  aws.stacks.set(STACK, { ...outputs, UserPoolId: 'us-east-1_pool' });
});

const run = (...args: string[]) =>
  dispatchToAws(['users', ...args, '--stack', STACK], {
    ...{ AWS_EC2_METADATA_DISABLED: 'true', AWS_REGION: 'us-east-1' },
    ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
    AWS_ENDPOINT_URL_CLOUDFORMATION: aws.endpoint,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: aws.endpoint,
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
    [['remove', 'nobody@example.com'], 1, /no such user/],
  ])('%j ends with %i and says why', async (args, code, why) => {
    const ran = await run(...args);

    expect(ran.code).toBe(code);
    expect(ran.stderr).toMatch(why);
  });

  it('is not invited twice', async () => {
    await run('invite', 'robin@example.com', '--account', '*');
    const again = await run('invite', 'robin@example.com', '--account', '*');

    expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/already been invited/)]);
  });
});

describe('a stack without users of its own', () => {
  it('says so', async () => {
    aws.stacks.set(STACK, outputs);

    expect((await run('list')).stderr).toMatch(/no users of its own/);
  });
});
