import { describe, expect, it } from '@jest/globals';
import { parseAccount } from '../../../lib/accounts/document/account-document.ts';
import { faultsOf, least, pathsOf, service, technician } from './account-document-fixture.ts';

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
    ['a hold of 0 seconds', { booking: { hold: { seconds: 0 } } }, ['booking.hold.seconds']],
    ['a hold of more than a day', { booking: { hold: { seconds: 86_401 } } }, ['booking.hold.seconds']],
    ['a hold as text', { booking: { hold: { seconds: '180' } } }, ['booking.hold.seconds']],
    ['no held time per number', { booking: { hold: { perNumber: 0 } } }, ['booking.hold.perNumber']],
    ['half a held time', { booking: { hold: { perNumber: 1.5 } } }, ['booking.hold.perNumber']],
    ['a misspelled field of a hold', { booking: { hold: { second: 180 } } }, ['booking.hold.second']],
    ['a hold that is switched on', { booking: { hold: true } }, ['booking.hold']],
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

  it('unknown fields, each with the nearest known one', () => {
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
        'a known field: one of id, name, spanish, aliases, symptoms, durationMinutes, skills, arrival, description',
      'technicians[0].hours.Tuesday': 'a known field: did you mean tuesday?',
      'technicians[0].timeOff[0].til': 'a known field: one of from, to',
      'transfer.afterhoursphone': 'a known field: did you mean afterHoursPhone?',
      color: expect.stringMatching(/^a known field: one of accountId, .*, callRetentionDays$/),
      name: 'a text of 1 to 200 characters',
    });
  });

  it('all faults at once, of single fields and across fields, one per line', () => {
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
