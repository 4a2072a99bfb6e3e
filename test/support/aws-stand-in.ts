import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { secretsManagerStandIn } from './secrets-manager-stand-in.ts';

/**
 * The part of AWS that the command line needs: stacks with their outputs, secrets by name or ARN, a queue and a
 * bus.
 */
export interface AwsStandIn {
  readonly endpoint: string;
  readonly stacks: Map<string, Readonly<Record<string, string>>>;
  readonly secrets: Map<string, string>;
  /** The bodies of the messages in the queue, by their ids. */
  readonly queue: Map<string, string>;
  /** The users of the pool, by their names. */
  readonly users: Map<string, object>;
  /** The events that were put on the bus. */
  readonly events: unknown[];
  /** The parameters of what was published to a topic. */
  readonly published: Fields[];
  /** Subscriptions of topics: one that is confirmed, unless a test says otherwise by the topic's ARN. */
  readonly subscriptions: Map<string, { readonly confirmed: number; readonly pending: number }>;
  /** The requested operations, oldest first. */
  readonly calls: readonly string[];
  /** While set, every request is refused with this error code. */
  refuseWith: string | undefined;
  /** Runs before an operation of Secrets Manager is answered, such as what another operator does meanwhile. */
  meanwhile: ((operation: string) => Promise<unknown>) | undefined;
  /** Operations of Secrets Manager that are denied. */
  denied: readonly string[];
  /** Whether the next operation of Secrets Manager is done but answered with an error, after which the client repeats it. */
  loseNextAnswer: boolean;
  stop(): void;
}

interface Answer {
  readonly status: number;
  readonly type: 'text/xml' | 'application/x-amz-json-1.1';
  readonly body: string;
}

type Mutable = { -readonly [Name in keyof AwsStandIn]: AwsStandIn[Name] };

type Fields = Readonly<Record<string, string>>;

