import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { webhookSenderIds } from '../lib/platforms/index.ts';
import { type PrivateServer, startPrivateServer } from './private-server.ts';
import type { SecretReader } from './secrets.ts';

const GetSecretValue = v.object({ SecretId: v.string() });

/** Starts a server for the one operation of Secrets Manager that the service calls. */
export function startSecretsStandIn(read: SecretReader, host = '127.0.0.1'): Promise<PrivateServer> {
  return startPrivateServer(host, (request, response) => {
    answer(request, response, read).catch(() =>
      fail(response, 500, 'InternalServiceError', 'The stand-in failed.'),
    );
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, read: SecretReader): Promise<void> {
  let body = '';
  for await (const chunk of request) body += chunk;
  if (request.headers['x-amz-target'] !== 'secretsmanager.GetSecretValue') {
    return fail(response, 400, 'UnknownOperationException', 'The stand-in knows GetSecretValue only.');
  }
  const { SecretId } = v.parse(GetSecretValue, JSON.parse(body));
  const sender = webhookSenderIds.find((known) => known === SecretId);
  if (sender === undefined) {
    return fail(response, 400, 'ResourceNotFoundException', 'There is no secret of that name.');
  }
  let text: string;
  try {
    text = read(sender);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unreadable';
    return fail(response, 500, 'InternalServiceError', `The secrets file: ${why}`);
  }
  send(response, 200, {
    ARN: `arn:aws:secretsmanager:us-east-1:000000000000:secret:${sender}`,
    Name: sender,
    VersionId: '00000000-0000-4000-8000-000000000000',
    VersionStages: ['AWSCURRENT'],
    SecretString: text,
  });
}

function fail(response: ServerResponse, status: number, type: string, message: string): void {
  send(response, status, { __type: type, message }, { 'x-amzn-errortype': type });
}

function send(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1', ...headers });
  response.end(JSON.stringify(body));
}

/**
 * Starts a server for the one operation of SNS that the service calls.
 * @param tell called with each message before it is confirmed
 */
export function startTopicStandIn(
  tell: (message: string) => void,
  host = '127.0.0.1',
): Promise<PrivateServer> {
  return startPrivateServer(host, async (request, response) => {
    const parameters = new URLSearchParams(await text(request));
    const isKnown = parameters.get('Action') === 'Publish';
    if (isKnown) tell(parameters.get('Message') ?? '');
    response
      .writeHead(isKnown ? 200 : 400, { 'content-type': 'text/xml' })
      .end(isKnown ? published() : unknown);
  });
}

const published = () =>
  `<PublishResponse><PublishResult><MessageId>${randomUUID()}</MessageId></PublishResult></PublishResponse>`;
const unknown =
  '<ErrorResponse><Error><Code>InvalidAction</Code><Message>The stand-in knows Publish only.</Message></Error></ErrorResponse>';
