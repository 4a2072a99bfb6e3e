import { describe, expect, it } from '@jest/globals';
import { contradictedPlace, zipWarnings } from '../../cli/zip-places.ts';
import { parseAccount } from '../../lib/accounts/document/account-document.ts';
import { areasDocument } from '../lib/accounts/areas-document.ts';

describe('zip codes on the command line', () => {
  it('cause a warning if no place has them', async () => {
    const area = { id: 'a', name: 'A', zips: ['10001', '00000', '112*', '0000*'] };
    const account = (over: object) =>
      parseAccount(areasDocument({ serviceAreas: [area], fees: [], ...over }));
    expect(await zipWarnings(account({}))).toEqual([
      'Warning: serviceAreas[0].zips[1] matches no known zip code.',
      'Warning: serviceAreas[0].zips[3] matches no known zip code.',
    ]);
    expect(await zipWarnings(account({ region: 'DE' }))).toEqual([]);
  });

  it.each([
    [{ zip: '90210', city: 'New York', state: 'NY' }, 'Beverly Hills, CA'],
    [{ zip: '90210', state: 'ny' }, 'Beverly Hills, CA'],
    [{ zip: '90210', city: 'Beverly Hills' }, undefined],
    [{ zip: '10014-1234', city: 'NYC', state: 'NY' }, undefined],
    [{ zip: '90210' }, undefined],
    [{ zip: '9021', state: 'NY' }, undefined],
    [{ city: 'New York', state: 'NY' }, undefined],
  ])('contradict city and state: %j', async (contact, place) =>
    expect(await contradictedPlace(contact)).toBe(place),
  );
});
