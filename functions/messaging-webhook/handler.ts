import type { Account } from '../../lib/accounts/account.ts';
import { MessagingEvent } from '../../lib/adapters/messaging/payload.ts';
import type { HttpHandler } from '../../lib/http/pipeline.ts';
import { type WebhookDependencies, webhook } from '../../lib/http/webhook.ts';
import { receiveText, type TextDependencies } from '../../lib/touch/receive-text.ts';
import { type DeliveryDependencies, recordDelivery } from '../../lib/touch/record-delivery.ts';
import type { AccountFinder } from '../../lib/voice/account-of-report.ts';

export interface MessagingDependencies extends WebhookDependencies, TextDependencies {
  readonly accounts: AccountFinder;
  readonly deliveries: Omit<DeliveryDependencies, 'seeAt'>;
  readonly seeAt: DeliveryDependencies['seeAt'];
}

/** Handles what a provider of messages sends: texts of people, and what became of messages. */
export const createHandler = (deps: MessagingDependencies): HttpHandler =>
  webhook({ ...deps, route: 'messaging-webhook', schema: MessagingEvent }, async (event, request) => {
    if (event.type !== 'message.received') {
      const outcome = event.type === 'message.delivered' ? 'delivered' : 'failed';
      const delivery = { ...event.data, outcome } as const;
      const authorize = (owner: Account | undefined) => request.authorize(owner);
      await recordDelivery(delivery, authorize, { ...deps.deliveries, seeAt: deps.seeAt }, request.deadline);
      request.note({ outcome: 'stored' });
      return { status: 204 };
    }
    const { to, ...text } = event.data;
    const account = request.authorize(await deps.accounts.byOrigin('texts', to));
    const deliveryId = request.headers['webhook-id'];
    const received = { ...text, account, deliveryId, now: request.startedAt };
    request.note({ outcome: await receiveText(received, deps, request.deadline) });
    return { status: 204 };
  });
