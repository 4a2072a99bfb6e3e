interface SigningKeyCommon {
  readonly id: string;
  /** In lower case. Default: `webhook-signature` for standard-webhooks, otherwise the integration's own header. */
  readonly header?: string | undefined;
  /** The accounts that the key may act for; `*` means all. */
  readonly accounts: readonly string[];
}

export interface HmacKey extends SigningKeyCommon {
  readonly scheme: 'hmac-sha256' | 'hmac-sha256-timestamped';
  readonly secret: string;
}

export interface HmacTimestampHeaderKey extends SigningKeyCommon {
  readonly scheme: 'hmac-sha256-timestamp-header';
  readonly secret: string;
  /** In lower case. Default: `x-timestamp`. */
  readonly timestampHeader?: string | undefined;
}

export interface StandardWebhooksKey extends SigningKeyCommon {
  readonly scheme: 'standard-webhooks';
  /** `whsec_` and the key in base64. */
  readonly secret: string;
}

/** A provider that takes messages at a URL, signed with the same key as what it sends. */
export interface WebhookProviderKey extends StandardWebhooksKey {
  readonly provider: 'webhook';
  readonly url: string;
}

/** Twilio signs the URL and the fields of a form with the token of the account, without a time. */
export interface TwilioKey extends SigningKeyCommon {
  readonly scheme: 'twilio';
  readonly provider: 'twilio';
  readonly accountSid: string;
  readonly authToken: string;
  /** Twilio's API, if it is not Twilio's own address. */
  readonly url?: string | undefined;
}

/** A key of a provider that sends messages for the service. */

export interface Ed25519Key extends SigningKeyCommon {
  readonly scheme: 'ed25519';
  /** PEM, or the 32 bytes as hex or base64. */
  readonly publicKey: string;
}

export interface SharedSecretKey extends SigningKeyCommon {
  readonly scheme: 'shared-secret';
  readonly secret: string;
}

/** A signing key, by scheme. */
export type SigningKey =
  | HmacKey
  | HmacTimestampHeaderKey
  | StandardWebhooksKey
  | WebhookProviderKey
  | TwilioKey
  | Ed25519Key
  | SharedSecretKey;

export interface ApiKey {
  readonly id: string;
  readonly account: string;
  /** SHA-256 of the key, 64 lower-case hex digits. The key itself is stored nowhere. */
  readonly sha256: string;
}

/** The secret document of one sender of webhooks. */
export interface SecretDocument {
  readonly keys: readonly SigningKey[];
  readonly apiKeys: readonly ApiKey[];
}

/** By lower-case name. */
export type Headers = Readonly<Record<string, string | undefined>>;

/** The parts of a request that a scheme verifies. */
export interface SignedRequest {
  readonly headers: Headers;
  /** The bytes as they were sent, before any parsing. */
  readonly body: Uint8Array;
  /** The value of the key's signature header. */
  readonly signature: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The URLs by which the sender may have called, with their query. */
  readonly urls: readonly string[];
}

/** A result is `stale` if the digest is right but its timestamp is not within the tolerance. */
export type VerificationResult = 'verified' | 'invalid' | 'stale';
