import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream';
import { type PrivateServer, startPrivateServer } from '../private-server.ts';

export interface Proxied {
  readonly endpoint: string;
  /** The access key that holds the data, in place of that of each request. */
  readonly accessKeyId?: string;
}

/** Starts a proxy for a local database, which would itself answer anyone, even web pages. */
export async function startDatabaseProxy(database: Proxied, host: string): Promise<PrivateServer> {
  const agent = new Agent({ keepAlive: true });
  const front = await startPrivateServer(host, (incoming, outgoing) =>
    forward(database, agent, incoming, outgoing),
  );
  return {
    endpoint: front.endpoint,
    stop() {
      front.stop();
      agent.destroy();
    },
  };
}

function forward(database: Proxied, agent: Agent, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { host: _, ...headers } = incoming.headers;
  const { endpoint, accessKeyId } = database;
  const asked = request(endpoint, {
    agent,
    method: incoming.method ?? 'POST',
    headers: accessKeyId === undefined ? headers : underKey(headers, accessKeyId),
  });
  asked.once('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, withoutSharing(answer.headers));
    pipeline(answer, outgoing, () => undefined);
  });
  // The client is gone, so the answer can't be forwarded.
  outgoing.once('close', () => asked.destroy());
  // Closes the client's connection, as the database would.
  pipeline(incoming, asked, (error) => {
    if (error) outgoing.destroy();
  });
  asked.on('error', () => outgoing.destroy());
}

/** Replaces the access key, which is safe because local databases verify no signature. */
function underKey(headers: IncomingHttpHeaders, accessKeyId: string): IncomingHttpHeaders {
  const authorization = headers.authorization?.replace(/Credential=[^/,]*/, `Credential=${accessKeyId}`);
  return authorization === undefined ? headers : { ...headers, authorization };
}

/** Removes headers that would let web pages read the answer. */
function withoutSharing(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('access-control-')));
}
