import { realDependencies } from '../../../lib/aws/composition.ts';
import { createAccountStore } from '../../../lib/aws/stores/account-store.ts';
import { webhookSenderIds } from '../../../lib/platforms/index.ts';
import { MINUTE_MS } from '../../../lib/scheduling/time.ts';
import { demoAccount, demoSecrets } from '../../../local/demo/demo-account.ts';
import { secretIn } from '../../../local/secrets.ts';
import { bundledAssembly } from '../assembly.ts';
import { type AwsMessagingStandIn, startAwsMessaging } from '../aws-messaging-stand-in.ts';
import { type AwsStandIn, startAwsStandIn } from '../aws-stand-in.ts';
import { createTestTable, type TestTable } from '../database.ts';
import { openTestStream } from '../stream.ts';
import { type Deployments, deploymentsOf } from './deployments.ts';
import { type EventFlow, startEventFlow } from './event-flow.ts';
import { originOf, startFront } from './front.ts';
import { type DeployedFunction, deployedFunctions } from './functions.ts';
import { startGatekeeper } from './gatekeeper.ts';
import { askApi, type HttpAnswer, type HttpRequest, type InvokeFor } from './http-api.ts';
import { type Lambdas, startLambdas } from './lambdas.ts';
import { type MessageFlow, messageFlowOf } from './message-flow.ts';
import { openRights, type Rights } from './rights.ts';
import { schedulesOf } from './schedules.ts';
import { type DeployedStack, readStackFile } from './stack.ts';
import { startTextProvider, type TextProvider } from './text-provider.ts';
import { type SignIn, signInOf } from './user-pool.ts';
import { type WebSockets, webSocketsOf } from './web-socket-api.ts';

/** What `prod` deploys, running on this machine: AWS itself is played by stand-ins that read the template. */
export interface Cloud {
  readonly stack: DeployedStack;
  readonly functions: readonly DeployedFunction[];
  /** The paths of the functions that were run so far. */
  readonly invoked: ReadonlySet<string>;
  readonly table: TestTable;
  readonly rights: Rights;
  readonly aws: AwsStandIn;
  readonly flow: EventFlow;
  readonly signIn: SignIn;
  readonly sockets: WebSockets;
  /** Takes the texts of all companies. */
  readonly provider: TextProvider;
  /** Takes messages by AWS, and says what became of them. */
  readonly messaging: AwsMessagingStandIn;
  readonly messages: MessageFlow;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** The answer to a request to a public address, such as `https://….cloudfront.net/api/…`. */
  ask(url: string, request: Omit<HttpRequest, 'path'>): Promise<HttpAnswer>;
  /** Lets time pass: schedules run, and what they stored reaches its targets. */
  pass(ms: number): Promise<void>;
  /** Sets the clock ahead, as if nothing had run meanwhile. */
  setAhead(ms: number): void;
  /** Lets the next write of a request by the function at this path lose a race. */
  loseRace(path: string): void;
  /** Runs a function with other settings from now on, or again with its own. */
  replace: Lambdas['replace'];
  release: Deployments['release'];
  /** What a function has written; it is started again when something needs it. */
  writtenBy(path: string): Promise<{ readonly stdout: string; readonly stderr: string }>;
  stop(): Promise<void>;
}

/** A Monday on which the demo's company is open, as the clock stands when a cloud starts. */
const START = Date.UTC(2026, 5, 8, 14);

