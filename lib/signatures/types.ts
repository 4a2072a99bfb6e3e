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
  | Ed25519Key
  | SharedSecretKey;

export interface ApiKey {
  readonly id: string;
  readonly account: string;
  /** SHA-256 of the key, 64 lower-case hex digits. The key itself is stored nowhere. */
  readonly sha256: string;
}

/** The secret document of one integration. */
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
}

/** A result is `stale` if the digest is right but its timestamp is not within the tolerance. */
export type VerificationResult = 'verified' | 'invalid' | 'stale';
