import { describe, expect, it } from '@jest/globals';
import { originKinds } from '../../../lib/accounts/account.ts';
import { parseAccount, parseStoredAccount } from '../../../lib/accounts/account-document.ts';
import { InvalidAccountDocument } from '../../../lib/accounts/invalid-account-document.ts';
import { mapFields } from '../../../lib/map-fields.ts';

const service = { id: 'ac', name: 'AC Repair', durationMinutes: 60 };
const least = {
  accountId: 'acme',
  name: 'Acme',
  timezone: 'America/New_York',
  hours: {},
  serviceTypes: [],
  technicians: [],
};
const technician = { id: 'ana', name: 'Ana' };

function faultsOf(document: unknown): Record<string, string> {
  try {
    parseAccount(document);
  } catch (error) {
    if (!(error instanceof InvalidAccountDocument)) throw error;
    return Object.fromEntries(error.faults.map(({ path, expected }) => [path, expected]));
  }
  return {};
}
const pathsOf = (fields: object): string[] => Object.keys(faultsOf({ ...least, ...fields }));

const noOrigins = mapFields(originKinds, () => []);

describe('an account document', () => {
  it('gets its defaults', () => {
    expect(parseAccount(least)).toEqual({
      ...least,
      region: 'US',
      callback: { withinMinutes: 60 },
      emergency: { instructions: {} },
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

  it('may say in its own words what a caller in danger does first', () => {
    const instructions = { gas: 'Leave the house.', no_heat: 'Go to a neighbor.' };
    expect(parseAccount({ ...least, emergency: { instructions } }).emergency).toEqual({ instructions });
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

  it('may hold fields that a newer release has stored', () => {
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

const hours = (...monday: unknown[]) => ({ hours: { monday } });
const offOn = (from: string, to: string) => ({ technicians: [{ ...technician, timeOff: [{ from, to }] }] });
const one = (fields: object) => ({ serviceTypes: [{ ...service, ...fields }] });

describe('an account document is refused for', () => {
  it.each<[string, object, string[]]>([
    ['an unknown time zone', { timezone: 'Mars/Olympus' }, ['timezone']],
    ['an unknown region', { region: 'XX' }, ['region']],
    ['a region in small letters', { region: 'us' }, ['region']],
    ['an id that would divide table keys', { accountId: 'a#b' }, ['accountId']],
    ['a reserved id', { accountId: 'unassigned' }, ['accountId']],
    ['a duration of 0', one({ durationMinutes: 0 }), ['serviceTypes[0].durationMinutes']],
    ['a duration of 50', one({ durationMinutes: 50 }), ['serviceTypes[0].durationMinutes']],
    ['a duration of 735', one({ durationMinutes: 735 }), ['serviceTypes[0].durationMinutes']],
    ['a duration as text', one({ durationMinutes: '60' }), ['serviceTypes[0].durationMinutes']],
    ['a missing duration', one({ durationMinutes: undefined }), ['serviceTypes[0].durationMinutes']],
    ['a buffer of 255', { booking: { bufferMinutes: 255 } }, ['booking.bufferMinutes']],
    ['a negative buffer', { booking: { bufferMinutes: -15 } }, ['booking.bufferMinutes']],
    ['a grid of 0', { booking: { gridMinutes: 0 } }, ['booking.gridMinutes']],
    ['a grid of 20', { booking: { gridMinutes: 20 } }, ['booking.gridMinutes']],
    ['a cut-off at 24:00', { booking: { sameDayCutoff: '24:00' } }, ['booking.sameDayCutoff']],
    [
      'a horizon shorter than the notice',
      { booking: { horizonDays: 1, minNoticeMinutes: 1441 } },
      ['booking.horizonDays'],
    ],
    [
      'a notice longer than the default horizon',
      { booking: { minNoticeMinutes: 90_000 } },
      ['booking.horizonDays'],
    ],
    ['a time without leading zero', hours(['8:00', '12:00']), ['hours.monday[0][0]']],
    ['24:00 as a start', hours(['24:00', '06:00']), ['hours.monday[0][0]']],
    ['25:00', hours(['08:00', '25:00']), ['hours.monday[0][1]']],
    ['a range of three', hours(['08:00', '12:00', '13:00']), ['hours.monday[0][2]']],
    ['overlapping ranges', hours(['08:00', '12:00'], ['11:00', '17:00']), ['hours.monday[1]']],
    ['two nights of one day', hours(['22:00', '02:00'], ['23:00', '03:00']), ['hours.monday[1]']],
    [
      'a night that reaches into the next day',
      { hours: { sunday: [['22:00', '02:00']], monday: [['01:00', '05:00']] } },
      ['hours.monday[0]'],
    ],
    [
      'an overlap in an exception',
      {
        exceptions: {
          '2026-12-24': [
            ['08:00', '12:00'],
            ['09:00', '10:00'],
          ],
        },
      },
      ['exceptions.2026-12-24[1]'],
    ],
    [
      'an overlap in a technician’s hours',
      { technicians: [{ ...technician, ...hours(['08:00', '12:00'], ['08:00', '12:00']) }] },
      ['technicians[0].hours.monday[1]'],
    ],
    ['an unreal date', { exceptions: { '2026-02-30': [] } }, ['exceptions.2026-02-30']],
    [
      'time off that ends before it starts',
      offOn('2026-12-01T13:00', '2026-12-01T12:00'),
      ['technicians[0].timeOff[0].to'],
    ],
    [
      'time off that is empty',
      offOn('2026-12-01T13:00', '2026-12-01T13:00'),
      ['technicians[0].timeOff[0].to'],
    ],
    [
      'time off from T24:00',
      offOn('2026-12-01T24:00', '2026-12-03T00:00'),
      ['technicians[0].timeOff[0].from'],
    ],
    [
      'time off on an unreal date',
      offOn('2026-02-30T08:00', '2026-03-03T00:00'),
      ['technicians[0].timeOff[0].from'],
    ],
    [
      'two services with one id',
      { serviceTypes: [service, { ...service, name: 'Drains' }] },
      ['serviceTypes[1].id'],
    ],
    [
      'two names that read the same',
      { serviceTypes: [service, { ...service, id: 'b', name: 'A/C repair service' }] },
      ['serviceTypes[1].name'],
    ],
    [
      'an alias that reads like another name',
      { serviceTypes: [service, { ...service, id: 'b', name: 'B', aliases: ['x', 'a.c. repair'] }] },
      ['serviceTypes[1].aliases[1]'],
    ],
    [
      'a symptom that reads like another name',
      { serviceTypes: [service, { ...service, id: 'b', name: 'B', symptoms: ['the a.c. repair'] }] },
      ['serviceTypes[1].symptoms[0]'],
    ],
    [
      'what is not offered and reads like a service',
      { serviceTypes: [service], notOffered: ['pools', 'A.C. repair'] },
      ['notOffered[1]'],
    ],
    ['two technicians with one id', { technicians: [technician, technician] }, ['technicians[1].id']],
    ['a skill that nobody has', one({ skills: ['hvac'] }), ['serviceTypes[0].skills[0]']],
    [
      'a phone in national form',
      { transfer: { phone: '212-555-0100', afterHoursPhone: '+0123456789' } },
      ['transfer.phone', 'transfer.afterHoursPhone'],
    ],
    ['a number of ours in national form', { origins: { numbers: ['212-555-0100'] } }, ['origins.numbers[0]']],
    ['an origin used twice', { origins: { crm: ['a', 'b', 'a'] } }, ['origins.crm[2]']],
    [
      'too many origins',
      { origins: { crm: Array.from({ length: 91 }, (_, index) => `loc${index}`) } },
      ['origins'],
    ],
    ['more than 300 KB', { note: 'x'.repeat(310_000) }, ['document']],
    ['no retention', { callRetentionDays: 0 }, ['callRetentionDays']],
    [
      'times of merging that are none',
      { merge: { leadDays: -1, afterBookingHours: 200 } },
      ['merge.leadDays', 'merge.afterBookingHours'],
    ],
  ])('%s', (_, fields, paths) => {
    expect(pathsOf(fields)).toEqual(paths);
  });

  it.each([undefined, null, 'text', 7])('being %p', (document) => {
    expect(Object.keys(faultsOf(document))).toContain('document');
  });

  it('missing fields, each by its path', () => {
    expect(Object.keys(faultsOf({}))).toEqual([
      'accountId',
      'name',
      'timezone',
      'hours',
      'serviceTypes',
      'technicians',
    ]);
  });

  it('fields that there are not, each with the nearest that there is', () => {
    const document = {
      ...least,
      bookng: { gridMinutes: 15 },
      booking: { gridMinuts: 15 },
      origins: { CRM: ['loc'], voicone: [] },
      crm: { allowapikey: true },
      hours: { mondy: [['08:00', '17:00']] },
      serviceTypes: [{ ...service, duration: 60 }],
      technicians: [
        {
          ...technician,
          hours: { Tuesday: [] },
          timeOff: [{ from: '2026-12-01T13:00', to: '2026-12-02T00:00', til: '' }],
        },
      ],
      transfer: { afterhoursphone: '+12125550199' },
      color: 'red',
      name: 7,
    };
    expect(faultsOf(document)).toEqual({
      bookng: 'a known field: did you mean booking?',
      'booking.gridMinuts': 'a known field: did you mean gridMinutes?',
      'origins.CRM': 'a known field: did you mean crm?',
      'origins.voicone': 'a known field: did you mean voiceone?',
      'crm.allowapikey': 'a known field: did you mean allowApiKey?',
      'hours.mondy': 'a known field: did you mean monday?',
      'serviceTypes[0].duration':
        'a known field: one of id, name, aliases, symptoms, durationMinutes, skills, arrival, description',
      'technicians[0].hours.Tuesday': 'a known field: did you mean tuesday?',
      'technicians[0].timeOff[0].til': 'a known field: one of from, to',
      'transfer.afterhoursphone': 'a known field: did you mean afterHoursPhone?',
      color: expect.stringMatching(/^a known field: one of accountId, .*, callRetentionDays$/),
      name: 'a text of 1 to 200 characters',
    });
  });

  it('all of its faults at once, of single fields and between fields, one a line', () => {
    const document = {
      ...least,
      timezone: 'nowhere',
      origins: { crm: ['a', 'a', 7] },
      hours: {
        monday: [
          ['8', '9'],
          ['10:00', '12:00'],
          ['11:00', '13:00'],
        ],
      },
      serviceTypes: [service, { ...service, durationMinutes: 'long', skills: ['x'] }],
    };
    const paths = [
      'timezone',
      'origins.crm[2]',
      'hours.monday[0][0]',
      'hours.monday[0][1]',
      'serviceTypes[1].durationMinutes',
      'origins.crm[1]',
      'hours.monday[2]',
      'serviceTypes[1].id',
      'serviceTypes[1].name',
      'serviceTypes[1].skills[0]',
    ];
    expect(Object.keys(faultsOf(document))).toEqual(paths);
    expect(() => parseAccount(document)).toThrow(
      /^timezone: expected a time zone such as America\/New_York$/m,
    );
  });
});
