import * as v from 'valibot';
import { type FieldError, fieldErrors, withoutOwnMessages } from '../field-errors.ts';
import { lazily } from '../lazily.ts';
import { ed25519PublicKey } from '../signatures/ed25519.ts';
import { sha256 } from '../signatures/encoding.ts';
import { standardWebhooksSecret } from '../signatures/hmac.ts';
import type { SecretDocument } from '../signatures/types.ts';

/** The message names the faulty fields and what they should be; it never quotes the document. */
export class InvalidSecretDocument extends Error {
  override readonly name = 'InvalidSecretDocument';
  readonly faults: readonly FieldError[];

  constructor(faults: readonly FieldError[]) {
    const sentences = faults.map(({ path, expected }) => `${path || 'the document'}: expected ${expected}`);
    super(`The secret document is faulty: ${sentences.join('; ')}`);
    this.faults = faults;
  }
}

/** Reads an integration's secret, or throws an `InvalidSecretDocument` that names every faulty field. */
export function parseSecretDocument(text: string): SecretDocument {
  const result = v.safeParse(secretDocument(), parseJson(text), withoutOwnMessages);
  if (result.success) return result.output;
  throw new InvalidSecretDocument(fieldErrors(result.issues));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text, so it isn't kept as a cause either.
    throw new InvalidSecretDocument([{ path: '', expected: 'JSON' }]);
  }
}

const filled = (expected: string) => v.pipe(v.string(expected), v.trim(), v.minLength(1, expected));

const headerName = () =>
  v.pipe(v.string('a header name'), v.regex(/^[A-Za-z0-9-]+$/, 'a header name'), v.toLowerCase());

const secretOf = (length: number) => {
  const expected = `at least ${length} characters`;
  return v.pipe(
    v.string(expected),
    v.check((text) => text.trim().length >= length, expected),
  );
};

const standardSecret = () =>
  v.pipe(
    v.string('whsec_ and at least 16 bytes in base64'),
    v.check(
      (text) => (standardWebhooksSecret(text)?.length ?? 0) >= 16,
      'whsec_ and at least 16 bytes in base64',
    ),
  );

const ED25519_KEY = 'an ed25519 public key: PEM, or 32 bytes as hex or base64';
const publicKey = () =>
  v.pipe(
    v.string(ED25519_KEY),
    v.check((text) => ed25519PublicKey(text) !== undefined, ED25519_KEY),
  );

const ACCOUNTS = 'a list of account ids that is not empty, or ["*"] for all accounts';
const common = () => ({
  id: filled('an id'),
  header: v.optional(headerName()),
  accounts: v.pipe(v.array(filled('an account id'), ACCOUNTS), v.minLength(1, ACCOUNTS)),
});

const SCHEMES =
  'one of hmac-sha256, hmac-sha256-timestamped, hmac-sha256-timestamp-header, standard-webhooks, ed25519, shared-secret';

const key = () =>
  v.variant(
    'scheme',
    [
      v.strictObject({
        ...common(),
        scheme: v.optional(v.picklist(['hmac-sha256', 'hmac-sha256-timestamped']), 'hmac-sha256'),
        secret: secretOf(16),
      }),
      v.strictObject({
        ...common(),
        scheme: v.literal('hmac-sha256-timestamp-header'),
        secret: secretOf(16),
        timestampHeader: v.optional(headerName()),
      }),
      v.strictObject({ ...common(), scheme: v.literal('standard-webhooks'), secret: standardSecret() }),
      v.strictObject({ ...common(), scheme: v.literal('ed25519'), publicKey: publicKey() }),
      v.strictObject({ ...common(), scheme: v.literal('shared-secret'), secret: secretOf(32) }),
    ],
    ({ expected }) => (expected === 'Object' ? 'an object' : SCHEMES),
  );

const apiKey = () =>
  v.strictObject({
    id: filled('an id'),
    account: filled('an account id'),
    sha256: v.pipe(v.string('64 hex digits'), v.regex(/^[0-9a-fA-F]{64}$/, '64 hex digits'), v.toLowerCase()),
  });

/** Fails at `[i].<name>` for each entry whose value stands in an earlier entry too. */
function unique<T>(name: string, expected: string, pick: (entry: T) => string | undefined) {
  return v.rawCheck<T[]>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const entries = dataset.value;
    const values = entries.map(pick);
    for (const [index, value] of values.entries()) {
      if (value === undefined || values.indexOf(value) === index) continue;
      addIssue({
        message: expected,
        path: [
          { type: 'array', origin: 'value', input: entries, key: index, value: entries[index] },
          { type: 'unknown', origin: 'value', input: entries[index], key: name, value },
        ],
      });
    }
  });
}

const keyList = () =>
  v.pipe(
    v.array(key(), 'a list of keys'),
    unique('id', 'an id that no other key has', ({ id }) => id),
    // A secret that travels in the open under one scheme must not be what another scheme signs with.
    unique('secret', 'a secret that no other key has', (key) => ('secret' in key ? key.secret : undefined)),
  );

const apiKeyList = () =>
  v.pipe(
    v.array(apiKey(), 'a list of API keys'),
    unique('id', 'an id that no other API key has', ({ id }) => id),
    unique('sha256', 'a key that no other entry has', (apiKey) => apiKey.sha256),
  );

const secretDocument = lazily(() =>
  v.pipe(
    v.strictObject({ keys: keyList(), apiKeys: v.optional(apiKeyList(), []) }),
    v.check(({ keys, apiKeys }) => {
      const digests = keys.flatMap((key) => ('secret' in key ? [sha256(key.secret).toString('hex')] : []));
      return !apiKeys.some((apiKey) => digests.includes(apiKey.sha256));
    }, 'no API key that is also the secret of a key'),
  ),
);
