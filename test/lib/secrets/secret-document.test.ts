import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { parseSecretDocument } from '../../../lib/secrets/secret-document.ts';
import { apiKey, faultOf, hmac, long, pathsOf, shared } from './secret-document-fixture.ts';

const whsec = `whsec_${Buffer.from('twenty-four-bytes-of-key').toString('base64')}`;
const publicKey = generateKeyPairSync('ed25519')
  .publicKey.export({ type: 'spki', format: 'der' })
  .subarray(-32);
const parse = (document: unknown) => parseSecretDocument(JSON.stringify(document));

describe('a secret document', () => {
  it('may have no keys', () => {
    expect(parse({ keys: [] })).toEqual({ keys: [], apiKeys: [] });
  });

  it('may have keys of every scheme', () => {
    const keys = [
      hmac,
      { ...hmac, id: 'b', scheme: 'hmac-sha256-timestamped', secret: 'another-16-chars', header: 'x-b' },
      {
        ...hmac,
        id: 'c',
        scheme: 'hmac-sha256-timestamp-header',
        secret: 'third-of-16-chars',
        timestampHeader: 'x-c',
      },
      { ...hmac, id: 'd', scheme: 'standard-webhooks', secret: whsec },
      { id: 'e', scheme: 'ed25519', publicKey: publicKey.toString('hex'), accounts: ['*'] },
      shared,
    ];
    expect(parse({ keys, apiKeys: [apiKey] })).toEqual({ keys, apiKeys: [apiKey] });
  });

  it('treats a key without a scheme as hmac-sha256', () => {
    const { scheme, ...rest } = hmac;
    expect(parse({ keys: [rest] }).keys).toEqual([{ ...rest, scheme }]);
  });

  it('has header names and digests in lower case', () => {
    const key = { ...hmac, scheme: 'hmac-sha256-timestamp-header', header: 'X-Sig', timestampHeader: 'X-At' };
    const document = parse({ keys: [key], apiKeys: [{ ...apiKey, sha256: 'AB'.repeat(32) }] });
    expect(document.keys[0]).toMatchObject({ header: 'x-sig', timestampHeader: 'x-at' });
    expect(document.apiKeys[0]?.sha256).toBe('ab'.repeat(32));
  });
});