/** CloudFormation and SNS (query protocol, XML) and Secrets Manager (JSON 1.1) on one port. */
export async function startAwsStandIn(): Promise<AwsStandIn> {
  const calls: string[] = [];
  const standIn: Mutable = {
    endpoint: '',
    stacks: new Map<string, Fields>(),
    secrets: new Map<string, string>(),
    queue: new Map<string, string>(),
    users: new Map<string, object>(),
    events: [],
    published: [],
    subscriptions: new Map(),
    calls,
    refuseWith: undefined,
    meanwhile: undefined,
    denied: [],
    loseNextAnswer: false,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
  const secretsManager = secretsManagerStandIn(standIn.secrets);
  const answerSecrets = async (target: string, fields: Fields): Promise<Answer> => {
    const operation = target.replace('secretsmanager.', '');
    calls.push(operation);
    await standIn.meanwhile?.(operation);
    const refusal = standIn.denied.includes(operation) ? 'AccessDeniedException' : standIn.refuseWith;
    if (refusal !== undefined) return json(400, { __type: refusal, message: 'refused' });
    const { status, body } = secretsManager(operation, fields);
    const isLost = standIn.loseNextAnswer;
    standIn.loseNextAnswer = false;
    return isLost ? json(500, { __type: 'InternalServiceError' }) : json(status, body);
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const target = request.headers['x-amz-target'];
    const answer =
      target === undefined
        ? queryService(standIn, calls, new URLSearchParams(body))
        : String(target).startsWith('secretsmanager.')
          ? await answerSecrets(String(target), JSON.parse(body))
          : jsonService(standIn, calls, String(target), JSON.parse(body));
    respond(request, response, answer);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  standIn.endpoint = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return standIn;
}

/** AWS refuses unsigned requests. */
function respond(request: IncomingMessage, response: ServerResponse, { status, type, body }: Answer): void {
  const isSigned = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') === true;
  response.writeHead(isSigned ? status : 403, { 'content-type': type });
  response.end(isSigned ? body : '');
}

function queryService(standIn: AwsStandIn, calls: string[], parameters: URLSearchParams): Answer {
  const action = String(parameters.get('Action'));
  calls.push(action);
  if (action === 'GetTopicAttributes') return topicAttributes(standIn, String(parameters.get('TopicArn')));
  if (action !== 'Publish' || standIn.refuseWith !== undefined) return cloudFormation(standIn, parameters);
  standIn.published.push(Object.fromEntries(parameters));
  return {
    status: 200,
    type: 'text/xml',
    body: `<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult><MessageId>${randomUUID()}</MessageId></PublishResult><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></PublishResponse>`,
  };
}

function topicAttributes({ subscriptions }: Pick<AwsStandIn, 'subscriptions'>, arn: string): Answer {
  const { confirmed, pending } = subscriptions.get(arn) ?? { confirmed: 1, pending: 0 };
  const entry = (key: string, value: number) => `<entry><key>${key}</key><value>${value}</value></entry>`;
  const entries = entry('SubscriptionsConfirmed', confirmed) + entry('SubscriptionsPending', pending);
  return {
    status: 200,
    type: 'text/xml',
    body: `<GetTopicAttributesResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><GetTopicAttributesResult><Attributes>${entries}</Attributes></GetTopicAttributesResult><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></GetTopicAttributesResponse>`,
  };
}

function cloudFormation(
  { stacks, refuseWith }: Pick<AwsStandIn, 'stacks' | 'refuseWith'>,
  parameters: URLSearchParams,
): Answer {
  const name = String(parameters.get('StackName'));
  const outputs = stacks.get(name);
  if (refuseWith !== undefined) return xmlFault(403, refuseWith, 'refused');
  if (outputs === undefined) {
    return xmlFault(400, 'ValidationError', `Stack with id ${name} does not exist`);
  }
  const members = Object.entries(outputs)
    .map(
      ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    )
    .join('');
  const stack = `<member><StackName>${name}</StackName><CreationTime>2026-11-01T00:00:00Z</CreationTime><StackStatus>CREATE_COMPLETE</StackStatus><Outputs>${members}</Outputs></member>`;
  return {
    status: 200,
    type: 'text/xml',
    body: `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks>${stack}</Stacks></DescribeStacksResult><ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></DescribeStacksResponse>`,
  };
}

function xmlFault(status: number, code: string, message: string): Answer {
  const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error>`;
  return {
    status,
    type: 'text/xml',
    body: `<ErrorResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/">${error}<RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
  };
}

function jsonService(standIn: AwsStandIn, calls: string[], target: string, body: Fields): Answer {
  calls.push(target);
  if (standIn.refuseWith !== undefined) return json(400, { __type: standIn.refuseWith, message: 'refused' });
  return (
    messaging(standIn, target, body) ??
    identity(standIn, target, body) ??
    json(400, { __type: 'UnknownOperationException' })
  );
}

/** A queue whose messages are delivered until they are deleted, and a bus that accepts everything. */
function messaging(
  { queue, events }: Pick<AwsStandIn, 'queue' | 'events'>,
  target: string,
  { ReceiptHandle = '', Entries }: Fields,
): Answer | undefined {
  switch (target) {
    case 'AmazonSQS.ReceiveMessage': {
      const Messages = [...queue].map(([MessageId, Body]) => ({
        MessageId,
        ReceiptHandle: MessageId,
        Body,
        MD5OfBody: md5(Body),
      }));
      return json(200, { Messages });
    }
    case 'AmazonSQS.DeleteMessage':
      queue.delete(ReceiptHandle);
      return json(200, {});
    case 'AmazonSQS.ChangeMessageVisibility':
      return json(200, {});
    case 'AWSEvents.PutEvents':
      events.push(...[Entries ?? []].flat());
      return json(200, { FailedEntryCount: 0, Entries: [] });
    default:
      return undefined;
  }
}

/** A pool of users who have not signed in yet. */
function identity(
  { users }: Pick<AwsStandIn, 'users'>,
  target: string,
  { Username = '', UserAttributes, MessageAction }: Fields,
): Answer | undefined {
  switch (target) {
    case 'AWSCognitoIdentityProviderService.AdminCreateUser': {
      if (MessageAction === 'RESEND' && users.has(Username)) return json(200, { User: users.get(Username) });
      if (MessageAction === 'RESEND') return json(400, { __type: 'UserNotFoundException', message: 'none' });
      if (users.has(Username)) return json(400, { __type: 'UsernameExistsException', message: 'known' });
      const Attributes = [{ Name: 'sub', Value: `sub-${users.size}` }, ...[UserAttributes ?? []].flat()];
      users.set(Username, { Username, Attributes, UserStatus: 'FORCE_CHANGE_PASSWORD' });
      return json(200, { User: users.get(Username) });
    }
    case 'AWSCognitoIdentityProviderService.AdminUpdateUserAttributes': {
      const user = users.get(Username);
      if (user === undefined) return json(400, { __type: 'UserNotFoundException', message: 'none' });
      const Attributes = [{ Name: 'email', Value: Username }, ...[UserAttributes ?? []].flat()];
      users.set(Username, { ...user, Attributes });
      return json(200, {});
    }
    case 'AWSCognitoIdentityProviderService.ListUsers':
      return json(200, { Users: [...users.values()] });
    case 'AWSCognitoIdentityProviderService.AdminDeleteUser':
      return users.delete(Username)
        ? json(200, {})
        : json(400, { __type: 'UserNotFoundException', message: 'none' });
    default:
      return undefined;
  }
}

/** The client checks the digest. */
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

function json(status: number, body: object): Answer {
  return { status, type: 'application/x-amz-json-1.1', body: JSON.stringify(body) };
}
