import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { signHmac, signTimestamped } from '../../support/signers.ts';
import { acmeSecret, apiKey, bodyOf, document, outcome, secret, setup, startedAt } from './fixture.ts';

const body = JSON.stringify({ location: 'acme' });
const stranger = 'a-secret-that-nobody-knows';

const withKeys = (...keys: object[]) => JSON.stringify({ ...document, keys: [...document.keys, ...keys] });

describe('a signature', () => {
  it('that matches no key is refused and names the header that was sent', async () => {
    const response = await setup().sendSigned(body, stranger);
    expect(outcome(response)).toEqual([401, 'signature_invalid']);
    expect(bodyOf(response).detail).toBe(
      'The x-wh-signature header does not match the body under any active key.',
    );
  });

  it('that is too long is refused before any key is tried, without reloading the secret', async () => {
    const { source, send } = setup();
    const response = await send(body, { headers: { 'x-wh-signature': `a${' '.repeat(9_500)}b` } });
    expect(outcome(response)).toEqual([401, 'signature_invalid']);
    expect(bodyOf(response).detail).toBe('The x-wh-signature header may have at most 4096 characters.');
    expect(source.loads).toBe(1);
  });

  it('is found under a header name in any case', async () => {
    const headers = { 'X-WH-Signature': signHmac(body, secret)['x-wh-signature'] ?? '' };
    expect((await setup().send(body, { headers })).statusCode).toBe(202);
  });

  it('of an empty body is required like any other', async () => {
    expect(outcome(await setup().send(''))).toEqual([401, 'signature_missing']);
  });

  it('with a stale timestamp is refused as such', async () => {
    const retell = {
      id: 'retell',
      scheme: 'hmac-sha256-timestamped',
      header: 'x-retell-signature',
      secret: stranger,
      accounts: ['*'],
    };
    const { source, send } = setup({ route: 'voiceone-call-complete', secretText: withKeys(retell) });
    const stale = { headers: signTimestamped(body, stranger, startedAt - 300_001) };
    expect(outcome(await send(body, stale))).toEqual([401, 'timestamp_out_of_tolerance']);
    expect(source.loads).toBe(1);
    const fresh = { headers: signTimestamped(body, stranger, startedAt - 300_000) };
    expect((await send(body, fresh)).statusCode).toBe(202);
  });

  it('cannot be replayed with another body', async () => {
    const headers = signHmac(body, secret);
    expect(outcome(await setup().send(`${body} `, { headers }))).toEqual([401, 'signature_invalid']);
  });
});

