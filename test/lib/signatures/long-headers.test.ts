import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { SigningKey } from '../../../lib/signatures/types.ts';
import { verify } from '../../../lib/signatures/verify.ts';
import { signHmac, signTimestamped } from '../../support/signers.ts';

const now = 1_795_188_661_000;
const defaultHeader = 'x-wh-signature';
const body = Buffer.from('{"a":1}');
const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const publicKey = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
const common = { header: defaultHeader, accounts: ['*'] };

const schemes: SigningKey[] = [
  { id: '1', scheme: 'hmac-sha256', secret, ...common },
  { id: '2', scheme: 'hmac-sha256-timestamped', secret, ...common },
  { id: '3', scheme: 'hmac-sha256-timestamp-header', secret, ...common },
  { id: '4', scheme: 'standard-webhooks', secret, ...common },
  { id: '5', scheme: 'ed25519', publicKey, ...common },
  { id: '6', scheme: 'shared-secret', secret, ...common },
  { id: '7', scheme: 'shared-secret', secret, ...common, header: 'authorization' },
];

/** The key, and how often its secret was used: once for each digest of the body. */
function counted(key: SigningKey) {
  const uses = { count: 0 };
  const watched = new Proxy(key, {
    get(target, name, receiver) {
      if (name === 'secret' || name === 'publicKey') uses.count++;
      return Reflect.get(target, name, receiver);
    },
  });
  return { key: watched, uses };
}

function judge(key: SigningKey, headers: Record<string, string>) {
  return verify({ headers, body, keys: [key], defaultHeader, now }).kind;
}

const separators = [
  ' ',
  '\t',
  '\u00a0',
  ',',
  ' ,',
  ', ',
  ' , ',
  ';',
  '=',
  '.',
  'v=',
  'd=',
  ',v=',
  ', v=1,d=ab',
];
const starts = ['', 'a', 'sha256=', 'v1,', 'v=1795188661000,', 'v=1,d=ab', 'Bearer '];
const lengths = [0, 1, 2, 63, 64, 65, 1_000, 4_000, 4_094, 4_095, 4_096, 4_097, 9_500, 100_000];

/** Texts that start and end with something other than the separators. */
const values = separators.flatMap((separator) =>
  starts.flatMap((start) => lengths.map((length) => `${start}${separator.repeat(length).slice(0, length)}b`)),
);

describe.each(schemes)('a header of separators under $scheme in $header', (scheme) => {
  const header = scheme.header ?? defaultHeader;

  it('is refused after few digests of the body', () => {
    for (const value of values) {
      const { key, uses } = counted(scheme);
      const kind = judge(key, { [header]: value, 'x-timestamp': String(now), 'webhook-id': 'msg_1' });
      expect(kind).toBe(value.length > 4_096 ? 'oversized' : 'invalid');
      expect(uses.count).toBeLessThanOrEqual(value.length > 4_096 ? 0 : 4);
    }
  });

  it('costs at most the digests of four values, however many there are', () => {
    const digest = signHmac(body, 'another-secret')[defaultHeader];
    for (const value of [`v=${now},d=${digest}`, digest, `v1,${digest}`]) {
      const { key, uses } = counted(scheme);
      const repeated = Array.from({ length: 40 }, () => value).join(', ');
      expect(judge(key, { [header]: repeated, 'x-timestamp': String(now) })).toBe('invalid');
      expect(uses.count).toBeLessThanOrEqual(4);
    }
  });
});

describe('a header that a key reads', () => {
  const [hmac, timestamped, withHeader, standard] = schemes;

  it.each([
    [4_096, 'verified'],
    [4_097, 'oversized'],
  ])('of %d characters is %s', (length, kind) => {
    const plain = signHmac(body, secret)[defaultHeader] ?? '';
    const dated = signTimestamped(body, secret, now, defaultHeader)[defaultHeader] ?? '';
    expect(hmac && judge(hmac, { [defaultHeader]: `${plain},`.padEnd(length, ' ') })).toBe(kind);
    expect(timestamped && judge(timestamped, { [defaultHeader]: `${dated},`.padEnd(length, ' ') })).toBe(
      kind,
    );
  });

  it.each([
    ['x-timestamp', withHeader],
    ['webhook-timestamp', standard],
    ['webhook-id', standard],
  ])('may be %s', (name, key) => {
    expect(key && judge(key, { [defaultHeader]: 'abc', [name]: '1'.repeat(4_097) })).toBe('oversized');
  });

  it('is named', () => {
    const headers = { [defaultHeader]: 'x'.repeat(4_097) };
    expect(verify({ headers, body, keys: [], defaultHeader, now })).toEqual({
      kind: 'oversized',
      header: defaultHeader,
    });
  });

  it('does not include one that no key reads', () => {
    const headers = { ...signHmac(body, secret), cookie: 'x'.repeat(9_500), 'webhook-id': 'x'.repeat(9_500) };
    expect(hmac && judge(hmac, headers)).toBe('verified');
  });
});
