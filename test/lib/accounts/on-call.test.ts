import { describe, expect, it } from '@jest/globals';
import { parseAccount } from '../../../lib/accounts/document/account-document.ts';
import { everybodyOnCall, onCallAt, techniciansOnCall, transferOf } from '../../../lib/accounts/on-call.ts';
import { everyDay, onCallDocument } from './on-call-document.ts';

const accountOf = (over: object = {}) => parseAccount(onCallDocument(over));
const account = accountOf();
const [ac, drain] = account.serviceTypes;
const names = (at: string, over?: object, service = ac) =>
  onCallAt(over === undefined ? account : accountOf(over), Date.parse(at), service).map(({ name }) => name);
const one = (entry: object) => ({
  onCall: [{ technicianId: 'ana', phone: '+12125550101', role: 'first', ...entry }],
});

describe('who is on call', () => {
  it('is by role, whatever the order of the document', () => {
    expect(names('2026-06-13T02:00:00-04:00')).toEqual(['Ana', 'Ben', 'Kim']);
    expect(names('2026-06-13T12:00:00-04:00')).toEqual(['Ben', 'Kim']);
  });

  it.each([
    ['before a night', '2026-06-10T16:59:59.999-04:00', false],
    ['at its beginning', '2026-06-10T17:00:00-04:00', true],
    ['after midnight', '2026-06-11T07:59:59.999-04:00', true],
    ['at its end', '2026-06-11T08:00:00-04:00', false],
    ['on a holiday of the account', '2026-06-09T20:00:00-04:00', true],
  ])('may continue past midnight: %s', (_, at, isOnCall) => {
    expect(names(at).includes('Ana')).toBe(isOnCall);
  });

  it.each([
    ['at the beginning of a shift', '2026-06-12T17:00:00-04:00', true],
    ['days later', '2026-06-14T12:00:00-04:00', true],
    ['at its end', '2026-06-15T08:00:00-04:00', false],
    ['a week later', '2026-06-21T12:00:00-04:00', false],
  ])('may have shifts on dates: %s', (_, at, isOnCall) => {
    expect(names(at).includes('Ben')).toBe(isOnCall);
  });

  it.each([
    // On March 8, 2026, 2 AM is skipped; on November 1, 1 AM occurs twice.
    [
      'until the end of the skipped hour',
      { from: '2026-03-08T00:00', to: '2026-03-08T02:30' },
      '2026-03-08T06:59:59Z',
      true,
    ],
    [
      'not after the skipped hour',
      { from: '2026-03-08T00:00', to: '2026-03-08T02:30' },
      '2026-03-08T07:00:00Z',
      false,
    ],
    [
      'until the first time an hour ends',
      { from: '2026-10-31T20:00', to: '2026-11-01T01:30' },
      '2026-11-01T05:29:59Z',
      true,
    ],
    [
      'not the second time',
      { from: '2026-10-31T20:00', to: '2026-11-01T01:30' },
      '2026-11-01T05:30:00Z',
      false,
    ],
  ])('follows changes of the clocks: %s', (_, shift, at, isOnCall) => {
    expect(names(at, one({ shifts: [shift] }))).toEqual(isOnCall ? ['Ana'] : []);
  });

  it.each([
    ['loses an hour', '2026-03-08T11:59:59Z', '2026-03-08T12:00:00Z'],
    ['gains an hour', '2026-11-01T12:59:59Z', '2026-11-01T13:00:00Z'],
  ])('a weekly night shift that %s ends at 8 AM local time', (_, last, over) => {
    expect(names(last)).toContain('Ana');
    expect(names(over)).not.toContain('Ana');
  });

  it('has the skills of the service: own ones, else those of the technician, else all', () => {
    const night = '2026-06-13T02:00:00-04:00';
    expect(names(night, undefined, drain)).toEqual(['Ben', 'Kim']);
    expect(names(night, one({ hours: everyDay(['00:00', '24:00']), skills: ['plumbing'] }), drain)).toEqual([
      'Ana',
    ]);
    expect(onCallAt(account, Date.parse(night)).map(({ name }) => name)).toEqual(['Ana', 'Ben', 'Kim']);
  });

  it('excludes people on time off', () => {
    const technicians = [
      {
        id: 'ana',
        name: 'Ana',
        skills: ['hvac'],
        timeOff: [{ from: '2026-06-10T20:00', to: '2026-06-11T24:00' }],
      },
    ];
    const over = { ...one({ hours: everyDay(['17:00', '08:00']) }), technicians, serviceTypes: [] };
    expect(names('2026-06-10T19:59:00-04:00', over)).toEqual(['Ana']);
    expect(names('2026-06-10T20:00:00-04:00', over)).toEqual([]);
  });

  it('can be limited to technicians', () => {
    const at = Date.parse('2026-06-13T02:00:00-04:00') / 60_000;
    expect(techniciansOnCall(account, { skills: [] }, '2026-06-13')(at).map(({ id }) => id)).toEqual([
      'ana',
      'ben',
    ]);
  });

  it('includes everybody at the end, each number once', () => {
    const again = { ...one({ hours: everyDay(['00:00', '24:00']) }).onCall[0], role: 'backup' };
    const { onCall } = onCallDocument();
    expect(everybodyOnCall(accountOf({ onCall: [...onCall, again] })).map(({ name }) => name)).toEqual([
      'Ana',
      'Ben',
      'Kim',
    ]);
  });
});

describe('the person to whom a call is transferred', () => {
  const [open, closed] = ['2026-06-08T12:00:00-04:00', '2026-06-08T20:00:00-04:00'];
  const noon = {
    onCall: [{ name: 'Kim', phone: '+12125550103', role: 'manager', hours: everyDay(['12:00', '13:00']) }],
  };
  const none = { phone: null };
  const office = { phone: '+12125550100' };
  const night = { phone: '+12125550199' };
  const kim = { phone: '+12125550103', person: expect.objectContaining({ name: 'Kim' }) };
  const ana = { phone: '+12125550101', person: expect.objectContaining({ name: 'Ana' }) };

  it.each<[string, string, boolean, object, object]>([
    ['an ordinary call within hours', open, false, {}, office],
    ['an emergency within hours', open, true, {}, kim],
    ['an ordinary call outside hours', closed, false, {}, ana],
    ['an emergency outside hours', closed, true, {}, ana],
    ['an emergency at an hour of nobody', closed, true, noon, night],
    ['an emergency within hours at an hour of nobody', '2026-06-08T14:00:00-04:00', true, noon, office],
    ['any call without a number for that hour', closed, true, { ...noon, transfer: {} }, none],
    [
      'the night with only a number for the day',
      closed,
      true,
      { ...noon, transfer: { phone: office.phone } },
      office,
    ],
    [
      'the day with only a number for the night',
      open,
      false,
      { transfer: { afterHoursPhone: night.phone } },
      none,
    ],
    ['an emergency of an account without people on call', open, true, { onCall: undefined }, office],
    ['the night of one', closed, false, { onCall: [] }, night],
  ])('%s', (_, at, isEmergency, over, expected) => {
    expect(transferOf(accountOf(over), { now: Date.parse(at), isEmergency })).toEqual(expected);
  });

  it('has the skill of the service', () => {
    const about = { now: Date.parse(closed), isEmergency: true, service: drain };
    expect(transferOf(account, about)).toEqual(kim);
  });
});
