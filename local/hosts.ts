import type { IncomingMessage } from 'node:http';

/** Matches the host of an HTTP request: a name or an IPv4 address, perhaps with a port. */
export const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i;

/** The names of this machine for itself, in URLs. */
export const LOCAL_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Whether a request names this server by a name of this machine, and comes from no page but its own. Another name means
 * that a web page made its own name lead here (DNS rebinding).
 */
export const isFromHere = (request: IncomingMessage): boolean =>
  names(
    request,
    LOCAL_NAMES.map((name) => `${name}:${request.socket.localPort}`),
  );

/** Whether a request names one of the allowed hosts, such as that of a tunnel, and comes from no page but its own. */
export const isThrough = (request: IncomingMessage, hosts: readonly string[]): boolean =>
  names(request, hosts);

function names({ headers }: IncomingMessage, hosts: readonly string[]): boolean {
  const named = headers.host?.toLowerCase();
  if (!hosts.some((host) => host.toLowerCase() === named)) return false;
  const { origin } = headers;
  return origin === undefined || [`http://${named}`, `https://${named}`].includes(origin);
}
