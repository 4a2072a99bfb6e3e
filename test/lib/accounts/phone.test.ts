import { describe, expect, it } from '@jest/globals';
import { toE164 } from '../../../lib/accounts/phone.ts';

describe('a phone number', () => {
  it.each(['(212) 555-0123', '212.555.0123', '+1 212 555 0123', '1-212-555-0123', ' 2125550123 '])(
    '%s is one',
    (text) => {
      expect(toE164(text, 'US')).toBe('+12125550123');
    },
  );

  it('is read by its region unless it names its country', () => {
    expect(toE164('030 901820', 'DE')).toBe('+4930901820');
    expect(toE164('+49 30 901820', 'US')).toBe('+4930901820');
  });

  it.each(['5550123', '11111', 'call me', '', 'anonymous', '+1', 'my number is 212 555 0123'])(
    '%s is none',
    (text) => {
      expect(toE164(text, 'US')).toBeUndefined();
    },
  );
});
