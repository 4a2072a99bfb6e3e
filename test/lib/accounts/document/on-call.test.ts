import { describe, expect, it } from '@jest/globals';
import { parseAccount } from '../../../../lib/accounts/document/account-document.ts';
import { faultsOf } from '../account-document-fixture.ts';
import { everyDay, onCallDocument } from '../on-call-document.ts';

const ana = {
  technicianId: 'ana',
  phone: '+12125550101',
  role: 'first',
  hours: everyDay(['17:00', '08:00']),
};
const entry = (over: object) => ({ onCall: [{ ...ana, ...over }] });

describe('faults in the people on call', () => {
  it('accepts the example, with its defaults', () => {
    const account = parseAccount(onCallDocument({ emergency: { book: true } }));
    expect(account.emergency).toEqual({ instructions: {}, book: true, acknowledgeMinutes: 10 });
    expect(account.onCall).toHaveLength(3);
  });

  it.each([0.5, 10, 525_600])('accepts %d minutes to acknowledge', (acknowledgeMinutes) => {
    expect(faultsOf(onCallDocument({ emergency: { acknowledgeMinutes } }))).toEqual({});
  });

  it.each<[object, string, string]>([
    [{ onCall: {} }, 'onCall', 'a list of people on call'],
    [{ onCall: [7] }, 'onCall[0]', 'an object'],
    [entry({ technicianId: undefined }), 'onCall[0]', 'a technicianId or a name'],
    [entry({ technicianId: 'eve' }), 'onCall[0].technicianId', 'the id of a technician'],
    [entry({ name: 'Ana' }), 'onCall[0].name', 'no name beside technicianId: the technician has one'],
    [entry({ technicianId: undefined, name: ' ' }), 'onCall[0].name', 'a text of 1 to 60 characters'],
    [{ onCall: [{ name: 'Kim', role: 'manager', hours: {} }] }, 'onCall[0].phone', 'a value here'],
    [entry({ phone: '212-555-0101' }), 'onCall[0].phone', 'a phone number in E.164, such as +12125550100'],
    [entry({ role: 'second' }), 'onCall[0].role', 'one of first, backup, manager'],
    [entry({ skills: 'hvac' }), 'onCall[0].skills', 'a list of texts'],
    [
      entry({ skills: ['hvac', 'hvca'] }),
      'onCall[0].skills[1]',
      'a skill that a service needs or a technician has',
    ],
    [entry({ hours: undefined }), 'onCall[0]', 'hours or shifts'],
    [
      entry({ shifts: [{ from: '2026-06-12T17:00', to: '2026-06-15T08:00' }] }),
      'onCall[0].shifts',
      'either hours or shifts, not both',
    ],
    [
      entry({ hours: { monday: [['17:00', '8:00']] } }),
      'onCall[0].hours.monday[0][1]',
      'a time as HH:MM, up to 24:00',
    ],
    [
      entry({ hours: { monday: [['17:00', '08:00']], tuesday: [['07:00', '09:00']] } }),
      'onCall[0].hours.tuesday[0]',
      'a range that does not overlap onCall[0].hours.monday[0]',
    ],
    [
      entry({ hours: undefined, shifts: [{ from: '2026-06-12', to: '2026-06-15T08:00' }] }),
      'onCall[0].shifts[0].from',
      'a local time as YYYY-MM-DDTHH:MM',
    ],
    [
      entry({ hours: undefined, shifts: [{ from: '2026-06-15T08:00', to: '2026-06-12T17:00' }] }),
      'onCall[0].shifts[0].to',
      'an end after its start',
    ],
    [entry({ phones: '+12125550101' }), 'onCall[0].phones', 'a known field: did you mean phone?'],
    [{ emergency: { book: 'yes' } }, 'emergency.book', 'true or false'],
    [
      { emergency: { acknowledgeMinutes: 0 } },
      'emergency.acknowledgeMinutes',
      'minutes above 0, at most 525600',
    ],
    [
      { emergency: { acknowledgeMinutes: '10' } },
      'emergency.acknowledgeMinutes',
      'minutes above 0, at most 525600',
    ],
    [
      { emergency: { acknowledgeMinutes: 1e9 } },
      'emergency.acknowledgeMinutes',
      'minutes above 0, at most 525600',
    ],
  ])('names the path and what was expected: %j', (over, path, expected) => {
    const faults = faultsOf(onCallDocument(over));
    expect(faults[path]).toContain(expected);
  });
});
