import type { Account } from '../../lib/accounts/account.ts';
import { outcomeOf, parseForm, TwilioForm } from '../../lib/adapters/messaging/payload.ts';
import type { Answer, HttpHandler } from '../../lib/http/pipeline.ts';
import { type WebhookDependencies, webhook } from '../../lib/http/webhook.ts';
import { receiveText, type TextDependencies } from '../../lib/touch/receive-text.ts';
import { type DeliveryDependencies, recordDelivery } from '../../lib/touch/record-delivery.ts';
import type { AccountFinder } from '../../lib/voice/account-of-report.ts';

export interface TwilioDependencies extends WebhookDependencies, TextDependencies {
  readonly accounts: AccountFinder;
  readonly deliveries: Omit<DeliveryDependencies, 'seeAt'>;
  readonly seeAt: DeliveryDependencies['seeAt'];
  /** The service's own address, which Twilio signs. */
  readonly publicUrl?: string | undefined;
}

/** Tells Twilio to answer nothing: answers leave through the outbox. */
const silence: Answer = { status: 200, headers: { 'content-type': 'text/xml' }, text: '<Response/>' };

/** Handles Twilio's forms: texts of people, and what became of messages, whose id is in the query. */
export const createHandler = (deps: TwilioDependencies): HttpHandler => {
  const options = { ...deps, route: 'messaging-twilio', schema: TwilioForm, parse: parseForm } as const;
  return webhook(options, async ({ status, errorCode, received: { to, ...text } }, request) => {
    const { message } = request.query;
    if (message !== undefined || status !== undefined) {
      const report = status === undefined ? undefined : outcomeOf(status, errorCode);
      if (message !== undefined && report !== undefined) {
        const authorize = (owner: Account | undefined) => request.authorize(owner);
        const settling = { ...deps.deliveries, seeAt: deps.seeAt };
        await recordDelivery({ messageId: message, ...report }, authorize, settling, request.deadline);
      }
      request.note({ outcome: report === undefined ? 'ignored' : 'stored' });
      return { status: 204 };
    }
    const account = request.authorize(await deps.accounts.byOrigin('texts', to));
    const received = { ...text, account, now: request.startedAt };
    request.note({ outcome: await receiveText(received, deps, request.deadline) });
    return silence;
  });
};
