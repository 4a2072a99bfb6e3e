import { describe, expect, it } from '@jest/globals';
import { OutcomeUnknown, StorageUnavailable } from '../../../lib/record/faults.ts';
import { routes } from '../../../lib/routes.ts';
import { signHmac } from '../../support/signers.ts';
import { bodyOf, outcome, secret, setup } from './fixture.ts';

const body = JSON.stringify({ location: 'acme' });
const MIB = 1024 * 1024;

describe('an answer', () => {
  it('is JSON with the id of the request', async () => {
    expect(await setup().sendSigned(body)).toEqual({
      statusCode: 202,
      headers: {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'x-request-id': 'request-1',
      },
      body: '{"account":"acme"}',
    });
  });

  it('may have no body, and headers of its own', async () => {
    const { sendSigned } = setup({ use: () => ({ status: 204, headers: { 'x-own': '1' } }) });
    expect(await sendSigned(body)).toEqual({
      statusCode: 204,
      headers: { 'x-own': '1', 'cache-control': 'no-store', 'x-request-id': 'request-1' },
    });
  });

  it.each(routes.map(({ id }) => id))('is given on every route: %s', async (route) => {
    expect((await setup({ route }).sendSigned(body)).statusCode).toBe(202);
  });
});

describe('a problem', () => {
  it('follows RFC 9457', async () => {
    const response = await setup().send(body);
    expect(response.headers).toEqual({
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-request-id': 'request-1',
    });
    expect(bodyOf(response)).toEqual({
      type: 'about:blank',
      title: 'Unauthorized',
      status: 401,
      code: 'signature_missing',
      detail: 'The request carries no signature header (x-wh-signature).',
      requestId: 'request-1',
    });
  });
});

describe('the order of checks', () => {
  const huge = 'x'.repeat(256 * 1024 + 1);

  it.each([
    ['size before signature', huge, 'unsigned', [413, 'payload_too_large']],
    ['signature before JSON', '{', 'unsigned', [401, 'signature_missing']],
    ['JSON before shape', '[]', 'signed', [400, 'body_not_json']],
    ['shape before account', '{"location":7}', 'signed', [422, 'payload_invalid']],
    ['account at last', '{"location":"nowhere"}', 'signed', [422, 'unknown_account']],
  ])('is %s', async (_what, sent, signed, expected) => {
    const { send, sendSigned } = setup();
    expect(outcome(signed === 'signed' ? await sendSigned(sent) : await send(sent))).toEqual(expected);
  });

  it('runs the use case after all checks except the account', async () => {
    const { uses, send, sendSigned } = setup();
    await send(body);
    await sendSigned('[]');
    await sendSigned('{}');
    expect(uses).toEqual([]);
  });

  it('does not load the secret for a body that is too large', async () => {
    const { source, send } = setup();
    await send(huge);
    expect(source.loads).toBe(0);
  });
});

describe('the size', () => {
  const filled = (length: number) => `${body}${' '.repeat(length - body.length)}`;

  it.each(routes)('may be up to $maxBodyBytes bytes on $id', async ({ id, maxBodyBytes }) => {
    const { sendSigned } = setup({ route: id });
    expect((await sendSigned(filled(maxBodyBytes))).statusCode).toBe(202);
    expect(outcome(await sendSigned(filled(maxBodyBytes + 1)))).toEqual([413, 'payload_too_large']);
  });

  it('is counted in bytes and not in characters', async () => {
    const text = JSON.stringify({ location: 'é'.repeat(2 * MIB) });
    expect(outcome(await setup({ route: 'voicetwo' }).sendSigned(text))).toEqual([413, 'payload_too_large']);
  });
});

describe('the body', () => {
  const deep = (levels: number) =>
    `{"location":"acme","deep":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

  it.each([
    ['nothing', ''],
    ['blanks', '  '],
    ['no JSON', '{"location":"acme"'],
    ['a list', '[{"location":"acme"}]'],
    ['null', 'null'],
    ['text', '"acme"'],
    ['a number', '7'],
    ['invalid UTF-8', Buffer.from([...Buffer.from('{"location":"'), 0xff, 0x22, 0x7d])],
    ['nested 65 levels deep', deep(65)],
    ['nested very deep', deep(100_000)],
    ['nested deep and open', '['.repeat(100_000)],
    ['a prototype', '{"location":"acme","__proto__":{"location":"other"}}'],
    ['a prototype in a list', '{"location":"acme","list":[{"__proto__":1}]}'],
    ['a prototype in escapes', '{"location":"acme","\\u005f_proto_\\u005f":{}}'],
    ['a prototype of a constructor', '{"location":"acme","constructor":{"prototype":{}}}'],
  ])('is refused if it is %s', async (_what, sent) => {
    expect(outcome(await setup().sendSigned(sent))).toEqual([400, 'body_not_json']);
  });

  it.each([
    ['64 levels of nesting', deep(64)],
    ['brackets in text', `{"location":"acme","text":"${'[{\\"'.repeat(100)}"}`],
    ['a byte order mark', `\uFEFF${body}`],
    ['a field that names a method', '{"location":"acme","constructor":"x","toString":1}'],
  ])('may have %s', async (_what, sent) => {
    expect((await setup().sendSigned(sent)).statusCode).toBe(202);
  });

  it('is the same as text and in base64', async () => {
    const { send, sendSigned } = setup();
    const text = JSON.stringify({ location: 'acme', note: 'Zoë 🙂' });
    const headers = signHmac(text, secret);
    expect((await send(text, { headers, base64: false })).statusCode).toBe(202);
    expect((await sendSigned(text)).statusCode).toBe(202);
  });

  it('may have any content type', async () => {
    const headers = { ...signHmac(body, secret), 'Content-Type': 'text/plain' };
    expect((await setup().send(body, { headers })).statusCode).toBe(202);
  });
});

