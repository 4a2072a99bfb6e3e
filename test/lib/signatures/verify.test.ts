import { createHash, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { verifyApiKey } from '../../../lib/signatures/api-key.ts';
import type { SigningKey } from '../../../lib/signatures/types.ts';
import { verify } from '../../../lib/signatures/verify.ts';
import {
  signEd25519,
  signHmac,
  signSharedSecret,
  signStandardWebhooks,
  signTimestamped,
  signWithTimestampHeader,
} from '../../support/signers.ts';

const now = 1_795_188_661_000;
const seconds = String(now / 1000);
const body = Buffer.from('{"a":1}');
const defaultHeader = 'x-voicetwo-signature';
const accounts = ['*'];
const hmacKey: SigningKey = { id: 'plain', scheme: 'hmac-sha256', secret: 'first-secret-of-all', accounts };
const laterKey: SigningKey = { ...hmacKey, id: 'later', secret: 'second-secret-of-all' };
const retell: SigningKey = {
  id: 'retell',
  scheme: 'hmac-sha256-timestamped',
  header: 'x-retell-signature',
  secret: 'third-secret-of-all',
  accounts,
};

function judge(keys: readonly SigningKey[], headers: Record<string, string | undefined>) {
  return verify({ headers, body, keys, defaultHeader, now });
}

describe('a missing signature', () => {
  it.each([undefined, '', '  ', 'N/A', ' N/A '])('is a header of %p', (value) => {
    expect(judge([hmacKey], { [defaultHeader]: value })).toEqual({ kind: 'missing' });
  });

  it('is one in no header that any key or the integration uses', () => {
    expect(judge([retell], { 'x-other': 'abc' })).toEqual({ kind: 'missing' });
  });

  it('is not one in a header that only the integration uses', () => {
    expect(judge([retell], { [defaultHeader]: 'abc' })).toEqual({ kind: 'invalid' });
    expect(judge([], { [defaultHeader]: 'abc' })).toEqual({ kind: 'invalid' });
  });

  it('is not one in a header that only a key uses', () => {
    expect(judge([hmacKey, retell], { 'x-retell-signature': 'abc' })).toEqual({ kind: 'invalid' });
  });
});

describe('several keys', () => {
  it.each([hmacKey, laterKey])('are all tried: $id', (key) => {
    const headers = signHmac(body, 'secret' in key ? key.secret : '', { header: defaultHeader });
    expect(judge([hmacKey, laterKey], headers)).toEqual({ kind: 'verified', key });
  });

  it('are tried under their own headers', () => {
    const headers = { [defaultHeader]: 'wrong', ...signTimestamped(body, retell.secret, now) };
    expect(judge([hmacKey, retell], headers)).toEqual({ kind: 'verified', key: retell });
  });

  it('are not tried under the headers of others', () => {
    const headers = signHmac(body, hmacKey.secret, { header: 'x-retell-signature' });
    expect(judge([hmacKey, retell], headers)).toEqual({ kind: 'invalid' });
  });

  it('that verify take precedence over stale ones', () => {
    const headers = {
      ...signTimestamped(body, retell.secret, now - 400_000),
      ...signHmac(body, hmacKey.secret, { header: defaultHeader }),
    };
    expect(judge([retell], headers)).toEqual({ kind: 'stale' });
    expect(judge([retell, hmacKey], headers)).toEqual({ kind: 'verified', key: hmacKey });
    expect(judge([retell, laterKey], headers)).toEqual({ kind: 'stale' });
  });
});

describe('shared-secret', () => {
  const secret = 'a-shared-secret-of-32-characters-or-more';
  const key: SigningKey = { id: 'shared', scheme: 'shared-secret', secret, accounts };
  const bearer: SigningKey = { ...key, header: 'authorization' };

  it('is the header itself', () => {
    expect(judge([key], signSharedSecret(secret, defaultHeader))).toEqual({ kind: 'verified', key });
    expect(judge([key], { [defaultHeader]: `${secret}x` })).toEqual({ kind: 'invalid' });
    expect(judge([key], { [defaultHeader]: secret.slice(1) })).toEqual({ kind: 'invalid' });
    expect(judge([key], { [defaultHeader]: `Bearer ${secret}` })).toEqual({ kind: 'invalid' });
  });

  it('follows Bearer in the authorization header', () => {
    expect(judge([bearer], signSharedSecret(secret, 'authorization'))).toEqual({
      kind: 'verified',
      key: bearer,
    });
    expect(judge([bearer], { authorization: secret })).toEqual({ kind: 'invalid' });
    expect(judge([bearer], { authorization: `Basic ${secret}` })).toEqual({ kind: 'invalid' });
  });
});

describe('a key of one scheme', () => {
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const header = defaultHeader;
  const cases: [SigningKey, Record<string, string>][] = [
    [{ id: '1', scheme: 'hmac-sha256', secret, header, accounts }, signHmac(body, secret, { header })],
    [
      { id: '2', scheme: 'hmac-sha256-timestamped', secret, header, accounts },
      signTimestamped(body, secret, now, header),
    ],
    [
      { id: '3', scheme: 'hmac-sha256-timestamp-header', secret, header, accounts },
      signWithTimestampHeader(body, secret, seconds),
    ],
    [{ id: '4', scheme: 'standard-webhooks', secret, accounts }, signStandardWebhooks(body, secret, seconds)],
    [{ id: '5', scheme: 'ed25519', publicKey: pem, header, accounts }, signEd25519(body, privateKey, header)],
    [{ id: '6', scheme: 'shared-secret', secret, header, accounts }, signSharedSecret(secret)],
  ];

  it.each(cases)('verifies its own signatures and no others: $scheme', (key, own) => {
    for (const [other, headers] of cases) {
      expect([other.scheme, judge([key], headers).kind === 'verified']).toEqual([
        other.scheme,
        headers === own,
      ]);
    }
  });
});

describe('verifyApiKey', () => {
  const entry = (id: string, value: string) => {
    return { id, account: `account-${id}`, sha256: createHash('sha256').update(value).digest('hex') };
  };
  const entries = [entry('a', 'key-a'), entry('b', 'key-b')];

  it('finds the entry of a key', () => {
    expect(verifyApiKey('key-b', entries)).toBe(entries[1]);
  });

  it.each(['key-c', '', entries[0]?.sha256 ?? ''])('finds none for %p', (value) => {
    expect(verifyApiKey(value, entries)).toBeUndefined();
    expect(verifyApiKey(value, [])).toBeUndefined();
  });

  it('does not accept an invalid digest', () => {
    expect(verifyApiKey('', [{ id: 'x', account: 'x', sha256: '' }])).toBeUndefined();
  });
});
