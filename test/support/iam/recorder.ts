import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { isForMessaging } from '../aws-messaging-stand-in.ts';
import { callsOf, rememberPosition } from './aws-calls.ts';
import type { AwsCall } from './policy.ts';

export interface Recorder {
  readonly endpoint: string;
  /** What was not allowed, as `action on resource: leading keys`. */
  readonly refused: readonly string[];
  /** Who calls, from now on. */
  become(allows: (call: AwsCall) => boolean): void;
  stop(): void;
}

/** AWS as a person with certain rights reaches it: what they don't allow is refused, all else is passed on. */
export async function startRecorder(upstream: {
  readonly database: string;
  readonly others: string;
  /** Of Lambda and CodeDeploy. */
  readonly releases: string;
  /** Of End User Messaging and SES. */
  readonly messaging: string;
}): Promise<Recorder> {
  const refused: string[] = [];
  const who = { allows: (_: AwsCall) => false };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const target = request.headers['x-amz-target']?.toString();
    const { method = 'POST', url: path = '/' } = request;
    const forbidden = callsOf(target, body, { method, path }).filter((call) => !who.allows(call));
    if (forbidden.length > 0) {
      refused.push(...forbidden.map(nameOf));
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
      response.end('{"__type":"AccessDeniedException"}');
      return;
    }
    const ofReleases = path.startsWith('/2015-03-31/') || target?.startsWith('CodeDeploy');
    const ofMessaging = isForMessaging(request) ? upstream.messaging : upstream.others;
    const others = ofReleases ? upstream.releases : ofMessaging;
    const base = target?.startsWith('DynamoDB') ? upstream.database : others;
    const headers = passedOn(request.headers);
    const sent = { method, headers, ...(method !== 'GET' && { body }) };
    const answer = await fetch(new URL(path, base), sent);
    const answered = await answer.text();
    if (target?.endsWith('.GetShardIterator')) {
      rememberPosition(JSON.parse(answered).ShardIterator, JSON.parse(body).StreamArn);
    }
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(answered);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    endpoint: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    refused,
    become(allows) {
      who.allows = allows;
      refused.length = 0;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const nameOf = ({ action, resource, keys }: AwsCall): string =>
  `${action} on ${resource.replace(/^(?:[^:]*:){5}/, '')}${keys['dynamodb:LeadingKeys'] === undefined ? '' : `: ${keys['dynamodb:LeadingKeys']}`}`;

/** Not those of the connection. */
const passedOn = (headers: NodeJS.Dict<string | string[]>): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    ['host', 'connection', 'content-length'].includes(name) ? [] : [[name, String(value)]],
  );
