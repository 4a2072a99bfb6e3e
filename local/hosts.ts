import type { IncomingMessage } from 'node:http';

/** A host that an HTTP request names: a name or an IPv4 address, perhaps with a port. */
export const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i;

/** Names of this machine for itself. */
const OWN_NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Whether a request names this server as the machine itself does, and comes from its own page if it comes from one. A
 * foreign name is that of a page whose name was made to lead here (DNS rebinding).
 */
export const isFromHere = (request: IncomingMessage): boolean =>
  names(
    request,
    OWN_NAMES.map((name) => `${name}:${request.socket.localPort}`),
  );

/** The same for requests that come through a tunnel, under the names that a person has allowed. */
export const isThrough = (request: IncomingMessage, hosts: readonly string[]): boolean =>
  names(request, hosts);

function names({ headers }: IncomingMessage, hosts: readonly string[]): boolean {
  const named = headers.host?.toLowerCase();
  if (!hosts.some((host) => host.toLowerCase() === named)) return false;
  const { origin } = headers;
  return origin === undefined || [`http://${named}`, `https://${named}`].includes(origin);
}
