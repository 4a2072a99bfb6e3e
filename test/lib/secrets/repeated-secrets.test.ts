import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { apiKey, faultOf, hmac, pathsOf, shared } from './secret-document-fixture.ts';

const publicKeyDer = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' });
const publicKey = publicKeyDer.subarray(-32);

describe('a faulty secret document', () => {
  it.each([
    ['ids', [hmac, { ...hmac, secret: 'another-16-chars' }], 'keys[1].id'],
    ['secrets', [hmac, { ...hmac, id: 'b' }], 'keys[1].secret'],
    ['secrets under two schemes', [shared, { ...shared, id: 'b', scheme: 'hmac-sha256' }], 'keys[1].secret'],
  ])('with repeated %s names the later key', (_what, keys, path) => {
    expect(pathsOf({ keys })).toEqual([path]);
  });

  const bytes = Buffer.from('0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0', 'hex');
  const [hex, base64] = [bytes.toString('hex'), bytes.toString('base64')];

  it.each([
    ['hex in upper case', hex, hex.toUpperCase()],
    ['base64', hex, base64],
    ['base64 of other letters', hex, bytes.toString('base64url')],
    ['base64 without padding', base64, base64.replace('=', '')],
    ['standard webhooks', base64, `whsec_${base64}`],
    ['hex of standard webhooks', `whsec_${base64}`, hex],
    ['another case', 'A-Secret-Of-Some-Length', 'a-secret-of-some-length'],
    [
      'base64 of its text',
      'a-secret-of-some-length',
      Buffer.from('a-secret-of-some-length').toString('base64'),
    ],
    ['hex of its text', 'a-secret-of-some-length', Buffer.from('a-secret-of-some-length').toString('hex')],
    ['blanks around', 'a-secret-of-some-length', ' a-secret-of-some-length '],
  ])('with one secret twice, the second as %s, names the later key', (_spelling, first, second) => {
    const keys = [first, second].map((secret, index) => ({
      id: `k${index}`,
      scheme: secret.startsWith('whsec_') ? 'standard-webhooks' : 'hmac-sha256',
      secret,
      accounts: ['*'],
    }));
    expect(pathsOf({ keys })).toEqual(['keys[1].secret']);
    expect(pathsOf({ keys: keys.toReversed() })).toEqual(['keys[1].secret']);
    expect(faultOf(JSON.stringify({ keys })).message).not.toContain(first);
  });

  it('with one public key twice, as hex, base64 or PEM, names the later ones', () => {
    const pem = createPublicKey({ key: publicKeyDer, format: 'der', type: 'spki' }).export({
      type: 'spki',
      format: 'pem',
    });
    const keys = [publicKey.toString('hex').toUpperCase(), publicKey.toString('base64'), pem].map(
      (text, index) => ({
        id: `k${index}`,
        scheme: 'ed25519',
        publicKey: text,
        accounts: ['*'],
      }),
    );
    expect(pathsOf({ keys })).toEqual(['keys[1].publicKey', 'keys[2].publicKey']);
  });

  it.each([
    ['itself', hex],
    ['in upper case', hex.toUpperCase()],
    ['as base64', base64],
  ])('with an API key that is the secret of a key %s is reported', (_spelling, text) => {
    const sha256 = createHash('sha256').update(text).digest('hex');
    const document = { keys: [{ ...hmac, secret: hex }], apiKeys: [{ ...apiKey, sha256 }] };
    expect(faultOf(JSON.stringify(document)).message).toMatch(/expected no API key that is also the secret/);
  });

  it('with repeated API keys names the later one', () => {
    expect(pathsOf({ keys: [], apiKeys: [apiKey, { ...apiKey, account: 'other' }] })).toEqual([
      'apiKeys[1].id',
      'apiKeys[1].sha256',
    ]);
  });

  it('with an API key that is also a secret is reported', () => {
    const sha256 = createHash('sha256').update(hmac.secret).digest('hex');
    expect(faultOf(JSON.stringify({ keys: [hmac], apiKeys: [{ ...apiKey, sha256 }] })).message).toBe(
      'The secret document is faulty: the document: expected no API key that is also the secret of a key',
    );
  });
});
