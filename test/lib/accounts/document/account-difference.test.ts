import { describe, expect, it } from '@jest/globals';
import { differencesBetween } from '../../../../lib/accounts/document/account-difference.ts';
import { parseAccount } from '../../../../lib/accounts/document/account-document.ts';
import { accountDocument } from '../../../functions/service.ts';

const ana = { id: 'ana', name: 'Ana', skills: ['hvac'] };
const ben = { id: 'ben', name: 'Ben' };
const account = (over: Record<string, unknown> = {}) =>
  parseAccount(accountDocument({ technicians: [ana, ben], ...over }));

describe('the difference of two documents', () => {
  it('is empty between documents that differ only in version', () => {
    expect(differencesBetween(account({ version: 1 }), account())).toEqual([]);
  });

  it('includes the order of services, in which they are read aloud', () => {
    expect(differencesBetween(account(), account({ technicians: [ben, ana] }))).toEqual([
      { path: 'technicians', before: ['ana', 'ben'], after: ['ben', 'ana'] },
    ]);
  });

  it('names technicians by id, and fields that only one document has', () => {
    const after = account({ technicians: [{ ...ana, skills: ['hvac', 'gas'] }] });
    expect(differencesBetween(account(), after)).toEqual([
      { path: 'technicians[ana].skills', before: ['hvac'], after: ['hvac', 'gas'] },
      { path: 'technicians[ben]', before: expect.objectContaining(ben), after: undefined },
    ]);
  });

  it('compares single fields', () => {
    const after = account({ exceptions: { '2026-12-25': [] }, transfer: { phone: '+12125550101' } });
    expect(differencesBetween(account(), after)).toEqual([
      { path: 'exceptions.2026-12-25', before: undefined, after: [] },
      { path: 'transfer.phone', before: '+12125550100', after: '+12125550101' },
      { path: 'transfer.afterHoursPhone', before: '+12125550199', after: undefined },
    ]);
  });
});
