import { describe, expect, it } from '@jest/globals';
import type { TwilioKey } from '../../../lib/signatures/types.ts';
import { verify } from '../../../lib/signatures/verify.ts';

const key: TwilioKey = {
  ...{ id: 'tw', scheme: 'twilio', provider: 'twilio', accounts: ['acme'], accountSid: 'AC1' },
  authToken: '12345',
};
// The example of Twilio's documentation.
const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
const body = Buffer.from(
  'CallSid=CA1234567890ABCDE&To=%2B18005551212&Caller=%2B12349013030&Digits=1234&From=%2B12349013030',
);
const signature = '0/KCTR6DLpKmkAf8muzZqo1nDgQ=';

const kindOf = (sent: Buffer, header: string, urls: readonly string[]) =>
  verify({
    ...{ headers: { 'x-twilio-signature': header }, body: sent, keys: [key], now: 0, urls },
    defaultHeader: 'webhook-signature',
  }).kind;

describe("The signature of Twilio's documentation", () => {
  it('is verified for any of the URLs by which Twilio may have called', () => {
    expect(kindOf(body, signature, ['http://10.0.0.1/myapp.php?foo=1&bar=2', url])).toBe('verified');
  });

  it.each([
    ['another field', Buffer.from(`${body}&Digits=9`), signature, url],
    ['another URL', body, signature, `${url}&baz=3`],
    ['another digest', body, `1${signature.slice(1)}`, url],
    ['no digest', body, 'N/B', url],
  ])('is refused with %s', (_, sent, header, called) => {
    expect(kindOf(sent, header, [called])).toBe('invalid');
  });
});
