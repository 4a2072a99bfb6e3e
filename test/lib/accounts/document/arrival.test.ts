import { describe, expect, it } from '@jest/globals';
import { parseAccount } from '../../../../lib/accounts/document/account-document.ts';
import { InvalidAccountDocument } from '../../../../lib/accounts/document/invalid-account-document.ts';

const window = (from: string, to: string, over: object = {}) => ({ from, to, ...over });
const windows = (...all: readonly object[]) => ({ style: 'window', windows: all });
const inHours = window('08:00', '10:00');
const repair = { id: 'ac', name: 'AC Repair', durationMinutes: 120, skills: ['hvac'] };

function faultsOf(arrival: unknown, over: object = {}, ofService?: unknown): readonly string[] {
  try {
    parseAccount({
      accountId: 'acme',
      name: 'Acme',
      timezone: 'America/New_York',
      hours: { monday: [['08:00', '17:00']], friday: [['22:00', '02:00']] },
      booking: { arrival },
      serviceTypes: [ofService === undefined ? repair : { ...repair, arrival: ofService }],
      technicians: [
        { id: 'ana', name: 'Ana', skills: ['hvac'] },
        { id: 'ben', name: 'Ben' },
      ],
      ...over,
    });
  } catch (error) {
    if (error instanceof InvalidAccountDocument) return error.message.split('\n');
    throw error;
  }
  return [];
}
const noFit = (path: string) =>
  `${path}: expected a window in which a job can begin and still end within the hours`;

describe('arrival windows of an account', () => {
  it.each<[unknown, string]>([
    [{ style: 'exact' }, 'booking.arrival.style: expected one of start, window'],
    [{ style: 'window' }, 'booking.arrival.windows: expected a list of { from, to } with at least one'],
    [windows(), 'booking.arrival.windows: expected a list of { from, to } with at least one'],
    [windows(window('8', '10:00')), 'booking.arrival.windows[0].from: expected a time as HH:MM'],
    [
      windows(window('22:00', '02:00')),
      'booking.arrival.windows[0].to: expected an end after its start, on the same day',
    ],
    [
      windows(window('08:00', '08:00')),
      'booking.arrival.windows[0].to: expected an end after its start, on the same day',
    ],
    [
      windows({ ...inHours, label: '' }),
      'booking.arrival.windows[0].label: expected a text of 1 to 60 characters',
    ],
    [
      windows({ ...inHours, name: 'x' }),
      'booking.arrival.windows[0].name: expected a known field: one of from, to, label',
    ],
    [
      windows(inHours, inHours),
      'booking.arrival.windows[1]: expected a window and a label different from booking.arrival.windows[0]',
    ],
    [
      windows({ ...inHours, label: 'early' }, window('09:00', '11:00', { label: 'early' })),
      'booking.arrival.windows[1]: expected a window and a label different from booking.arrival.windows[0]',
    ],
    [windows(inHours, window('18:00', '20:00')), noFit('booking.arrival.windows[1]')],
    [windows(window('15:30', '17:00')), noFit('booking.arrival.windows[0]')],
    [windows(window('08:10', '08:20')), noFit('booking.arrival.windows[0]')],
  ])('%j', (arrival, fault) => expect(faultsOf(arrival)[0]).toBe(fault));

  it('fit on any weekday, over midnight and on an exception, with whoever has the skills', () => {
    const late = windows(window('22:00', '24:00'));
    expect(faultsOf(windows(inHours, window('12:00', '17:00')))).toEqual([]);
    expect(faultsOf(late)).toEqual([]);
    const evening = windows(window('18:00', '20:00'));
    expect(faultsOf(evening)).toEqual([noFit('booking.arrival.windows[0]')]);
    expect(faultsOf(evening, { exceptions: { '2026-12-24': [['16:00', '21:00']] } })).toEqual([]);
    const ben = { id: 'ben', name: 'Ben', hours: { tuesday: [['16:00', '22:00']] } };
    const ana = { id: 'ana', name: 'Ana', skills: ['hvac'] };
    expect(faultsOf(evening, { technicians: [ana, ben] })).toEqual([noFit('booking.arrival.windows[0]')]);
    expect(faultsOf(evening, { technicians: [ana, { ...ben, skills: ['hvac'] }] })).toEqual([]);
  });

  it('are those of the service if it has its own', () => {
    const tooLate = windows(window('18:00', '20:00'));
    expect(faultsOf(windows(inHours), {}, tooLate)).toEqual([noFit('serviceTypes[0].arrival.windows[0]')]);
    expect(faultsOf(tooLate, {}, windows(inHours))).toEqual([]);
    expect(faultsOf(tooLate, {}, { style: 'start' })).toEqual([]);
    expect(faultsOf({ style: 'start', windows: [inHours] }, {}, { style: 'window' })).toEqual([]);
    expect(faultsOf(undefined, {}, { style: 'window' })).toEqual([
      'serviceTypes[0].arrival.windows: expected a list of { from, to } with at least one',
    ]);
  });
});
