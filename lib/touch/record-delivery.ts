import type { Account } from '../accounts/account.ts';
import type { OutboxMessage } from '../record/outbox/message.ts';
import type { AccountReader, Deadline, RequestStore } from '../record/ports.ts';
import { type Contention, retry } from '../record/retry.ts';
import { type HandoverDependencies, settle } from './hand-over.ts';
import { shortReason } from './providers/provider.ts';

/** What a provider reports of a message, perhaps twice, late or out of order. */
export interface Delivery {
  readonly messageId: string;
  readonly outcome: 'delivered' | 'failed';
  /** A word of the provider, such as `landline`. */
  readonly reason?: string | undefined;
}

export interface DeliveryDependencies
  extends Contention,
    Pick<HandoverDependencies, 'outbox' | 'consents' | 'seeAt'> {
  readonly requests: Pick<RequestStore, 'get'>;
  readonly accounts: Pick<AccountReader, 'byId'>;
}

/**
 * Records what a provider reports. `delivered` wins over everything, and `failed` over a message that is being or was
 * handed over. A report about an unknown message changes nothing.
 * @param authorize throws if the sender may not speak for an account
 */
export async function recordDelivery(
  { messageId, outcome, reason }: Delivery,
  authorize: (account: Account | undefined) => unknown,
  deps: DeliveryDependencies,
  deadline: Deadline,
): Promise<void> {
  const { outbox, requests, accounts } = deps;
  await retry<true>(
    async () => {
      const message = await outbox.get(messageId, deadline);
      if (message === undefined) return true;
      const { accountId, dispatchRequestId } = message;
      const [account, request] = await Promise.all([
        accounts.byId(accountId),
        dispatchRequestId === undefined ? undefined : requests.get(dispatchRequestId, deadline),
      ]);
      authorize(account);
      const now = deps.now();
      const next = afterReport(message, outcome, reason, now);
      if (next === undefined) return true;
      const settled = await settle(message, next, { account, request, now }, deps, deadline);
      return settled === undefined ? undefined : true;
    },
    deps,
    deadline,
  );
}

const open: ReadonlySet<OutboxMessage['status']> = new Set(['sending', 'sent', 'unknown']);

/** Returns a message after a report; undefined if the report changes nothing. */
function afterReport(
  message: OutboxMessage,
  outcome: Delivery['outcome'],
  reason: string | undefined,
  now: number,
): OutboxMessage | undefined {
  const { status } = message;
  if (outcome === 'failed') {
    if (!open.has(status)) return undefined;
    return { ...message, status: 'failed', reason: shortReason(reason) };
  }
  if (status === 'delivered') return undefined;
  const at = new Date(now).toISOString();
  const { sentAt = at } = message;
  return { ...message, status: 'delivered', sentAt, deliveredAt: at, reason: undefined };
}
