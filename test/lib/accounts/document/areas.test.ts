import { describe, expect, it } from '@jest/globals';
import { parseAccount } from '../../../../lib/accounts/document/account-document.ts';
import { InvalidAccountDocument } from '../../../../lib/accounts/document/invalid-account-document.ts';
import { areasDocument } from '../areas-document.ts';

function faultsOf(over: object): readonly string[] {
  try {
    parseAccount(areasDocument(over));
  } catch (error) {
    if (error instanceof InvalidAccountDocument) return error.message.split('\n');
    throw error;
  }
  return [];
}
const area = { id: 'a', name: 'A', zips: ['10001'] };
const areas = (over: object) => ({ serviceAreas: [{ ...area, ...over }], fees: undefined });
const fees = (...all: object[]) => ({
  serviceAreas: [area, { ...area, id: 'b', zips: ['100*'] }, { ...area, id: 'c', zips: ['20001'] }],
  fees: all.map((fee, index) => ({ id: `f${index}`, says: 'a fee', ...fee })),
});
const together = (index: number, other: number) =>
  `fees[${index}]: expected criteria that can never hold together with equally many of fees[${other}]`;

describe('faults in areas and fees', () => {
  it('accepts the example', () => expect(faultsOf({})).toEqual([]));

  it.each<[object, string]>([
    [{ outsideArea: 'ignore' }, 'outsideArea: expected one of refuse, review'],
    [{ serviceAreas: {} }, 'serviceAreas: expected a list of service areas'],
    [areas({ id: '' }), 'serviceAreas[0].id: expected a text of 1 to 100 characters'],
    [areas({ zips: [] }), 'serviceAreas[0].zips: expected a list of postal codes with at least one'],
    [
      areas({ zips: ['10001', '1001'] }),
      'serviceAreas[0].zips[1]: expected a zip code such as 10001, or a prefix such as 112*',
    ],
    [
      { region: 'GB', ...areas({ zips: ['SW_1'] }) },
      'serviceAreas[0].zips[0]: expected the beginning of postal codes',
    ],
    [
      areas({ serviceTypeIds: [] }),
      'serviceAreas[0].serviceTypeIds: expected a list of ids with at least one',
    ],
    [
      areas({ serviceTypeIds: ['ac', 'x'] }),
      'serviceAreas[0].serviceTypeIds[1]: expected the id of a service type',
    ],
    [areas({ technicianIds: ['x'] }), 'serviceAreas[0].technicianIds[0]: expected the id of a technician'],
    [
      areas({ weekdays: ['Monday'] }),
      'serviceAreas[0].weekdays[0]: expected one of monday, tuesday, wednesday, thursday, friday, saturday, sunday',
    ],
    [areas({ feeId: 'x' }), 'serviceAreas[0].feeId: expected the id of a fee'],
    [areas({ zip: '10001' }), 'serviceAreas[0].zip: expected a known field: did you mean zips?'],
    [
      { serviceAreas: [area, area], fees: [] },
      'serviceAreas[1].id: expected an id different from serviceAreas[0].id',
    ],
    [
      fees({ says: 'x'.repeat(81) }),
      'fees[0].says: expected a text of 1 to 80 characters that can follow "There\'s", such as "an 89 dollar visit fee"',
    ],
    [fees({ areaIds: ['x'] }), 'fees[0].areaIds[0]: expected the id of a service area'],
    [fees({ serviceTypeIds: ['x'] }), 'fees[0].serviceTypeIds[0]: expected the id of a service type'],
    [fees({ urgency: 'soon' }), 'fees[0].urgency: expected one of routine, urgent, emergency'],
    [fees({ afterHours: 'yes' }), 'fees[0].afterHours: expected true or false'],
    [
      fees({ id: 'f' }, { id: 'f', urgency: 'urgent' }),
      'fees[1].id: expected an id different from fees[0].id',
    ],
    [fees({}, {}), together(1, 0)],
    [fees({ serviceTypeIds: ['ac'] }, { urgency: 'urgent' }), together(1, 0)],
    [fees({ areaIds: ['a'] }, { areaIds: ['b'] }), together(1, 0)],
    [fees({ urgency: 'urgent' }, { areaIds: ['c'] }, { urgency: 'routine' }), together(2, 1)],
  ])('%j', (over, fault) => expect(faultsOf(over)[0]).toBe(fault));

  it.each([
    fees({}, { urgency: 'urgent' }, { urgency: 'emergency' }),
    fees({ areaIds: ['a'] }, { areaIds: ['c'] }),
    fees({ areaIds: ['a'], afterHours: true }, { areaIds: ['b'], afterHours: false }),
    fees({ serviceTypeIds: ['ac'] }, { serviceTypeIds: ['drain'] }),
  ])('accepts fees of which one always has more criteria: %j', (over) => expect(faultsOf(over)).toEqual([]));

  it('accepts fees of areas that overlap only for services that one of them lacks', () => {
    const ofService = { ...area, zips: ['100*'], serviceTypeIds: ['drain'], feeId: 'f1' };
    const serviceAreas = [
      { ...area, serviceTypeIds: ['ac'], feeId: 'f0' },
      { ...ofService, id: 'b' },
    ];
    const says = 'a fee';
    expect(
      faultsOf({
        serviceAreas,
        fees: [
          { id: 'f0', says },
          { id: 'f1', says },
        ],
      }),
    ).toEqual([]);
    const [one, other] = serviceAreas;
    const overlapping = [one, { ...other, serviceTypeIds: undefined }];
    expect(
      faultsOf({
        serviceAreas: overlapping,
        fees: [
          { id: 'f0', says },
          { id: 'f1', says },
        ],
      }),
    ).toEqual([together(1, 0)]);
  });
});