/** Starts everything that `prod` deploys, with the demo's company and secrets and an empty table. */
export async function startCloud(): Promise<Cloud> {
  const assembly = await bundledAssembly();
  const table = await createTestTable();
  await createAccountStore(realDependencies(table)).put(demoAccount);
  const aws = await startAwsStandIn();
  const messaging = await startAwsMessaging();
  const stream = await openTestStream(table);
  const names = { stackName: 'dispatch-prod', byType: { 'AWS::DynamoDB::Table': table.tableName } };
  const stack = readStackFile(assembly.template, names);
  const provider = await startTextProvider();
  fillSecrets(stack, aws, { ...demoSecrets, messaging: provider.document });
  const clock = { now: START };
  const now = () => clock.now;
  const rights = openRights(stack);
  const functions = deployedFunctions(stack, assembly.folder);
  const byName = new Map(functions.map((one) => [one.name, one]));
  const gatekeeper = await startGatekeeper({
    database: table.endpoint,
    others: aws.endpoint,
    messaging: messaging.endpoint,
    mayCall: (accessKey, call) => rights.mayCall(byName.get(accessKey)?.roleArn ?? '', call),
    keyOf: (resource) => keyOf(stack, resource),
    invoke: (arn, event) => lambdas.invoke(arn, event),
    call: (operation, fields) => deployments.call(operation, fields),
  });
  const front = await startFront(async (url, request) => {
    const { host, pathname } = new URL(url);
    return host === sockets.host ? sockets.push({ ...request, path: pathname }) : await ask(url, request);
  });
  const lambdas = startLambdas({
    stack,
    functions,
    rights,
    endpoint: gatekeeper.endpoint,
    hosts: front.hosts(stack),
    now,
  });
  const deployments = deploymentsOf({ stack, rights, lambdas });
  const invokeFor: InvokeFor = (arn, service, source, event) => {
    rights.demandPermission(arn, service, source);
    return lambdas.invoke(arn, event);
  };
  const sockets = webSocketsOf({
    stack,
    invoke: invokeFor,
    mayCall: (accessKey, call) => rights.mayCall(byName.get(accessKey)?.roleArn ?? '', call),
  });
  const signIn = signInOf({ stack, invoke: invokeFor, now });
  const ask = (url: string, request: Omit<HttpRequest, 'path'>) => {
    const { apiId, path } = originOf(stack, url);
    return askApi(apiId, { ...request, path }, { stack, invoke: invokeFor, keys: signIn.keys, now });
  };
  const send = (queue: string, body: object) =>
    void aws.queue.set(`${queue} ${aws.queue.size}`, JSON.stringify(body));
  const shared = { stack, rights, invoke: lambdas.invoke, send, now };
  const flow = startEventFlow({ ...shared, stream });
  const schedules = schedulesOf(shared);
  const messages = messageFlowOf(shared);
  return {
    ...{ stack, functions, table, rights, aws, flow, signIn, sockets, now, ask, provider },
    ...{ messaging, messages },
    async pass(ms) {
      const until = clock.now + ms;
      while (clock.now < until) {
        clock.now = Math.min(until, (Math.floor(clock.now / MINUTE_MS) + 1) * MINUTE_MS);
        for (const { every, run } of schedules) if ((clock.now - START) % every === 0) await run();
        await flow.drain();
      }
    },
    invoked: lambdas.invoked,
    setAhead(ms) {
      clock.now += ms;
    },
    loseRace(path) {
      gatekeeper.loseRace(functions.find((one) => one.path === path)?.name ?? '');
    },
    replace: lambdas.replace,
    release: deployments.release,
    writtenBy: lambdas.stop,
    async stop() {
      await lambdas.stopAll();
      front.stop();
      gatekeeper.stop();
      provider.stop();
      aws.stop();
      messaging.stop();
      stream.client.destroy();
      await table.destroy();
    },
  };
}

/** Each secret has the document of its sender. */
function fillSecrets(stack: DeployedStack, aws: AwsStandIn, documents: object): void {
  for (const { path, ref } of stack.ofType('AWS::SecretsManager::Secret')) {
    const sender = webhookSenderIds.find((one) => path.endsWith(`/${one}`));
    const secret = sender && secretIn(documents, sender);
    if (secret !== undefined) aws.secrets.set(ref, secret);
  }
}

/** The key that encrypts a table or a topic; undefined if it has none of its own. */
function keyOf(stack: DeployedStack, arn: string): string | undefined {
  const { properties } = stack.at(arn);
  return properties.KmsMasterKeyId ?? properties.SSESpecification?.KMSMasterKeyId;
}
