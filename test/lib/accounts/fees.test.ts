import { describe, expect, it } from '@jest/globals';
import { parseAccount } from '../../../lib/accounts/document/account-document.ts';
import { type FeeFacts, feeOf } from '../../../lib/accounts/fees.ts';
import { areasDocument } from './areas-document.ts';

const account = parseAccount(areasDocument());
const facts: FeeFacts = { serviceTypeId: 'ac', areaIds: [], urgency: 'routine', afterHours: false };

describe('the fee of a visit', () => {
  it.each([
    ['without any criterion met but none', {}, 'visit'],
    ['in an area that names a fee', { areaIds: ['river'] }, 'far'],
    ['in such an area and another', { areaIds: ['bridge', 'river'] }, 'far'],
    ['in an area without one', { areaIds: ['center'] }, 'visit'],
    ['outside the hours', { afterHours: true }, 'night'],
    ['where two criteria beat one', { areaIds: ['river'], afterHours: true }, 'night'],
    ['where one of two criteria holds', { areaIds: ['river'], afterHours: true, urgency: 'urgent' }, 'far'],
  ] as const)('%s', (_, over, id) => expect(feeOf(account, { ...facts, ...over })?.id).toBe(id));

  it('is none if no criteria hold', () => {
    const fees = [{ id: 'f', says: 'a fee', serviceTypeIds: ['drain'] }];
    expect(feeOf(parseAccount(areasDocument({ fees, serviceAreas: [] })), facts)).toBeUndefined();
    expect(feeOf(parseAccount(areasDocument({ fees: undefined, serviceAreas: [] })), facts)).toBeUndefined();
  });
});
