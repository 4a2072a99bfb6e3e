import { describe, expect, it } from '@jest/globals';
import { areaFlags, coverageOf, dependsOnZip } from '../../../lib/accounts/areas.ts';
import { parseAccount } from '../../../lib/accounts/document/account-document.ts';
import { areasDocument } from './areas-document.ts';

const account = parseAccount(areasDocument({ outsideArea: 'refuse' }));
const lenient = parseAccount(areasDocument());
const comes = { kind: 'comes', flags: [] };

describe('whether a company comes to a postal code', () => {
  it('is true for any postal code without areas', () => {
    const without = parseAccount(areasDocument({ serviceAreas: undefined, fees: undefined }));
    expect(coverageOf(without, 'ac', undefined)).toEqual({ ...comes, areaIds: [] });
    expect(coverageOf(without, 'ac', '1001')).toEqual({ ...comes, areaIds: [] });
  });

  it('combines what all areas of a code allow', () => {
    expect(coverageOf(account, 'ac', '10001')).toEqual({
      ...comes,
      zip: '10001',
      areaIds: ['center'],
      limits: [{}],
    });
    expect(coverageOf(account, 'ac', '11201-4455')).toEqual({
      ...comes,
      zip: '11201',
      areaIds: ['river', 'bridge'],
      limits: [{ weekdays: ['tuesday', 'thursday'] }, { technicianIds: ['ben'] }],
    });
    expect(coverageOf(account, 'drain', '11201')).toMatchObject({ areaIds: ['bridge'] });
  });

  it('needs a code, and refuses other places and services that are not available there', () => {
    expect(coverageOf(account, 'ac', undefined)).toEqual({ kind: 'zip_needed' });
    expect(coverageOf(account, 'ac', '90210')).toEqual({ kind: 'outside_area', zip: '90210' });
    expect(coverageOf(account, 'drain', '11301')).toEqual({
      kind: 'not_in_area',
      zip: '11301',
      areas: ['Downtown', 'Bridge'],
    });
  });

  it('treats an unreadable code as unknown, and flags it', () => {
    expect(coverageOf(account, 'ac', '1001')).toEqual({ kind: 'comes', areaIds: [], flags: ['zip'] });
  });

  it('flags places outside if a person decides about them', () => {
    expect(coverageOf(lenient, 'ac', '90210')).toEqual({
      kind: 'comes',
      zip: '90210',
      areaIds: [],
      flags: ['area'],
    });
  });

  it('never refuses leads and emergencies: they are flagged', () => {
    const flags = (zip: string | undefined, service?: string) => areaFlags(account, service, zip);
    expect([flags('10001'), flags(undefined), flags('1001'), flags('90210')]).toEqual([
      [],
      [],
      ['zip'],
      ['area'],
    ]);
    expect([flags('11301', 'drain'), flags('11301')]).toEqual([['area'], []]);
  });

  it('depends on the code as soon as an area limits anything', () => {
    const area = { id: 'a', name: 'A', zips: ['10001'] };
    const dependent = (over: object) =>
      dependsOnZip(parseAccount(areasDocument({ serviceAreas: [area], fees: undefined, ...over })));
    expect(dependent({})).toBe(false);
    expect(dependent({ outsideArea: 'refuse' })).toBe(true);
    expect(dependent({ serviceAreas: [{ ...area, weekdays: ['monday'] }] })).toBe(true);
    expect(dependent({ fees: [{ id: 'f', says: 'a fee', areaIds: ['a'] }] })).toBe(true);
    expect(dependent({ serviceAreas: undefined, outsideArea: 'refuse' })).toBe(false);
  });
});