describe('a key missing from the cached secret', () => {
  it('works immediately after it was added', async () => {
    const { source, sendSigned } = setup();
    await sendSigned(body);
    source.text = withKeys({ id: 'new', secret: stranger, accounts: ['*'] });
    expect((await sendSigned(body, stranger)).statusCode).toBe(202);
    expect((await sendSigned(body, stranger)).statusCode).toBe(202);
    expect(source.loads).toBe(2);
  });

  it('costs one load in 30 seconds, however many forgeries there are', async () => {
    const { source, clock, sendSigned } = setup();
    await sendSigned(body);
    for (let count = 0; count < 1_000; count++) {
      clock.time += 29;
      await sendSigned(body, stranger);
    }
    expect(source.loads).toBe(2);
    clock.time += 1_029;
    await sendSigned(body, stranger);
    expect(source.loads).toBe(3);
  });

  it('costs one load for parallel forgeries', async () => {
    const { source, sendSigned } = setup();
    await sendSigned(body);
    const all = await Promise.all(Array.from({ length: 1_000 }, () => sendSigned(body, stranger)));
    expect(new Set(all.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
    expect(source.loads).toBe(2);
  });

  it('is refused as before if the secret cannot be reloaded', async () => {
    const { source, sendSigned } = setup();
    await sendSigned(body);
    source.text = new Error('no network');
    expect(outcome(await sendSigned(body, stranger))).toEqual([401, 'signature_invalid']);
    expect((await sendSigned(body)).statusCode).toBe(202);
  });
});

describe('the account', () => {
  it.each([
    ['all accounts', secret, 'acme', [202, undefined]],
    ['all accounts', secret, 'nowhere', [422, 'unknown_account']],
    ['this account', acmeSecret, 'acme', [202, undefined]],
    ['another account', acmeSecret, 'other', [403, 'account_forbidden']],
    ['some accounts', acmeSecret, 'nowhere', [403, 'account_forbidden']],
  ])('under a key for %s (%#)', async (_for, key, location, expected) => {
    expect(outcome(await setup().sendSigned(JSON.stringify({ location }), key))).toEqual(expected);
  });

  it('is refused alike whether it is foreign or unknown', async () => {
    const { sendSigned } = setup();
    const foreign = await sendSigned('{"location":"other"}', acmeSecret);
    expect(await sendSigned('{"location":"nowhere"}', acmeSecret)).toEqual(foreign);
  });

  it('can be checked without being refused', async () => {
    const { sendSigned } = setup({
      use: (_payload, { mayActFor }) => ({ status: 200, body: ['acme', 'other'].map(mayActFor) }),
    });
    expect((await sendSigned(body, secret)).body).toBe('[true,true]');
    expect((await sendSigned(body, acmeSecret)).body).toBe('[true,false]');
  });
});

describe('an API key', () => {
  const headers = { 'x-api-key': apiKey };

  it('replaces a signature if the account allows it', async () => {
    expect((await setup().send(body, { headers })).statusCode).toBe(202);
  });

  it.each(['', 'N/A'])('is accepted if the signature header is %p', async (value) => {
    const { send } = setup();
    expect((await send(body, { headers: { ...headers, 'x-wh-signature': value } })).statusCode).toBe(202);
  });

  it('is refused with the same answer whatever the cause', async () => {
    const answers = [
      await setup().send(body, { headers: { 'x-api-key': 'wrong' } }),
      await setup().send('no JSON', { headers: { 'x-api-key': 'wrong' } }),
      await setup().send('{"location":"other"}', { headers }),
      await setup().send('{"location":"nowhere"}', { headers }),
      await setup({ allowApiKey: false }).send(body, { headers }),
    ];
    expect(answers.map(outcome)).toEqual(answers.map(() => [401, 'api_key_invalid']));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it('that is valid still needs a valid body', async () => {
    expect(outcome(await setup().send('{}', { headers }))).toEqual([422, 'payload_invalid']);
    expect(outcome(await setup().send('no JSON', { headers }))).toEqual([400, 'body_not_json']);
  });

  it('does not replace an invalid signature', async () => {
    const { send } = setup();
    const signed = { ...headers, ...signHmac(body, stranger) };
    expect(outcome(await send(body, { headers: signed }))).toEqual([401, 'signature_invalid']);
  });

  it.each(['', 'N/A'])('of %p does not count as one', async (value) => {
    expect(outcome(await setup().send(body, { headers: { 'x-api-key': value } }))).toEqual([
      401,
      'signature_missing',
    ]);
  });

  it.each(['voiceone-function-call', 'voiceone-call-complete', 'voicetwo'] as const)(
    'does not count on %s',
    async (route) => {
      expect(outcome(await setup({ route }).send(body, { headers }))).toEqual([401, 'signature_missing']);
    },
  );

  it('works immediately after it was added, and costs one load in 30 seconds', async () => {
    const { source, send } = setup();
    await send(body, { headers });
    const sha256 = createHash('sha256').update('new-key').digest('hex');
    source.text = JSON.stringify({ keys: [], apiKeys: [{ id: 'new', account: 'acme', sha256 }] });
    expect((await send(body, { headers: { 'x-api-key': 'new-key' } })).statusCode).toBe(202);
    await send(body, { headers });
    await send(body, { headers });
    expect(source.loads).toBe(2);
  });
});
