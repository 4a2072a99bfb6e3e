import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deferred } from '../../infra/deferred.ts';
import { toE164 } from '../../lib/accounts/phone.ts';
import { routeById, routes } from '../../lib/routes.ts';
import { demoAccount } from '../../local/demo/demo-account.ts';
import { lambdaEnvironment } from '../bench/loading.ts';
import { type Bundle, bundleFunction, makeBundle, runOnNode } from '../support/bundles.ts';
import { apiGatewayEvent } from '../support/events.ts';
import { signHmac } from '../support/signers.ts';

const SECRET = 'the secret of the bundled function';
const folder = mkdtempSync(join(tmpdir(), 'dispatch-bundle-'));
const bundles = new Map<string, Bundle>();

beforeAll(() => {
  for (const { id } of routes) bundles.set(id, bundleFunction(id, folder));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(routes)('the bundle of $id', ({ id }) => {
  it('has at most 400 KB', () => {
    expect(bundles.get(id)?.bytes).toBeLessThanOrEqual(400_000);
  });

  it('can load every file beside it', async () => {
    const { file = '', deferred: beside = [] } = bundles.get(id) ?? {};
    const files = [file, ...beside.map((name) => join(dirname(file), name))];
    const script = `
      for (const file of ${JSON.stringify(files)}) require(file);
      process.exit();`;
    await runOnNode(script, lambdaEnvironment('http://127.0.0.1:9'));
  });

  it('looks for no configuration files, and cannot read any', () => {
    const { file = '', inputs } = bundles.get(id) ?? {};

    expect(inputs).toContain('infra/bundled/sdk-configuration.ts');
    expect(readFileSync(join(dirname(file), 'shared.js'), 'utf8')).not.toContain('fs/promises');
  });

  it('leaves those parts of Node alone that only streamed answers need', async () => {
    const { file = '' } = bundles.get(id) ?? {};
    const script = `
      require(${JSON.stringify(file)});
      console.log(process.moduleLoadList.filter((name) => name.includes('webstreams')).join());
      process.exit();`;
    expect(await runOnNode(script, lambdaEnvironment('http://127.0.0.1:9'))).toBe('\n');
  });

  it("omits the SDK's other credentials, its endpoint discovery, and what is loaded on demand", () => {
    const inputs = bundles.get(id)?.inputs ?? [];

    expect(inputs.some((input) => input.includes('credential-provider-env'))).toBe(true);
    expect(inputs.filter((input) => /nested-clients|credential-provider-(?!env)/.test(input))).toEqual([]);
    const unwanted =
      /mnemonist|event-streams|invoke-store\/|node_modules\/(?:chrono-node|libphonenumber-js)|understanding\/words\//;
    expect(inputs.filter((input) => unwanted.test(input) && !input.startsWith('infra/bundled/'))).toEqual([]);
  });
});

it.each(Object.values(deferred))(
  '%s exports nothing but functions, which can pass on calls',
  async (file) => {
    const exported: Record<string, unknown> = await import(`../../${file}`);

    expect(
      Object.values(exported).filter((value) => typeof value !== 'function' || /^class\b/.test(`${value}`)),
    ).toEqual([]);
  },
);

it('bundles omit no JSON except the manifests of the SDK', () => {
  const { inputs } = makeBundle('functions/voicetwo/index.ts', join(folder, 'json'));
  expect(inputs.filter((input) => input.endsWith('.json')).sort()).toEqual([
    'node_modules/@aws-sdk/client-dynamodb/package.json',
    'node_modules/@aws-sdk/client-secrets-manager/package.json',
  ]);
});

/** DynamoDB and Secrets Manager in one: records requests and knows only the secret. */
function startAws(): Promise<{ server: Server; url: string; seen: IncomingHttpHeaders[] }> {
  const seen: IncomingHttpHeaders[] = [];
  const document = { keys: [{ id: 'k', scheme: 'hmac-sha256', secret: SECRET, accounts: ['*'] }] };
  const server = createServer((request, response) => {
    seen.push(request.headers);
    const isSecret = request.headers['x-amz-target'] === 'secretsmanager.GetSecretValue';
    // As a busy service does occasionally.
    const isFirst =
      isSecret && seen.filter((one) => one['x-amz-target'] === request.headers['x-amz-target']).length === 1;
    request.resume().on('end', () => {
      if (isFirst) response.statusCode = 500;
      response.setHeader('content-type', 'application/x-amz-json-1.0');
      response.end(JSON.stringify(isSecret ? { SecretString: JSON.stringify(document) } : {}));
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      resolve({ server, url: `http://127.0.0.1:${port}`, seen });
    });
  });
}

describe('a bundled function', () => {
  let aws: Awaited<ReturnType<typeof startAws>>;
  beforeAll(async () => {
    aws = await startAws();
  });
  afterAll(() => {
    aws.server.close();
  });

  it('signs its requests with the credentials of its environment, asks again for a secret, and answers', async () => {
    const contact = { id: 'c', phone: '+12125550123' };
    const customData = { serviceRequested: 'AC Repair' };
    const body = JSON.stringify({ type: 'WorkflowWebhook', locationId: 'x', contact, customData });
    const event = apiGatewayEvent({ route: routeById('crm'), body, headers: signHmac(body, SECRET) });
    const script = `
      const { handler } = require(${JSON.stringify(bundles.get('crm')?.file)});
      handler(${JSON.stringify(event)}, { awsRequestId: 'r' }).then((answer) => {
        console.log(JSON.stringify(answer));
        process.exit();
      });`;
    const output = await runOnNode(script, {
      AWS_REGION: 'us-east-1',
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_ACCESS_KEY_ID: 'AKIDOFTHELAMBDA',
      AWS_SECRET_ACCESS_KEY: 'key',
      AWS_SESSION_TOKEN: 'token-of-the-lambda',
      AWS_ENDPOINT_URL_DYNAMODB: aws.url,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: aws.url,
      TABLE_NAME: 'table',
      SECRET_ID_CRM: 'crm',
      ACCOUNT_WRITES_PER_MINUTE: '120',
    });

    expect(output).toContain('unknown_account');
    const targets = new Set(aws.seen.map((headers) => headers['x-amz-target']));
    // The lead is looked up, refused and kept.
    expect(targets).toEqual(
      new Set([
        ...['GetItem', 'TransactWriteItems'].map((name) => `DynamoDB_20120810.${name}`),
        'secretsmanager.GetSecretValue',
      ]),
    );
    expect(
      aws.seen.filter((headers) => headers['x-amz-target'] === 'secretsmanager.GetSecretValue'),
    ).toHaveLength(2);
    for (const headers of aws.seen) {
      expect(headers.authorization).toContain('Credential=AKIDOFTHELAMBDA/');
      expect(headers['x-amz-security-token']).toBe('token-of-the-lambda');
    }
  });

  it('reads phone numbers like the library', async () => {
    const numbers = [
      ['(212) 555-0123', 'US'],
      ['030 901820', 'DE'],
      ['+44 20 7946 0958', 'US'],
      ['+800 1234 5678', 'US'],
      ['5550123', 'US'],
      ['2125550123', 'XX'],
    ] as const;
    const { file } = makeBundle('lib/accounts/phone.ts', join(folder, 'phone'));
    const script = `
      const { toE164 } = require(${JSON.stringify(file)});
      console.log(JSON.stringify(${JSON.stringify(numbers)}.map(([text, region]) => toE164(text, region) ?? null)));`;

    expect(JSON.parse(await runOnNode(script))).toEqual(
      numbers.map(([text, region]) => toE164(text, region) ?? null),
    );
  });

  it('preloads only the phone library of the files beside it', async () => {
    const script = `
      require(${JSON.stringify(bundles.get('voicetwo')?.file)});
      setImmediate(() => setImmediate(() => {
        console.log(JSON.stringify(Object.keys(require.cache).map((name) => require('node:path').basename(name))));
        process.exit();
      }));`;
    const output = await runOnNode(script, {
      AWS_REGION: 'us-east-1',
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'key',
      AWS_ENDPOINT_URL_DYNAMODB: aws.url,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: aws.url,
      TABLE_NAME: 'table',
      SECRET_ID_VOICETWO: 'voicetwo',
      ACCOUNT_WRITES_PER_MINUTE: '120',
    });

    expect(JSON.parse(output)).toEqual(['index.js', 'shared.js', 'rolldown-runtime.js', 'phone-numbers.js']);
  });

  it('matches services by name without the vocabulary, and phrases with it', async () => {
    const { file } = makeBundle('lib/understanding/services.ts', join(folder, 'services'));
    const services = demoAccount.serviceTypes;
    const script = (texts: readonly string[]) => `
      const { matchService } = require(${JSON.stringify(file)});
      const kinds = ${JSON.stringify(texts)}.map((text) => {
        const match = matchService(text, ${JSON.stringify(services)}, []);
        return match.kind === 'match' ? match.service.id : match.kind;
      });
      const isLoaded = Object.keys(require.cache).some((name) => name.endsWith('understanding.js'));
      console.log(JSON.stringify({ isLoaded, kinds }));`;

    expect(
      JSON.parse(await runOnNode(script(['AC Repair', 'the a/c repair', 'ac-tune-up', 'electrician']))),
    ).toEqual({
      isLoaded: false,
      kinds: ['ac-repair', 'ac-repair', 'ac-tune-up', 'electrical-repair'],
    });
    expect(JSON.parse(await runOnNode(script(['my furnace is dead', 'pool cleaning'])))).toEqual({
      isLoaded: true,
      kinds: ['heating-repair', 'unknown'],
    });
  });

  it('reads simple dates without the library, and others like the library', async () => {
    const { file } = makeBundle('lib/understanding/days.ts', join(folder, 'days'));
    const today = { date: '2026-11-22', timezone: 'America/New_York', region: 'US', isOver: true };
    const script = (texts: readonly string[]) => `
      const { understandDays } = require(${JSON.stringify(file)});
      Promise.all(${JSON.stringify(texts)}.map((text) => understandDays(text, ${JSON.stringify(today)}))).then((read) => {
        const loaded = Object.keys(require.cache).map((name) => name.replace(/.*[/]/, ''));
        console.log(JSON.stringify({ loaded: loaded.filter((name) => !['index.js', 'shared.js', 'rolldown-runtime.js'].includes(name)), dates: read.map((days) => days.date ?? days.kind) }));
      });`;
    const digits = ['2026-11-24', '2026-11-24T14:00:00Z', '2026-02-30'];
    const words = ['tomorrow morning', 'next Tuesday', 'the 21st'];
    const written = ['11/24', 'November 24th', '24 Nov 2026', 'next week'];

    expect(JSON.parse(await runOnNode(script(digits)))).toEqual({
      loaded: [],
      dates: ['2026-11-24', '2026-11-24', 'unclear'],
    });
    expect(JSON.parse(await runOnNode(script(words)))).toEqual({
      loaded: ['understanding.js'],
      dates: ['2026-11-23', '2026-11-24', '2026-12-21'],
    });
    expect(JSON.parse(await runOnNode(script(written)))).toEqual({
      loaded: ['understanding.js', 'written-dates.js'],
      dates: ['2026-11-24', '2026-11-24', '2026-11-24', 'range'],
    });
  });
});
