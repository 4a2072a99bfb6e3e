import type { Account } from '../accounts/account.ts';
import type { OutboxMessage } from '../record/outbox/message.ts';
import type { AccountReader, Deadline, RequestStore } from '../record/ports.ts';
import { type Contention, retry } from '../record/retry.ts';
import { type HandoverDependencies, settle } from './hand-over.ts';
import { shortReason } from './providers/provider.ts';

/** What a provider reports of a message, perhaps twice, late or out of order. */
export interface Delivery {
  readonly messageId: string;
  /** `sent`: the provider has it, which resolves a doubt. */
  readonly outcome: 'sent' | 'delivered' | 'failed';
  /** A word of the provider, such as `landline`. */
  readonly reason?: string | undefined;
  /** The provider's id of the message. */
  readonly providerId?: string | undefined;
}

export interface DeliveryDependencies extends Contention, Pick<HandoverDependencies, 'outbox' | 'seeAt'> {
  readonly requests: Pick<RequestStore, 'get'>;
  readonly accounts: Pick<AccountReader, 'byId'>;
}

/**
 * Records what a provider reports. `delivered` wins over everything, `failed` over a message that is being or was handed
 * over, and `sent` over one that is being handed over or in doubt. A report about an unknown message changes nothing.
 * @param authorize throws if the sender may not speak for an account
 */
export async function recordDelivery(
  delivery: Delivery,
  authorize: (account: Account | undefined) => unknown,
  deps: DeliveryDependencies,
  deadline: Deadline,
): Promise<void> {
  const { outbox, requests, accounts } = deps;
  await retry<true>(
    async () => {
      const message = await outbox.get(delivery.messageId, deadline);
      if (message === undefined) return true;
      const { accountId, dispatchRequestId } = message;
      const [account, request] = await Promise.all([
        accounts.byId(accountId),
        dispatchRequestId === undefined ? undefined : requests.get(dispatchRequestId, deadline),
      ]);
      authorize(account);
      const now = deps.now();
      const next = afterReport(message, delivery, now);
      if (next === undefined) return true;
      const settled = await settle(message, next, { account, request, now }, deps, deadline);
      return settled === undefined ? undefined : true;
    },
    deps,
    deadline,
  );
}

type Statuses = ReadonlySet<OutboxMessage['status']>;
const inDoubt: Statuses = new Set(['sending', 'unknown']);
const open: Statuses = new Set([...inDoubt, 'sent']);

/** Returns a message after a report; undefined if the report changes nothing. */
function afterReport(
  message: OutboxMessage,
  { outcome, reason, providerId = message.providerId }: Delivery,
  now: number,
): OutboxMessage | undefined {
  const { status } = message;
  if (outcome === 'failed') {
    if (!open.has(status)) return undefined;
    return { ...message, providerId, status: 'failed', reason: shortReason(reason) };
  }
  const at = new Date(now).toISOString();
  const { sentAt = at } = message;
  const sent = { ...message, providerId, sentAt, reason: undefined };
  if (outcome === 'sent') return inDoubt.has(status) ? { ...sent, status: 'sent' } : undefined;
  return status === 'delivered' ? undefined : { ...sent, status: 'delivered', deliveredAt: at };
}
