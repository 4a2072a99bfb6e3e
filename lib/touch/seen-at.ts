import { type SeenAt, whereToSee } from '../intake/urgent/urgent-message.ts';
import type { OutboxMessage } from '../record/outbox/message.ts';

/** Returns where people see what a message is about: its request, or the account's board. */
export const whereMessagesAreSeen =
  (seenAt: SeenAt) =>
  ({ accountId, dispatchRequestId }: Pick<OutboxMessage, 'accountId' | 'dispatchRequestId'>): string => {
    if (dispatchRequestId !== undefined) return whereToSee({ accountId, dispatchRequestId }, seenAt);
    return seenAt.boardUrl ?? accountId;
  };
