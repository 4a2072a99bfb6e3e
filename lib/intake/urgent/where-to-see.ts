import type { LeadsRefusedEvent, RequestEvent } from '../../record/events/event.ts';

/** What people use: a board or the command line. */
export interface SeenAt {
  /** The board's address, whose fragment stays; messages name a command without it. */
  readonly boardUrl?: string | undefined;
  /** The name of the stack; absent from a server on one's own machine. */
  readonly stack?: string | undefined;
}

/** Where people see the request of an event: its place on the board, or a command where there is no board. */
export function whereToSee(
  { accountId, dispatchRequestId }: Pick<RequestEvent, 'accountId' | 'dispatchRequestId'>,
  { boardUrl, stack }: SeenAt,
): string {
  if (boardUrl === undefined) return command(`requests show ${dispatchRequestId}`, stack);
  const query = new URLSearchParams({ account: accountId, request: dispatchRequestId });
  const [page = '', fragment] = boardUrl.split('#');
  return `${page}?${query}${fragment === undefined ? '' : `#${fragment}`}`;
}

/** The command by which operators see an account's refused leads, which are on no board. */
export const whereToSeeRefused = (
  { accountId }: Pick<LeadsRefusedEvent, 'accountId'>,
  { stack }: SeenAt,
): string => command(`leads refused list --account ${accountId}`, stack);

const command = (words: string, stack: string | undefined): string =>
  `npm run -s dispatch -- ${words}${stack === undefined ? '' : ` --stack ${stack}`}`;
