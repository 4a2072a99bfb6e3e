import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { outputName } from '../../infra/output-name.ts';
import { webhookSenderIds } from '../../lib/platforms/index.ts';
import { routes } from '../../lib/routes.ts';
import { type AwsStandIn, startAwsStandIn } from '../support/aws-stand-in.ts';
import { dispatchToAws } from '../support/command-line.ts';
import { createTestTable, type TestTable } from '../support/database.ts';

export const STACK = 'dispatch-dev';
export const SECRET = 'marked-secret-of-32-characters!!';
export const key = { id: 'first', scheme: 'hmac-sha256', secret: SECRET, accounts: ['*'] };
const noKeys = '{"keys":[],"apiKeys":[]}';

export let folder: string;
export let table: TestTable;
export let aws: AwsStandIn;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dispatch-stack-'));
  table = await createTestTable();
  aws = await startAwsStandIn();
});
afterAll(async () => {
  aws.stop();
  await table.destroy();
  rmSync(folder, { recursive: true });
});

export const outputsAt = (base: string) => ({
  TableName: table.tableName,
  ...Object.fromEntries(routes.map(({ id, path }) => [outputName(`Url-${id}`), `${base}${path}`])),
  ...Object.fromEntries(
    webhookSenderIds.map((integration) => [outputName(`SecretName-${integration}`), `secret-${integration}`]),
  ),
  DashboardUrl: 'https://console.aws.amazon.com/cloudwatch/home#dashboards/dashboard/dispatch-dev',
});
const secretNames = webhookSenderIds.map((integration) => `secret-${integration}`);

beforeEach(() => {
  aws.refuseWith = undefined;
  aws.meanwhile = undefined;
  aws.denied = [];
  aws.stacks.clear();
  aws.stacks.set(STACK, outputsAt('http://127.0.0.1:1'));
  for (const name of secretNames) aws.secrets.set(name, noKeys);
});

export const machine = { AWS_EC2_METADATA_DISABLED: 'true', DISPATCH_DB: join(tmpdir(), 'none', 'none.db') };
export const credentials = { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
export const endpoints = () => ({
  AWS_ENDPOINT_URL_CLOUDFORMATION: aws.endpoint,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: aws.endpoint,
  AWS_ENDPOINT_URL_DYNAMODB: table.endpoint,
});
export const loggedIn = () => ({ ...machine, ...credentials, ...endpoints(), AWS_REGION: 'us-east-1' });

export const run = (args: readonly string[], input?: string) =>
  dispatchToAws([...args, '--stack', STACK], loggedIn(), input);
export const file = (name: string, document: unknown) => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(document));
  return path;
};
export const stored = (name: string) => JSON.parse(aws.secrets.get(name) ?? '');
