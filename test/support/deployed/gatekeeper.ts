import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { isForMessaging, operationOf } from '../aws-messaging-stand-in.ts';
import { callsOf, TABLE_KEY } from '../iam/aws-calls.ts';
import type { AwsCall } from '../iam/policy.ts';
import type { Deployments } from './deployments.ts';
import { arnIn } from './names.ts';
import { usesOfKey } from './rights.ts';
import { FunctionError } from './runtime-api.ts';

export interface GatekeeperDependencies {
  /** Where DynamoDB answers, and where all other services do. */
  readonly database: string;
  readonly others: string;
  /** Where End User Messaging and SES do. */
  readonly messaging: string;
  /** Whether the function whose access key this is may do that. */
  readonly mayCall: (accessKey: string, call: AwsCall) => boolean;
  /** The key of a table or a topic; undefined if it has none of its own. */
  readonly keyOf: (resource: string) => string | undefined;
  /** What Lambda does. */
  readonly invoke: (arn: string, event: unknown) => Promise<unknown>;
  /** What CodeDeploy does. */
  readonly call: Deployments['call'];
}

export interface Gatekeeper {
  readonly endpoint: string;
  /** Refuses the function's next write of a request once, as if another write were under way. */
  loseRace(accessKey: string): void;
  stop(): void;
}

/** Stands between functions and AWS: refuses what the role that signed doesn't allow, and passes on all else. */
export async function startGatekeeper(deps: GatekeeperDependencies): Promise<Gatekeeper> {
  const { database, others, messaging, mayCall } = deps;
  const losing = new Set<string>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const target = request.headers['x-amz-target']?.toString();
    const [, accessKey = ''] = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '') ?? [];
    // A request reaches a stand-in only if the template declares an address for its service.
    if (request.url?.startsWith('/elsewhere')) return response.writeHead(400).end('{"__type":"NoStandIn"}');
    const own = ownService(request, body, deps);
    const ofMessaging = isForMessaging(request);
    const calls = own?.calls ?? (ofMessaging ? sendingOf(request, body) : judged(target, body, deps));
    const refused = calls.filter((call) => !mayCall(accessKey, call));
    if (refused.length > 0) {
      response.writeHead(400, json);
      return response.end('{"__type":"com.amazon.coral.service#AccessDeniedException","message":"refused"}');
    }
    if (calls.some(writesRequest) && losing.delete(accessKey))
      return response.writeHead(400, json).end('{"__type":"TransactionConflictException","message":"lost"}');
    if (own !== undefined) {
      const { headers = {}, answer } = await own.run();
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1', ...headers });
      return response.end(JSON.stringify(answer));
    }
    const elsewhere = ofMessaging ? messaging : others;
    const base = target?.startsWith('DynamoDB') ? database : elsewhere;
    const answer = await fetch(new URL(request.url ?? '/', base), {
      method: 'POST',
      headers: headersOf(request),
      body,
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    return response.end(await answer.text());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    loseRace: (accessKey) => void losing.add(accessKey),
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const json = { 'content-type': 'application/x-amz-json-1.0' };

const writesRequest = ({ action, keys }: AwsCall): boolean =>
  action === 'dynamodb:PutItem' && keys['dynamodb:LeadingKeys']?.[0]?.startsWith('REQUEST#') === true;

/** The headers of the AWS protocols; `fetch` sets those of the connection. */
const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      /^(?:authorization|content-type|x-amz-.*)$/.test(name) ? [[name, String(value)]] : [],
    ),
  );

/** What IAM judges of a request, with each use of the key that encrypts its table or topic. */
function judged(
  target: string | undefined,
  body: string,
  { keyOf }: GatekeeperDependencies,
): readonly AwsCall[] {
  const form = new URLSearchParams(body);
  if (target === undefined && form.get('Action') === 'Publish') {
    const resource = String(form.get('TopicArn'));
    const key = keyOf(resource);
    const actions = key === undefined ? [] : ['kms:Decrypt', 'kms:GenerateDataKey'];
    return [
      { action: 'sns:Publish', resource, keys: {} },
      ...actions.map((action) => ({ action, resource: String(key), keys: {} })),
    ];
  }
  if (target?.startsWith('secretsmanager.')) {
    const action = target.replace('.', ':');
    return [{ action, resource: JSON.parse(body).SecretId, keys: {} }];
  }
  if (target === undefined && form.get('Action') === 'GetTopicAttributes')
    return [{ action: 'sns:GetTopicAttributes', resource: String(form.get('TopicArn')), keys: {} }];
  const calls = callsOf(target, body);
  const own = keyOf(String(calls[0]?.resource.replace(/\/index\/.*$/, '')));
  return calls.flatMap((call) => {
    if (call.resource !== TABLE_KEY) return [call];
    return own === undefined ? [] : usesOfKey(own);
  });
}

/** What IAM judges of sending a message. A number's id in AWS is not that number. */
function sendingOf(request: IncomingMessage, body: string): readonly AwsCall[] {
  const operation = operationOf(request);
  const call = (service: string, resource: string) => ({
    action: `${service}:${operation}`,
    resource: arnIn(service, resource),
    keys: {},
  });
  const { FromEmailAddress, ConfigurationSetName } = JSON.parse(body);
  if (operation !== 'SendEmail') return [call('sms-voice', 'phone-number/phone-1')];
  return [
    call('ses', `identity/${FromEmailAddress}`),
    call('ses', `configuration-set/${ConfigurationSetName}`),
  ];
}

/** A request to a service whose stand-in is in this process. */
interface OwnService {
  readonly calls: readonly AwsCall[];
  readonly run: () => Promise<{
    readonly headers?: Readonly<Record<string, string>>;
    readonly answer: unknown;
  }>;
}

function ownService(
  { url = '', headers }: IncomingMessage,
  body: string,
  { invoke, call }: GatekeeperDependencies,
): OwnService | undefined {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const [, name] = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(pathname) ?? [];
  if (name !== undefined) {
    const resource = arnIn('lambda', `function:${name}:${searchParams.get('Qualifier')}`);
    const calls = [{ action: 'lambda:InvokeFunction', resource, keys: {} }];
    return { calls, run: () => run(() => invoke(resource, JSON.parse(body))) };
  }
  const [, operation] = /^CodeDeploy_20141006\.(\w+)$/.exec(String(headers['x-amz-target'])) ?? [];
  if (operation === undefined) return undefined;
  const { resource, answer } = call(operation, JSON.parse(body));
  const calls = [{ action: `codedeploy:${operation}`, resource, keys: {} }];
  return { calls, run: async () => ({ answer: answer() }) };
}

/** Lambda's answer: if the function throws, a header says so. */
async function run(invoke: () => Promise<unknown>) {
  try {
    return { answer: await invoke() };
  } catch (error) {
    const errorType = error instanceof FunctionError ? error.errorType : 'Runtime.ExitError';
    return { headers: { 'x-amz-function-error': 'Unhandled' }, answer: { errorType } };
  }
}
