import { describe, expect, it } from '@jest/globals';
import { matchesZip, readZip } from '../../../lib/accounts/areas.ts';

describe('a postal code as it was said', () => {
  it.each([
    ['10001', 'US', '10001'],
    [' 10001-1234 ', 'US', '10001'],
    ['100011234', 'US', '10001'],
    ['1OOO1', 'US', '10001'],
    ['1ooo1', 'US', '10001'],
    ['1 0 0 0 1', 'US', '10001'],
    ['NY 10001', 'US', '10001'],
    ['New York, 10001-1234', 'US', '10001'],
    ['１０００１', 'US', '10001'],
    ['1001', 'US', undefined],
    ['100012', 'US', undefined],
    ['OOOO', 'US', undefined],
    ['K1A 0B1', 'US', undefined],
    ['downtown', 'US', undefined],
    ['', 'US', undefined],
    ['sw1a 1aa', 'GB', 'SW1A1AA'],
    ['80331', 'DE', '80331'],
    ['1012 AB', 'NL', '1012AB'],
    ['1234-567', 'PT', '1234567'],
    ['London', 'GB', undefined],
  ])('%s in %s is %s', (said, region, zip) => expect(readZip(said, region)).toBe(zip));

  it.each([
    ['10001', '10001', 'US', true],
    ['10001', '10002', 'US', false],
    ['112*', '11201', 'US', true],
    ['112*', '11301', 'US', false],
    ['SW1A', 'SW1A1AA', 'GB', true],
    ['sw1a 1*', 'SW1A1AA', 'GB', true],
    ['SW1B', 'SW1A1AA', 'GB', false],
  ])('an area with %s and %s in %s: %s', (pattern, zip, region, isIn) =>
    expect(matchesZip(pattern, zip, region)).toBe(isIn),
  );
});
