import { describe, expect, it } from '@jest/globals';
import { hmacSha256 } from '../../../lib/signatures/hmac.ts';
import type { SigningKey } from '../../../lib/signatures/types.ts';
import { verify } from '../../../lib/signatures/verify.ts';
import {
  signHmac,
  signStandardWebhooks,
  signTimestamped,
  signWithTimestampHeader,
} from '../../support/signers.ts';

const now = 1_795_188_661_000;
const seconds = String(now / 1000);
const body = Buffer.from('{"name":"Zoë","raw":" bytes"}');
const secret = 'a-secret-of-some-length';
const defaultHeader = 'x-wh-signature';

function kindOf(key: SigningKey, headers: Record<string, string | undefined>, bytes: Uint8Array = body) {
  return verify({ headers, body: bytes, keys: [key], defaultHeader, now }).kind;
}

describe('HMAC-SHA-256', () => {
  // RFC 4231, sections 4.2, 4.3, 4.4 and 4.7.
  it.each([
    [
      Buffer.alloc(20, 0x0b),
      Buffer.from('Hi There'),
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    ],
    [
      Buffer.from('Jefe'),
      Buffer.from('what do ya want for nothing?'),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      Buffer.alloc(20, 0xaa),
      Buffer.alloc(50, 0xdd),
      '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
    ],
    [
      Buffer.alloc(131, 0xaa),
      Buffer.from('Test Using Larger Than Block-Size Key - Hash Key First'),
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ])('agrees with RFC 4231 (%#)', (key, message, digest) => {
    expect(hmacSha256(key, message).toString('hex')).toBe(digest);
  });

  it('treats parts as one message', () => {
    expect(hmacSha256('Jefe', 'what do ya ', Buffer.from('want for nothing?')).toString('hex')).toMatch(
      /^5bdcc146/,
    );
  });
});

describe('hmac-sha256', () => {
  const key: SigningKey = { id: 'k', scheme: 'hmac-sha256', secret, accounts: ['*'] };

  it.each([
    ['hex', signHmac(body, secret)],
    ['upper-case hex', signHmac(body, secret, { encoding: 'HEX' })],
    ['base64', signHmac(body, secret, { encoding: 'base64' })],
    ['hex after sha256=', signHmac(body, secret, { prefix: 'sha256=' })],
    ['base64 after sha256=', signHmac(body, secret, { encoding: 'base64', prefix: 'sha256=' })],
  ])('accepts %s', (_form, headers) => {
    expect(kindOf(key, headers)).toBe('verified');
  });

  const right = signHmac(body, secret)[defaultHeader] ?? '';
  const base64 = signHmac(body, secret, { encoding: 'base64' })[defaultHeader] ?? '';

  it.each([
    ['garbage after the hex digits', `${right}zz`],
    ['one digit more', `${right}0`],
    ['one digit fewer', right.slice(1)],
    ['a blank within', `${right.slice(0, 10)} ${right.slice(10)}`],
    ['garbage after the base64', `${base64}AAAA`],
    ['base64 without padding', base64.replace('=', '')],
    ['another prefix', `sha512=${right}`],
    ['the prefix alone', 'sha256='],
    ['letters that are no digits', 'z'.repeat(64)],
    ['the secret', secret],
  ])('refuses %s', (_what, value) => {
    expect(kindOf(key, { [defaultHeader]: value })).toBe('invalid');
  });

  it('refuses base64 whose unused bits are set, because one digest has one text', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const last = alphabet[alphabet.indexOf(base64.charAt(42)) + 1] ?? '';
    const twin = `${base64.slice(0, 42)}${last}=`;
    expect(Buffer.from(twin, 'base64')).toEqual(Buffer.from(base64, 'base64'));
    expect(kindOf(key, { [defaultHeader]: twin })).toBe('invalid');
  });

  it('covers the raw bytes, not their meaning', () => {
    expect(kindOf(key, signHmac(body, secret), Buffer.from('{"name":"Zoë","raw":"  bytes"}'))).toBe(
      'invalid',
    );
    const invalidUtf8 = Buffer.from([0x7b, 0xff, 0x7d]);
    expect(kindOf(key, signHmac(invalidUtf8, secret), invalidUtf8)).toBe('verified');
    expect(kindOf(key, signHmac(invalidUtf8, secret), Buffer.from([0x7b, 0xfe, 0x7d]))).toBe('invalid');
  });

  it('finds the right one of several values, which API Gateway joins with commas', () => {
    const wrong = signHmac(body, 'another-secret-altogether')[defaultHeader];
    expect(kindOf(key, { [defaultHeader]: `${wrong},${right}` })).toBe('verified');
    expect(kindOf(key, { [defaultHeader]: `${wrong}, ${wrong}` })).toBe('invalid');
  });

  it('accepts a signed empty body', () => {
    expect(kindOf(key, signHmac('', secret), new Uint8Array())).toBe('verified');
  });
});

