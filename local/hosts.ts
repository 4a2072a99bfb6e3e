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

/**
 * Whether a request for a page of a link names this server or one of the allowed hosts. Browsers don't say from which page
 * a form comes if that page keeps its address to itself, as these do, and nobody can send a form who has not been sent
 * the link.
 */
export const isForPage = (request: IncomingMessage, hosts: readonly string[]): boolean => {
  const own = LOCAL_NAMES.map((name) => `${name}:${request.socket.localPort}`);
  return isNamed(request, [...own, ...hosts]);
};

/** Whether a request names one of the allowed hosts, such as that of a tunnel, and comes from no page but its own. */
export const isThrough = (request: IncomingMessage, hosts: readonly string[]): boolean =>
  names(request, hosts);

function names(request: IncomingMessage, hosts: readonly string[]): boolean {
  if (!isNamed(request, hosts)) return false;
  const { origin, host } = request.headers;
  const named = host?.toLowerCase();
  return origin === undefined || [`http://${named}`, `https://${named}`].includes(origin);
}

const isNamed = ({ headers }: IncomingMessage, hosts: readonly string[]): boolean =>
  hosts.some((host) => host.toLowerCase() === headers.host?.toLowerCase());
