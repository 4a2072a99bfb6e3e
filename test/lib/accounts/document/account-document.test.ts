import { describe, expect, it } from '@jest/globals';
import { originKinds } from '../../../../lib/accounts/account.ts';
import { parseAccount, parseStoredAccount } from '../../../../lib/accounts/document/account-document.ts';
import { mapFields } from '../../../../lib/map-fields.ts';
import { least, pathsOf, service, technician } from '../account-document-fixture.ts';

const noOrigins = mapFields(originKinds, () => []);

describe('an account document', () => {
  it('gets its defaults', () => {
    expect(parseAccount(least)).toEqual({
      ...least,
      region: 'US',
      language: 'en',
      callback: { withinMinutes: 60 },
      emergency: { instructions: {}, acknowledgeMinutes: 10 },
      origins: noOrigins,
      notOffered: [],
      crm: { allowApiKey: false },
      exceptions: {},
      booking: {
        gridMinutes: 30,
        minNoticeMinutes: 120,
        horizonDays: 60,
        bufferMinutes: 30,
        spokenOptions: 3,
        spokenDays: 2,
      },
      transfer: {},
      merge: { leadDays: 14, afterBookingHours: 24 },
      callRetentionDays: 365,
    });
  });

  it('may replace the safety sentences', () => {
    const instructions = { gas: 'Leave the house.', no_heat: 'Go to a neighbor.' };
    expect(parseAccount({ ...least, emergency: { instructions } }).emergency).toMatchObject({ instructions });
    expect(
      pathsOf({ emergency: { instructions: { gas: 'x'.repeat(121), water: ' ', gass: 'Leave' } } }),
    ).toEqual(['emergency.instructions.gas', 'emergency.instructions.water', 'emergency.instructions.gass']);
  });

  it('gets defaults for fields that it does not set', () => {
    const account = parseAccount({
      ...least,
      booking: { gridMinutes: 15, sameDayCutoff: '14:00' },
      origins: { crm: ['loc'] },
      serviceTypes: [service],
      technicians: [technician],
    });
    expect(account.booking).toMatchObject({ gridMinutes: 15, bufferMinutes: 30, sameDayCutoff: '14:00' });
    expect(account.origins).toEqual({ ...noOrigins, crm: ['loc'] });
    expect(account.serviceTypes).toEqual([{ ...service, aliases: [], symptoms: [], skills: [] }]);
    expect(account.technicians).toEqual([{ ...technician, skills: [], timeOff: [] }]);
  });

  it('may contain unknown fields if it is stored', () => {
    const stored = { ...least, color: 'red', crm: { color: 'red' } };
    expect(parseStoredAccount(stored)).toMatchObject(stored);
    expect(() => parseStoredAccount({ ...stored, name: 7 })).toThrow(/^name: expected a text[^\n]*$/);
  });

  it.each([
    ['a fixed offset', { timezone: 'Etc/GMT+5' }],
    ['a long horizon', { booking: { horizonDays: 400 } }],
    ['no buffer', { booking: { bufferMinutes: 0 } }],
    [
      'ranges that touch',
      {
        hours: {
          monday: [
            ['08:00', '12:00'],
            ['12:00', '17:00'],
          ],
        },
      },
    ],
    ['a shop that never closes', { hours: { sunday: [['00:00', '24:00']], monday: [['00:00', '24:00']] } }],
    [
      'nights that touch',
      {
        hours: {
          sunday: [['22:00', '06:00']],
          monday: [
            ['06:00', '08:00'],
            ['22:00', '06:00'],
          ],
        },
      },
    ],
    ['a closed date', { exceptions: { '2028-02-29': [] } }],
    [
      'time off to midnight',
      { technicians: [{ ...technician, timeOff: [{ from: '2026-12-01T13:00', to: '2026-12-01T24:00' }] }] },
    ],
    ['one id in two integrations', { origins: { crm: ['x'], voiceone: ['x'] } }],
    ['an alias like its own name', { serviceTypes: [{ ...service, aliases: ['A.C. repair'] }] }],
    [
      'a skill that someone has',
      {
        serviceTypes: [{ ...service, skills: ['a', 'b'] }],
        technicians: [{ ...technician, skills: ['a', 'b'] }],
      },
    ],
  ])('may have %s', (_, fields) => {
    expect(pathsOf(fields)).toEqual([]);
  });
});
