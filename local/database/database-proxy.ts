import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream';
import { type PrivateServer, startPrivateServer } from '../private-server.ts';

/** A proxy in front of the embedded database, which would answer anyone, even web pages. */
export async function startDatabaseProxy(database: string, host: string): Promise<PrivateServer> {
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

function forward(database: string, agent: Agent, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { host: _, ...headers } = incoming.headers;
  const asked = request(database, { agent, method: incoming.method ?? 'POST', headers });
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

/** Removes headers that would let web pages read the answer. */
function withoutSharing(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('access-control-')));
}
