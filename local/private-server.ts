import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenAt } from './listen.ts';

/** The name under which Docker Desktop's containers reach the machine's loopback. */
export const CONTAINER_HOST = 'host.docker.internal';

export interface PrivateServer {
  /** The URL with the random path; other paths get no answer. */
  readonly endpoint: string;
  stop(): void;
}

/**
 * Serves requests under a random path on a free port. Other paths, a foreign `Host` (DNS rebinding) and requests from
 * web pages (`Origin`) get an empty 404.
 * @param below the pattern of what may follow the random path
 */
export async function startPrivateServer(
  host: string,
  serve: (request: IncomingMessage, response: ServerResponse) => void,
  below = /^\/?$/,
): Promise<PrivateServer> {
  const path = `/${randomBytes(16).toString('base64url')}`;
  const hosts = new Set<string>();
  const isInvited = ({ headers, url }: IncomingMessage) =>
    url?.startsWith(path) === true &&
    below.test(url.slice(path.length)) &&
    headers.origin === undefined &&
    hosts.has(headers.host ?? '');
  const server = createServer((request, response) => {
    if (isInvited(request)) serve(request, response);
    else response.writeHead(404).end();
  });
  const port = await listenAt(server, 0, host);
  for (const name of [host, CONTAINER_HOST]) hosts.add(`${name}:${port}`);
  return {
    endpoint: `http://${host}:${port}${path}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