describe('a faulty secret document', () => {
  it.each([
    ['[]', '', 'an object with a list of keys'],
    ['null', '', 'an object with a list of keys'],
    ['{}', 'keys', 'a list of keys'],
    ['{"keys":{}}', 'keys', 'a list of keys'],
  ])('%s is refused with what is expected', (text, path, expected) => {
    expect(faultOf(text).faults).toEqual([{ path, expected }]);
  });

  it.each([
    ['an unknown scheme', { ...hmac, scheme: 'md5' }, 'keys[0].scheme'],
    ['an empty secret', { ...hmac, secret: '' }, 'keys[0].secret'],
    ['a short secret', { ...hmac, secret: 'exactly-15-char' }, 'keys[0].secret'],
    ['16 equal characters', { ...hmac, secret: 'x'.repeat(16) }, 'keys[0].secret'],
    ['five different characters', { ...hmac, secret: 'abcde'.repeat(8) }, 'keys[0].secret'],
    ['a secret of blanks', { ...hmac, secret: ' '.repeat(16) }, 'keys[0].secret'],
    ['no secret', { ...hmac, secret: undefined }, 'keys[0].secret'],
    ['a secret that is no text', { ...hmac, secret: 1234567890123456 }, 'keys[0].secret'],
    ['a short shared secret', { ...shared, secret: long.slice(1) }, 'keys[0].secret'],
    [
      'a key of standard webhooks without its prefix',
      { ...hmac, scheme: 'standard-webhooks' },
      'keys[0].secret',
    ],
    [
      'a key of standard webhooks of equal bytes',
      { ...hmac, scheme: 'standard-webhooks', secret: `whsec_${Buffer.alloc(24, 7).toString('base64')}` },
      'keys[0].secret',
    ],
    ['no accounts', { ...hmac, accounts: undefined }, 'keys[0].accounts'],
    ['an empty list of accounts', { ...hmac, accounts: [] }, 'keys[0].accounts'],
    ['an empty account', { ...hmac, accounts: ['acme', ''] }, 'keys[0].accounts[1]'],
    ['no id', { ...hmac, id: undefined }, 'keys[0].id'],
    ['a header that is none', { ...hmac, header: 'x sig' }, 'keys[0].header'],
    ...[
      'host',
      'Content-Length',
      'connection',
      'transfer-encoding',
      'cookie',
      'x-forwarded-for',
      'X-Amzn-Trace-Id',
    ]
      .concat([
        'accept-encoding',
        'proxy-authorization',
        'user-agent',
        'x-api-key',
        'webhook-id',
        'sec-fetch-mode',
      ])
      .map((header): [string, object, string] => [
        `the header ${header}`,
        { ...hmac, header },
        'keys[0].header',
      ]),
    [
      'a timestamp in the date header',
      { ...hmac, scheme: 'hmac-sha256-timestamp-header', timestampHeader: 'date' },
      'keys[0].timestampHeader',
    ],
    [
      'a faulty public key',
      { ...hmac, secret: undefined, scheme: 'ed25519', publicKey: 'abcd' },
      'keys[0].publicKey',
    ],
    ['a field of another scheme', { ...hmac, timestampHeader: 'x-at' }, 'keys[0]'],
  ])('with %s names the field', (_what, key, path) => {
    expect(pathsOf({ keys: [key] })).toEqual([path]);
  });

  it.each([
    ['sha256', 'a'.repeat(63)],
    ['sha256', 'g'.repeat(64)],
    ['account', ''],
    ['id', undefined],
  ])('with a faulty %s of an API key names it', (field, value) => {
    expect(pathsOf({ keys: [], apiKeys: [{ ...apiKey, [field]: value }] })).toEqual([`apiKeys[0].${field}`]);
  });

  it('names every faulty field and what was expected', () => {
    const keys = [
      { ...hmac, secret: 'short' },
      { ...shared, secret: 'shorter', accounts: [] },
    ];
    expect(faultOf(JSON.stringify({ keys, apiKeys: [{ ...apiKey, sha256: '00' }] })).message).toBe(
      'The secret document is faulty: keys[0].secret: expected at least 16 characters, 6 of them different; ' +
        'keys[1].accounts: expected a list of account ids that is not empty, or ["*"] for all accounts; ' +
        'keys[1].secret: expected at least 32 characters, 6 of them different; apiKeys[0].sha256: expected 64 hex digits',
    );
  });

  it('names the known schemes', () => {
    expect(faultOf(JSON.stringify({ keys: [{ ...hmac, scheme: 'md5' }] })).faults).toEqual([
      {
        path: 'keys[0].scheme',
        expected:
          'one of hmac-sha256, hmac-sha256-timestamped, hmac-sha256-timestamp-header, standard-webhooks, ed25519, shared-secret',
      },
    ]);
    expect(faultOf('{"keys":["a"]}').faults).toEqual([{ path: 'keys[0]', expected: 'an object' }]);
  });

  it.each(['', 'null', '[]', '{}', '"text"', '{"keys":{}}'])('is not a document: %s', (text) => {
    expect(faultOf(text).message).toMatch(/^The secret document is faulty: (the document|keys): expected /);
  });

  it.each([
    '{"keys":[{"id":"a","secret":"hunter2hunter2","scheme":"hunter2","hunter2":1,"accounts":["hunter2"]}]}',
    '{"keys":[{"id":"a","secret":"hunter2","accounts":"hunter2","header":"hunter2 "}]}',
    '{"keys":[{"id":"a","scheme":"shared-secret","secret":"hunter2","hunter2":"hunter2","accounts":["*"]}]}',
    '{"keys":[],"apiKeys":[{"id":"a","account":"b","sha256":"hunter2"}],"hunter2":1}',
    '{"keys":"hunter2"}',
    '"hunter2"',
    '{"keys":[hunter2',
  ])('is never quoted: %s', (text) => {
    const error = faultOf(text);
    expect(JSON.stringify([error.message, error.stack, error.cause, error.faults])).not.toContain('hunter2');
  });
});
