import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { accountDocument, type Service, startService } from '../functions/service.ts';
import { type AwsMessagingStandIn, startAwsMessaging } from '../support/aws-messaging-stand-in.ts';
import { type AwsStandIn, startAwsStandIn } from '../support/aws-stand-in.ts';
import { readStack } from '../support/deployed/stack.ts';
import { DEPLOYMENTS, TABLE_KEY } from '../support/iam/aws-calls.ts';
import { type AwsCall, openPolicy } from '../support/iam/policy.ts';
import { type Recorder, startRecorder } from '../support/iam/recorder.ts';
import { type ReleasesStandIn, startReleasesStandIn } from '../support/releases-stand-in.ts';
import { openTestStream, type TestStream } from '../support/stream.ts';
import { templateOf } from '../support/templates/templates.ts';
import { type Ran, ran } from './run-cli.ts';

const { booking: rules } = accountDocument();
const STACK = 'dispatch-prod';
export const folder = mkdtempSync(join(tmpdir(), 'dispatch-rights-'));
export const file = (name: string, document: object) => {
  writeFileSync(join(folder, name), JSON.stringify(document));
  return join(folder, name);
};

let [service, aws, stream, recorder]: [Service?, AwsStandIn?, TestStream?, Recorder?] = [];
let releases: ReleasesStandIn;
let messaging: AwsMessagingStandIn;
/** The ARN of the key that encrypts the table. */
let tableKey: string;
export const started = () => {
  if (!service || !aws || !stream || !recorder) throw new Error('Not started');
  return { service, aws, stream, recorder, releases, messaging };
};
const policies = new Map<'Dispatchers' | 'Operators', ReturnType<typeof openPolicy>>();

beforeAll(async () => {
  service = await startService(
    accountDocument({ booking: { ...rules, hold: { seconds: 180 } }, travel: {} }),
  );
  aws = await startAwsStandIn();
  stream = await openTestStream(service.table);
  const { endpoint: database, tableName: table } = service.table;
  releases = await startReleasesStandIn();
  messaging = await startAwsMessaging();
  recorder = await startRecorder({
    ...{ database, others: aws.endpoint, releases: releases.endpoint },
    messaging: messaging.endpoint,
  });
  const stack = readStack(templateOf('people').toJSON(), {
    stackName: STACK,
    byType: { 'AWS::DynamoDB::Table': table, 'AWS::CodeDeploy::Application': DEPLOYMENTS },
    streamLabel: stream.streamArn.replace(/^.*\/stream\//, ''),
    queues: recorder.endpoint,
  });
  tableKey = stack.at(table).properties.SSESpecification.KMSMasterKeyId;
  aws.stacks.set(STACK, stack.outputs());
  for (const [name, value] of Object.entries(stack.outputs()))
    if (name.startsWith('SecretName')) aws.secrets.set(value, '{"keys":[],"apiKeys":[]}');
  for (const name of ['Dispatchers', 'Operators'] as const) {
    const own = stack.ofType('AWS::IAM::ManagedPolicy').find(({ id }) => id.startsWith(`IamPolicies${name}`));
    policies.set(name, openPolicy(own?.properties.PolicyDocument, { dispatchAccount: 'acme-hvac' }));
  }
});
afterAll(async () => {
  const { service, aws, stream, recorder } = started();
  recorder.stop();
  aws.stop();
  releases.stop();
  messaging.stop();
  stream.client.destroy();
  await service.stop();
  rmSync(folder, { recursive: true });
});

export function policyOf(who: 'Dispatchers' | 'Operators') {
  const policy = policies.get(who);
  if (policy === undefined) throw new Error('There is no such policy');
  return policy;
}

/** Runs a command as someone with that policy; what it may not do is in the recorder's list. */
export async function runAs(
  who: 'Dispatchers' | 'Operators',
  args: readonly string[],
  input = '',
): Promise<Ran> {
  const { recorder, service } = started();
  const keyed = (call: AwsCall) => (call.resource === TABLE_KEY ? { ...call, resource: tableKey } : call);
  recorder.become((call) => policyOf(who).allows(keyed(call)));
  const own = process.env;
  process.env = {
    ...{ HOME: join(tmpdir(), 'nobody'), AWS_EC2_METADATA_DISABLED: 'true', AWS_REGION: 'us-east-1' },
    ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_ENDPOINT_URL: recorder.endpoint },
  };
  try {
    const host = { environment: process.env, root: folder, now: () => new Date(service.clock.now) };
    return await ran([...args, '--stack', STACK], host, input);
  } finally {
    process.env = own;
  }
}
