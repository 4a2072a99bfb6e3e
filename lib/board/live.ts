import { ticketIdOf } from '../record/live.ts';
import type { Operation } from './operation.ts';
import type { LiveView } from './views.ts';

// Pages can't put a token into the headers of a connection, and addresses are logged: they get a ticket for one connection.

/** A ticket is used at once. */
const OPEN_WITHIN_MS = 60_000;
/** API Gateway closes connections on which nothing is said for ten minutes. */
const LONGEST_MS = 9 * 60_000;

/** `GET /accounts/{account}/live` */
export const openLive: Operation = async ({ account, caller, deps, now, deadline }) => {
  const ticket = deps.newId();
  const until = Math.min(now + LONGEST_MS, caller.expiresAt ?? Number.POSITIVE_INFINITY);
  await deps.live.putTicket(
    {
      ticketId: ticketIdOf(ticket),
      accountId: account.accountId,
      openBy: new Date(now + OPEN_WITHIN_MS).toISOString(),
      until: new Date(until).toISOString(),
    },
    deadline,
  );
  const body: LiveView = {
    url: `${deps.liveUrl}?ticket=${ticket}`,
    seconds: Math.max(0, Math.floor((until - now) / 1_000)),
  };
  return { status: 200, body };
};
