import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signedEvent } from '../../cli/samples/sam-files.ts';
import { newDelivery } from '../../cli/samples/sample-context.ts';
import { samples } from '../../cli/samples/samples.ts';
import { pickKey } from '../../cli/secrets/signing-key.ts';
import { createAccountStore } from '../../lib/aws/accounts/account-store.ts';
import { realDependencies } from '../../lib/aws/composition.ts';
import type { Integration } from '../../lib/platforms/index.ts';
import type { SampleContext } from '../../lib/platforms/samples/sample.ts';
import { type RouteId, routeById, routes } from '../../lib/routes.ts';
import { parseSecretDocument } from '../../lib/secrets/secret-document.ts';
import { demoAccount, demoSecrets } from '../../local/demo.ts';
import { type Assembly, bundledAssembly } from '../support/assembly.ts';
import { type AwsStandIn, startAwsStandIn } from '../support/aws-stand-in.ts';
import { createTestTable, type TestTable } from '../support/database.ts';
import { apiGatewayEvent } from '../support/events.ts';
import { type Lambda, startLambda } from '../support/lambda.ts';

let table: TestTable;
let aws: AwsStandIn;
let assembly: Assembly;
beforeAll(async () => {
  table = await createTestTable();
  aws = await startAwsStandIn();
  assembly = await bundledAssembly();
  await createAccountStore(realDependencies(table)).put(demoAccount);
});
afterAll(async () => {
  aws.stop();
  await table.destroy();
});

/** Before the booked day, a Wednesday on which the demo account is open. */
const START = Date.UTC(2026, 5, 8, 12);

const context = (integration: Integration): SampleContext => ({
  origin: demoAccount.origins[integration][0] ?? '',
  date: '2026-06-10',
  time: '09:00',
  serviceType: 'AC Repair',
  called: '+12125550100',
  ...newDelivery(new Date(START), { call: `call_of_${integration}` }),
});

/** The secrets are named by ARN, as in Lambda; each holds the demo's document of its integration. */
function resolve(integration: Integration) {
  return (logicalId: string): string => {
    if (logicalId.startsWith('Data')) return table.tableName;
    const arn = `arn:aws:secretsmanager:us-east-1:123456789012:secret:${logicalId}-AbCdEf`;
    aws.secrets.set(arn, JSON.stringify(demoSecrets[integration]));
    return arn;
  };
}

async function start(id: RouteId): Promise<Lambda> {
  const found = assembly.functions.find(({ route }) => route === id);
  if (found === undefined) throw new Error(`No function for ${id}`);
  return await startLambda(assembly, found, {
    resolve: resolve(routeById(id).integration),
    overrides: {
      AWS_ENDPOINT_URL_DYNAMODB: table.endpoint,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: aws.endpoint,
    },
    now: START,
  });
}

function sampleEvent(name: string) {
  const sample = samples.get(name);
  if (sample === undefined) throw new Error(`No sample ${name}`);
  const { integration } = sample;
  const { keys } = parseSecretDocument(JSON.stringify(demoSecrets[integration]));
  return signedEvent(sample, context(integration), pickKey(keys, integration));
}

interface Answered {
  readonly sample: string;
  readonly status: number;
  readonly body?: object;
}

const answered: Readonly<Record<RouteId, Answered>> = {
  crm: { sample: 'crm/lead', status: 202, body: { dispatchRequestId: expect.stringMatching(/^dr_/) } },
  'voiceone-function-call': {
    sample: 'voiceone/check-availability',
    status: 200,
    body: { availableSlots: expect.arrayContaining([expect.objectContaining({ time: '9:00 AM' })]) },
  },
  'voiceone-call-inbound': {
    sample: 'voiceone/call-inbound',
    status: 200,
    body: {
      call_inbound: { dynamic_variables: expect.objectContaining({ company_name: 'Acme Heating and Air' }) },
    },
  },
  'voiceone-call-complete': { sample: 'voiceone/call-ended', status: 204 },
  voicetwo: {
    sample: 'voicetwo/book-appointment',
    status: 200,
    body: { results: [{ result: expect.stringContaining('"confirmed":true') }] },
  },
};

describe.each(routes)('the bundle of $id', ({ id }) => {
  const { sample, status, body } = answered[id];
  let written: { stdout: string; stderr: string };
  let signed: { statusCode: number; body?: string };
  let unsigned: { statusCode: number; body?: string };
  beforeAll(async () => {
    const lambda = await start(id);
    signed = await lambda.invoke(sampleEvent(sample));
    unsigned = await lambda.invoke(apiGatewayEvent({ route: routeById(id), body: '{}' }));
    written = await lambda.stop();
  });

  it(`answers ${sample} with ${status}`, () => {
    expect(signed.statusCode).toBe(status);
    if (body === undefined) expect(signed.body).toBeUndefined();
    else expect(JSON.parse(String(signed.body))).toMatchObject(body);
  });

  it('refuses unsigned requests', () => {
    expect(unsigned.statusCode).toBe(401);
    expect(JSON.parse(String(unsigned.body))).toMatchObject({ code: 'signature_missing' });
  });

  it('writes one line of JSON per request and nothing else', () => {
    const lines = written.stdout.trimEnd().split('\n');

    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ requestId: 'request-1', route: id, status, coldStart: true }),
      expect.objectContaining({ requestId: 'request-2', route: id, status: 401, coldStart: false }),
    ]);
    expect(written.stderr).toBe('');
  });
});