describe('hmac-sha256-timestamped', () => {
  const header = 'x-retell-signature';
  const key: SigningKey = { id: 'k', scheme: 'hmac-sha256-timestamped', header, secret, accounts: ['*'] };

  it.each([now, now - 300_000, now + 300_000])('accepts a timestamp within 300 seconds: %d', (at) => {
    expect(kindOf(key, signTimestamped(body, secret, at))).toBe('verified');
  });

  it.each([now - 300_001, now + 300_001])('reports a stale timestamp: %d', (at) => {
    expect(kindOf(key, signTimestamped(body, secret, at))).toBe('stale');
  });

  it('reports a stale timestamp with a wrong digest as invalid', () => {
    expect(kindOf(key, signTimestamped(body, 'another-secret-altogether', 1_000_000_000_000))).toBe(
      'invalid',
    );
  });

  it.each([
    '1795188661abc',
    '179518866100',
    '17951886610000',
    '-795188661000',
    '1795188661.00',
    '0x1a2b3c4d5e6',
    '',
  ])('refuses an invalid timestamp, signed or not: %s', (text) => {
    expect(kindOf(key, signTimestamped(body, secret, text))).toBe('invalid');
  });

  it('refuses a timestamp that differs from the signed one', () => {
    const value = signTimestamped(body, secret, now)[header] ?? '';
    expect(kindOf(key, { [header]: value.replace(String(now), String(now + 1)) })).toBe('invalid');
  });

  it.each([
    ['trailing garbage', (value: string) => `${value}zz`],
    ['no digest', (value: string) => value.slice(0, value.indexOf(',d='))],
    ['the fields in another order', (value: string) => value.split(',').reverse().join(',')],
    ['the digest alone', (value: string) => value.slice(value.indexOf('d=') + 2)],
  ])('refuses %s', (_what, change) => {
    expect(kindOf(key, { [header]: change(signTimestamped(body, secret, now)[header] ?? '') })).toBe(
      'invalid',
    );
  });

  it('finds the right one of several values', () => {
    const wrong = signTimestamped(body, 'another-secret-altogether', now)[header];
    const right = signTimestamped(body, secret, now)[header];
    expect(kindOf(key, { [header]: `${wrong}, ${right}` })).toBe('verified');
  });
});

describe('hmac-sha256-timestamp-header', () => {
  const key: SigningKey = { id: 'k', scheme: 'hmac-sha256-timestamp-header', secret, accounts: ['*'] };
  const signed = (timestamp: string, options = {}) =>
    signWithTimestampHeader(body, secret, timestamp, { header: defaultHeader, ...options });

  it.each([
    ['seconds', seconds],
    ['milliseconds', String(now)],
  ])('accepts %s', (_unit, timestamp) => {
    expect(kindOf(key, signed(timestamp))).toBe('verified');
    expect(kindOf(key, signed(timestamp, { encoding: 'base64' }))).toBe('verified');
  });

  it('reads the timestamp from the header of the key', () => {
    const named: SigningKey = { ...key, timestampHeader: 'x-sent-at' };
    expect(kindOf(named, signed(seconds, { timestampHeader: 'x-sent-at' }))).toBe('verified');
    expect(kindOf(named, signed(seconds))).toBe('invalid');
  });

  it.each([
    [-300, 'verified'],
    [300, 'verified'],
    [-301, 'stale'],
    [301, 'stale'],
  ])('judges a timestamp %d seconds away as %s', (offset, kind) => {
    expect(kindOf(key, signed(String(now / 1000 + offset)))).toBe(kind);
  });

  it.each(['1795188661abc', '179518866', '17951886611', '1795188661.0', '2026-11-20T15:31:01Z'])(
    'refuses an invalid timestamp: %s',
    (timestamp) => {
      expect(kindOf(key, signed(timestamp))).toBe('invalid');
    },
  );
});

describe('standard-webhooks', () => {
  const whsec = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const key: SigningKey = { id: 'k', scheme: 'standard-webhooks', secret: whsec, accounts: ['*'] };

  it("agrees with the specification's own example", () => {
    const payload = Buffer.from('{"test": 2432232314}');
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const then = { headers, body: payload, keys: [key], defaultHeader, now: 1_614_265_330_000 };
    expect(verify(then)).toEqual({ kind: 'verified', key });
    expect(verify({ ...then, now })).toEqual({ kind: 'stale' });
  });

  const signed = signStandardWebhooks(body, whsec, seconds);

  it('finds the right one of several signatures', () => {
    const value = `v1,${Buffer.alloc(32).toString('base64')} v1a,AAAA ${signed['webhook-signature']}`;
    expect(kindOf(key, { ...signed, 'webhook-signature': value })).toBe('verified');
  });

  it.each([
    ['another id', { 'webhook-id': 'msg_2' }],
    ['no id', { 'webhook-id': undefined }],
    ['no timestamp', { 'webhook-timestamp': undefined }],
    ['a timestamp that was not signed', { 'webhook-timestamp': String(now) }],
    ['a signature without its version', { 'webhook-signature': signed['webhook-signature']?.slice(3) }],
  ])('refuses %s', (_what, change) => {
    expect(kindOf(key, { ...signed, ...change })).toBe('invalid');
  });

  it('refuses an id with a dot, which would be ambiguous', () => {
    expect(kindOf(key, signStandardWebhooks(body, whsec, seconds, 'msg.1'))).toBe('invalid');
    // The same bytes are signed: id "msg.1795188661", time "1795188661" and the body, with the separators moved.
    const recorded = signStandardWebhooks(Buffer.from(`${seconds}.${body}`), whsec, seconds, 'msg');
    expect(kindOf(key, { ...recorded, 'webhook-id': `msg.${seconds}` })).toBe('invalid');
    expect(kindOf(key, recorded, Buffer.from(`${seconds}.${body}`))).toBe('verified');
  });

  it('is missing without its header', () => {
    expect(kindOf(key, { ...signed, 'webhook-signature': undefined })).toBe('missing');
  });
});
