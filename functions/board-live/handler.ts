import { ticketIdOf } from '../../lib/record/live.ts';
import type { LiveStore } from '../../lib/record/ports.ts';

export interface BoardLiveDependencies {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly live: Pick<LiveStore, 'takeTicket' | 'connect' | 'disconnect'>;
  /** Writes a log line. */
  readonly log: (line: object) => void;
}

/** What API Gateway sends when a connection opens or has closed. */
export interface ConnectionEvent {
  readonly requestContext: { readonly routeKey: string; readonly connectionId: string };
  readonly queryStringParameters?: Readonly<Record<string, string | undefined>> | null;
}

/** A page waits, but asks again by itself. */
const WITHIN_MS = 3_000;

/**
 * Opens a connection for whoever has a ticket, which the board's API gives only to those who may see the account, and
 * forgets connections that have closed. Any other answer than 200 closes a new connection.
 */
export const createHandler =
  ({ now, live, log }: BoardLiveDependencies) =>
  async ({ requestContext, queryStringParameters }: ConnectionEvent): Promise<{ statusCode: number }> => {
    const { routeKey, connectionId } = requestContext;
    const at = now();
    const deadline = at + WITHIN_MS;
    if (routeKey === '$disconnect') {
      await live.disconnect(connectionId, deadline);
      return { statusCode: 200 };
    }
    const given = queryStringParameters?.ticket;
    const ticket = given === undefined ? undefined : await live.takeTicket(ticketIdOf(given), deadline);
    if (ticket === undefined || Date.parse(ticket.openBy) <= at) {
      log({ outcome: 'not_connected' });
      return { statusCode: 401 };
    }
    const { accountId, until } = ticket;
    await live.connect({ connectionId, accountId, createdAt: new Date(at).toISOString(), until }, deadline);
    log({ outcome: 'connected', account: accountId });
    return { statusCode: 200 };
  };
