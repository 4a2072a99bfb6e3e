import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

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
  /** The requested operations, oldest first. */
  readonly calls: readonly string[];
  /** While set, every request is refused with this error code. */
  refuseWith: string | undefined;
  stop(): void;
}

interface Answer {
  readonly status: number;
  readonly type: 'text/xml' | 'application/x-amz-json-1.1';
  readonly body: string;
}

type Fields = Readonly<Record<string, string>>;

/** CloudFormation (query protocol, XML) and Secrets Manager (JSON 1.1) on one port. */
export async function startAwsStandIn(): Promise<AwsStandIn> {
  const calls: string[] = [];
  const standIn = {
    endpoint: '',
    stacks: new Map<string, Fields>(),
    secrets: new Map<string, string>(),
    queue: new Map<string, string>(),
    users: new Map<string, object>(),
    events: [],
    calls,
    refuseWith: undefined,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const target = request.headers['x-amz-target'];
    const answer =
      target === undefined
        ? cloudFormation(standIn, calls, new URLSearchParams(body))
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

function cloudFormation(
  { stacks, refuseWith }: Pick<AwsStandIn, 'stacks' | 'refuseWith'>,
  calls: string[],
  parameters: URLSearchParams,
): Answer {
  calls.push(String(parameters.get('Action')));
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
  if (target.startsWith('secretsmanager.')) return secretsManager(standIn, calls, target, body);
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
  { Username = '', UserAttributes }: Fields,
): Answer | undefined {
  switch (target) {
    case 'AWSCognitoIdentityProviderService.AdminCreateUser': {
      if (users.has(Username)) return json(400, { __type: 'UsernameExistsException', message: 'known' });
      const Attributes = [{ Name: 'sub', Value: `sub-${users.size}` }, ...[UserAttributes ?? []].flat()];
      users.set(Username, { Username, Attributes, UserStatus: 'FORCE_CHANGE_PASSWORD' });
      return json(200, { User: users.get(Username) });
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

function secretsManager(
  { secrets, refuseWith }: Pick<AwsStandIn, 'secrets' | 'refuseWith'>,
  calls: string[],
  target: string,
  { SecretId = '', SecretString = '' }: Fields,
): Answer {
  const operation = target.replace('secretsmanager.', '');
  calls.push(operation);
  if (refuseWith !== undefined) return json(400, { __type: refuseWith, message: 'refused' });
  const stored = secrets.get(SecretId);
  if (stored === undefined) return json(400, { __type: 'ResourceNotFoundException', message: 'none' });
  if (operation === 'PutSecretValue') secrets.set(SecretId, SecretString);
  else if (operation !== 'GetSecretValue') return json(400, { __type: 'UnknownOperationException' });
  const version = { ARN: SecretId, Name: SecretId, VersionId: randomUUID(), VersionStages: ['AWSCURRENT'] };
  return json(200, operation === 'GetSecretValue' ? { ...version, SecretString: stored } : version);
}

/** The client checks the digest. */
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

function json(status: number, body: object): Answer {
  return { status, type: 'application/x-amz-json-1.1', body: JSON.stringify(body) };
}