describe('the shape', () => {
  it('is refused by path and expectation, never by value', async () => {
    const sent = {
      location: { private: 'Jane' },
      date: 'tomorrow, says Jane',
      items: [{ name: 'x' }, { name: 7 }],
    };
    const response = await setup().sendSigned(JSON.stringify(sent));
    expect(outcome(response)).toEqual([422, 'payload_invalid']);
    expect(bodyOf(response).errors).toEqual([
      { path: 'location', expected: 'text' },
      { path: 'date', expected: 'a date as YYYY-MM-DD' },
      { path: 'items[1].name', expected: 'text' },
    ]);
    expect(response.body).not.toContain('Jane');
  });

  it('is reported for a missing field', async () => {
    expect(bodyOf(await setup().sendSigned('{}')).errors).toEqual([
      { path: 'location', expected: 'a value' },
    ]);
  });

  it('lists at most 20 faults', async () => {
    const items = Array.from({ length: 100 }, () => ({ name: 7 }));
    const response = await setup().sendSigned(JSON.stringify({ location: 'acme', items }));
    expect(bodyOf(response).errors).toHaveLength(20);
  });
});

describe('a fault', () => {
  const cause = new Error('connect ECONNREFUSED 10.0.0.1 for Jane');

  it.each([
    ['voicetwo', new StorageUnavailable({ cause }), 503, 'storage_unavailable', 'StorageUnavailable < Error'],
    ['voicetwo', new OutcomeUnknown({ cause }), 503, 'storage_unavailable', 'OutcomeUnknown < Error'],
    ['crm', new StorageUnavailable({ cause }), 429, 'storage_unavailable', 'StorageUnavailable < Error'],
    ['crm', new OutcomeUnknown({ cause }), 429, 'storage_unavailable', 'OutcomeUnknown < Error'],
    ['crm', new TypeError('Jane is undefined'), 500, 'internal', 'TypeError'],
    ['voicetwo', 'Jane', 500, 'internal', 'Problem'],
  ] as const)(
    'on %s is answered and logged without its text: %p',
    async (route, error, status, code, name) => {
      const { lines, sendSigned } = setup({
        route,
        use: () => {
          throw error;
        },
      });
      const response = await sendSigned(body);
      expect(outcome(response)).toEqual([status, code]);
      expect(response.headers?.['retry-after']).toBe(status === 500 ? undefined : '5');
      expect(lines).toEqual([expect.objectContaining({ status, code, error: name })]);
      expect(JSON.stringify([response, lines])).not.toMatch(/Jane|ECONN/);
    },
  );

  it.each([
    ['voicetwo', 503],
    ['crm', 429],
  ] as const)('of the secret on %s refuses the request', async (route, status) => {
    const { lines, uses, sendSigned } = setup({
      route,
      secretText: new Error('AccessDenied: arn:aws:secret'),
    });
    const response = await sendSigned(body);
    expect(outcome(response)).toEqual([status, 'secrets_unavailable']);
    expect(response.headers?.['retry-after']).toBe('5');
    expect(uses).toEqual([]);
    expect(lines).toEqual([expect.objectContaining({ status, error: 'SecretsUnavailable < Error' })]);
    expect(JSON.stringify([response, lines])).not.toContain('arn:');
  });

  it('of an answer that is not JSON is internal', async () => {
    const { sendSigned } = setup({ use: () => ({ status: 200, body: { big: 1n } }) });
    expect(outcome(await sendSigned(body))).toEqual([500, 'internal']);
  });
});

describe('the request', () => {
  it('has a deadline of two and a half seconds', async () => {
    const { sendSigned } = setup({
      use: (_payload, { startedAt, deadline, requestId }) => ({
        status: 200,
        body: { startedAt, left: deadline - startedAt, requestId },
      }),
    });
    expect(bodyOf(await sendSigned(body))).toEqual({
      startedAt: Date.parse('2026-11-20T15:31:01.000Z'),
      left: 2_500,
      requestId: 'request-1',
    });
  });
});
