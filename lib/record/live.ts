import { hash } from 'node:crypto';

/** Tells an open page that something has changed, and nothing of what: the page reads it with its own token. */
export interface Hint {
  /** The id of the account. */
  readonly account: string;
  /** The days that have changed, as dates in the account's zone. */
  readonly dates: readonly string[];
  /** Whether what waits for a person may have changed. */
  readonly queue: boolean;
}

/** The right to open one connection, for a moment. */
export interface LiveTicket {
  /** A digest of the ticket, which is stored nowhere. */
  readonly ticketId: string;
  readonly accountId: string;
  /** When the ticket is worthless, and until when its connection gets hints, as ISO instants. */
  readonly openBy: string;
  readonly until: string;
}

/** An open connection of a page. */
export interface LiveConnection {
  readonly connectionId: string;
  readonly accountId: string;
  /** ISO instants: since when it is open, and until when it gets hints. */
  readonly createdAt: string;
  readonly until: string;
}

export const ticketIdOf = (ticket: string): string => hash('sha256', ticket, 'hex');

/** Returns a hint for each account instead of several. */
export function joinHints(hints: readonly Hint[]): readonly Hint[] {
  return [...Map.groupBy(hints, ({ account }) => account)].map(([account, its]) => ({
    account,
    dates: [...new Set(its.flatMap(({ dates }) => dates))].sort(),
    queue: its.some(({ queue }) => queue),
  }));
}
