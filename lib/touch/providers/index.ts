import type { OutboxMessage } from '../../record/outbox/message.ts';
import { logProvider } from './log.ts';
import type { Providers } from './provider.ts';
import { type TwilioProviderDependencies, twilioProvider } from './twilio.ts';
import { type WebhookProviderDependencies, webhookProvider } from './webhook.ts';

export interface ProvidersDependencies extends WebhookProviderDependencies, TwilioProviderDependencies {
  /** Shows messages on one's own machine; absent in a deployment. */
  readonly show: ((message: OutboxMessage) => void) | undefined;
}

/** The registry of those that messages are handed over to. */
export const createProviders = ({ show, ...deps }: ProvidersDependencies): Providers => ({
  log: logProvider(show),
  webhook: webhookProvider(deps),
  twilio: twilioProvider(deps),
});
