import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { findZip } from '../../../lib/planning/zip-codes.ts';

const { codes }: typeof import('zipcodes') = createRequire(import.meta.url)('zipcodes');

describe('the table of postal codes', () => {
  it('has every code of the package, to three decimals', () => {
    const kept = (degrees: number) => Math.round(degrees * 1000) / 1000;
    const wrong = Object.entries(codes).filter(([code, place]) => {
      const found = findZip(code);
      return (
        found?.latitude !== kept(place?.latitude ?? 0) || found?.longitude !== kept(place?.longitude ?? 0)
      );
    });
    expect(wrong).toEqual([]);
  });

  it.each(['00000', '1000', '100011', '', 'A1', '10O01', 'k1a', 'ZZZ', 'Z9Z9Z9', 'K1A0B'])(
    'does not have %j',
    (code) => {
      expect(findZip(code)).toBeUndefined();
    },
  );

  it('has whole Canadian codes by their first half', () => {
    expect(findZip('K1A0B1')).toEqual({ latitude: 45.421, longitude: -75.702 });
  });
});
