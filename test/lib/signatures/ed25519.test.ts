import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { ed25519PublicKey } from '../../../lib/signatures/ed25519.ts';
import type { SigningKey } from '../../../lib/signatures/types.ts';
import { verify } from '../../../lib/signatures/verify.ts';
import { signEd25519 } from '../../support/signers.ts';

const header = 'x-wh-signature';

function kindOf(publicKey: string, value: string, body: Uint8Array) {
  const key: SigningKey = { id: 'k', scheme: 'ed25519', publicKey, accounts: ['*'] };
  return verify({ headers: { [header]: value }, body, keys: [key], defaultHeader: header, now: 0 }).kind;
}

// RFC 8032, section 7.1: tests 1 to 3.
const vectors = [
  {
    publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    message: '',
    signature:
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  },
  {
    publicKey: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: '72',
    signature:
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
  {
    publicKey: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    message: 'af82',
    signature:
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  },
];

describe('ed25519', () => {
  it.each(vectors)('agrees with RFC 8032: $message', ({ publicKey, message, signature }) => {
    const base64 = Buffer.from(signature, 'hex').toString('base64');
    expect(kindOf(publicKey, base64, Buffer.from(message, 'hex'))).toBe('verified');
    expect(kindOf(publicKey, base64, Buffer.from(`${message}00`, 'hex'))).toBe('invalid');
  });

  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const body = Buffer.from('{"a":1}');
  const signature = signEd25519(body, privateKey, header)[header] ?? '';

  it.each([
    ['PEM', pem],
    ['hex', raw.toString('hex')],
    ['base64', raw.toString('base64')],
  ])('accepts the public key as %s', (_form, text) => {
    expect(kindOf(text, signature, body)).toBe('verified');
  });

  it.each([
    ['hex', Buffer.from(signature, 'base64').toString('hex')],
    ['garbage after it', `${signature}AAAA`],
    ['half of it', signature.slice(0, 44)],
  ])('refuses a signature as %s', (_form, value) => {
    expect(kindOf(pem, value, body)).toBe('invalid');
  });

  it.each([
    ['a private key', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
    ['a key of another kind', x25519Pem()],
    ['31 bytes', raw.subarray(1).toString('hex')],
    ['33 bytes', Buffer.concat([raw, raw.subarray(0, 1)]).toString('base64')],
    ['no key at all', 'not a key'],
  ])('reads no public key from %s', (_what, text) => {
    expect(ed25519PublicKey(text)).toBeUndefined();
  });

  it("derives the sender's key", () => {
    const derived = createPublicKey(createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })));
    expect(ed25519PublicKey(pem)?.equals(derived)).toBe(true);
  });
});

function x25519Pem(): string {
  return generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
}
