import * as v from 'valibot';
import { type FieldError, fieldErrors, withoutOwnMessages } from '../field-errors.ts';
import { lazily } from '../lazily.ts';
import { ed25519PublicKey } from '../signatures/ed25519.ts';
import { sha256 } from '../signatures/encoding.ts';
import { standardWebhooksSecret } from '../signatures/hmac.ts';
import type { SecretDocument, SigningKey } from '../signatures/types.ts';
import { isOwnHeader } from './header-names.ts';
import { spellings } from './spellings.ts';

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

/** Reads a sender's secret, or throws an `InvalidSecretDocument` that names every faulty field. */
export function parseSecretDocument(text: string): SecretDocument {
  const parsed = parseJson(text);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new InvalidSecretDocument([{ path: '', expected: 'an object with a list of keys' }]);
  // A document without keys is refused with the same message as one whose keys are not a list.
  const result = v.safeParse(secretDocument(), { keys: null, ...parsed }, withoutOwnMessages);
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

const HEADER = 'a header that only signatures use, such as x-signature';
const headerName = () =>
  v.pipe(v.string(HEADER), v.regex(/^[A-Za-z0-9-]+$/, HEADER), v.toLowerCase(), v.check(isOwnHeader, HEADER));

/** A random secret of full length has more distinct characters than this. */
const MIN_DIFFERENT = 6;

const secretOf = (length: number) => {
  const expected = `at least ${length} characters, ${MIN_DIFFERENT} of them different`;
  return v.pipe(
    v.string(expected),
    v.check((text) => text.trim().length >= length && new Set(text.trim()).size >= MIN_DIFFERENT, expected),
  );
};

/** An API key in plain text. Its strength is checked here, because only its hash is stored. */
export const ApiKeyText = secretOf(16);

const STANDARD_SECRET = `whsec_ and at least 16 bytes in base64, ${MIN_DIFFERENT} of them different`;
const standardSecret = () =>
  v.pipe(
    v.string(STANDARD_SECRET),
    v.check((text) => {
      const bytes = standardWebhooksSecret(text);
      return bytes !== undefined && bytes.length >= 16 && new Set(bytes).size >= MIN_DIFFERENT;
    }, STANDARD_SECRET),
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

const URL_EXPECTED = 'an http or https URL';
const url = () =>
  v.pipe(
    v.string(URL_EXPECTED),
    v.check((text) => /^https?:\/\//.test(text) && URL.canParse(text), URL_EXPECTED),
  );

/** Keys of providers of messages say who the provider is, in place of a scheme. */
const providerKey = () => {
  const { id, accounts } = common();
  return v.variant(
    'provider',
    [
      v.strictObject({
        ...common(),
        provider: v.literal('webhook'),
        scheme: v.optional(v.literal('standard-webhooks'), 'standard-webhooks'),
        url: url(),
        secret: standardSecret(),
      }),
      v.strictObject({
        ...{ id, accounts },
        provider: v.literal('twilio'),
        scheme: v.optional(v.literal('twilio'), 'twilio'),
        url: v.optional(url()),
        accountSid: filled("the account's SID"),
        authToken: secretOf(16),
      }),
    ],
    'webhook or twilio',
  );
};

const key = () => {
  const [ofProvider, ofScheme] = [providerKey(), schemeKey()];
  // A union would hide which field is wrong.
  return v.lazy(
    (input): v.GenericSchema<unknown, SigningKey> =>
      typeof input === 'object' && input !== null && 'provider' in input ? ofProvider : ofScheme,
  );
};

const schemeKey = () =>
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

/** Fails at `[i].<name>` for each entry that duplicates an earlier one. */
function unique<T>(name: string, expected: string, marksOf: (entry: T) => readonly string[]) {
  return v.rawCheck<T[]>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const entries = dataset.value;
    const seen = new Set<string>();
    for (const [index, entry] of entries.entries()) {
      const marks = marksOf(entry);
      if (marks.some((mark) => seen.has(mark))) {
        addIssue({
          message: expected,
          path: [
            { type: 'array', origin: 'value', input: entries, key: index, value: entry },
            { type: 'unknown', origin: 'value', input: entry, key: name, value: undefined },
          ],
        });
      }
      for (const mark of marks) seen.add(mark);
    }
  });
}

/** What proves a key's signatures: a secret that both sides know, or the sender's public key. */
type Proof = { readonly secret: string } | { readonly authToken: string } | { readonly publicKey: string };

function spellingsOf(key: Proof) {
  if ('secret' in key) return spellings(key.secret);
  return 'authToken' in key ? spellings(key.authToken) : [];
}

/** Returns the bytes of a public key as hex, however the key was written. */
function publicKeyBytes(key: Proof): string[] {
  const bytes = 'publicKey' in key ? ed25519PublicKey(key.publicKey) : undefined;
  return bytes === undefined ? [] : [bytes.export({ type: 'spki', format: 'der' }).toString('hex')];
}

const keyList = () =>
  v.pipe(
    v.array(key(), 'a list of keys'),
    unique('id', 'an id that no other key has', ({ id }) => [id]),
    // A secret that one scheme sends in plain text must not be a signing key of another.
    unique(
      'secret',
      'a secret that no other key has, in any spelling ("secrets grant" lets one key act for several accounts)',
      (key) => spellingsOf(key),
    ),
    unique('publicKey', 'a public key that no other key has, in any spelling', (key) => publicKeyBytes(key)),
  );

const apiKeyList = () =>
  v.pipe(
    v.array(apiKey(), 'a list of API keys'),
    unique('id', 'an id that no other API key has', ({ id }) => [id]),
    unique('sha256', 'a key that no other entry has', (apiKey) => [apiKey.sha256]),
  );

const secretDocument = lazily(() =>
  v.pipe(
    v.strictObject({ keys: keyList(), apiKeys: v.optional(apiKeyList(), []) }),
    v.check(({ keys, apiKeys }) => {
      if (apiKeys.length === 0) return true;
      const digests = keys.flatMap(spellingsOf).map((text) => sha256(text).toString('hex'));
      return !apiKeys.some((apiKey) => digests.includes(apiKey.sha256));
    }, 'no API key that is also the secret of a key'),
  ),
);
