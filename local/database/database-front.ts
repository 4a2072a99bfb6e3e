import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream';
import { type PrivateServer, startPrivateServer } from '../private-server.ts';

/**
 * The way to the embedded database for all but its own server. The database itself answers anybody who finds its
 * address, web pages included.
 */
export async function startDatabaseFront(database: string, host: string): Promise<PrivateServer> {
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
  // The client sees its connection end, as it would if it had asked the database itself.
  pipeline(incoming, asked, (error) => {
    if (error) outgoing.destroy();
  });
  asked.on('error', () => outgoing.destroy());
}

/** Without what would let web pages read the answer. */
function withoutSharing(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('access-control-')));
}
