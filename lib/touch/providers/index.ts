import type { OutboxMessage } from '../../record/outbox/message.ts';
import { type AwsProviderDependencies, awsProvider } from './aws.ts';
import { logProvider } from './log.ts';
import type { Providers } from './provider.ts';
import { type TwilioProviderDependencies, twilioProvider } from './twilio.ts';
import { type WebhookProviderDependencies, webhookProvider } from './webhook.ts';

export interface ProvidersDependencies extends WebhookProviderDependencies, TwilioProviderDependencies {
  /** Shows messages on one's own machine; absent in a deployment. */
  readonly show: ((message: OutboxMessage) => void) | undefined;
  /** Absent where AWS sends nothing. */
  readonly aws: AwsProviderDependencies['messages'] | undefined;
}

/** The registry of those that messages are handed over to. */
export const createProviders = ({ show, aws, ...deps }: ProvidersDependencies): Providers => ({
  log: logProvider(show),
  webhook: webhookProvider(deps),
  twilio: twilioProvider(deps),
  ...(aws !== undefined && { aws: awsProvider({ messages: aws, now: deps.now }) }),
});
