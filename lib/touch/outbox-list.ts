import type { MessageStatus, OutboxMessage } from '../record/outbox/message.ts';
import type { MessagePlace, Outbox } from '../record/outbox/outbox.ts';
import type { Deadline } from '../record/ports.ts';

/** What people see of a message. */
export const asShown = ({
  isAnswer: _,
  tells: __,
  claimedAt: ___,
  providerId: ____,
  ledTo: _____,
  language: ______,
  ...message
}: OutboxMessage) => message;

export interface Wanted {
  readonly status?: MessageStatus | undefined;
  readonly dispatchRequestId?: string | undefined;
  /** The most messages to find. */
  readonly most: number;
}

const PAGE = 100;

/** Lists the messages of an account, or of one of its requests, newest first. Fails as `Outbox` does. */
export async function listMessages(
  outbox: Pick<Outbox, 'page' | 'ofRequest'>,
  accountId: string,
  { status, dispatchRequestId, most }: Wanted,
  deadline: Deadline,
): Promise<readonly OutboxMessage[]> {
  const isWanted = (one: OutboxMessage) => status === undefined || one.status === status;
  if (dispatchRequestId !== undefined) {
    const found = await outbox.ofRequest(accountId, dispatchRequestId, deadline);
    return found.filter(isWanted).slice(0, most);
  }
  const found: OutboxMessage[] = [];
  let after: MessagePlace | undefined;
  do {
    const page = await outbox.page(accountId, { limit: PAGE, after }, deadline);
    found.push(...page.messages.filter(isWanted));
    after = page.next;
  } while (after !== undefined && found.length < most);
  return found.slice(0, most);
}
