import type { SecretDocument, TwilioKey, WebhookProviderKey } from '../signatures/types.ts';

interface KeyOf {
  readonly webhook: WebhookProviderKey;
  readonly twilio: TwilioKey;
}

/** Returns the first key of a provider that may act for an account; undefined if there is none. */
export function messagingKeyOf<Provider extends keyof KeyOf>(
  { keys }: SecretDocument,
  provider: Provider,
  accountId: string,
): KeyOf[Provider] | undefined {
  return keys.find((key): key is KeyOf[Provider] => {
    const isProvider = 'provider' in key && key.provider === provider;
    return isProvider && (key.accounts.includes('*') || key.accounts.includes(accountId));
  });
}
