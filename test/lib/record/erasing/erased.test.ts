import { describe, expect, it } from '@jest/globals';
import { erasedRequest, withoutMention } from '../../../../lib/record/erasing/erased.ts';
import type { Notes } from '../../../../lib/record/notes.ts';
import type { DispatchRequest, MergedRequest } from '../../../../lib/record/request.ts';

const at = '2026-06-01T12:00:00.000Z';
const lead: MergedRequest = {
  ...{ source: 'crm', createdAt: at, urgency: 'routine', needsReview: [], customer: {} },
};
const request: DispatchRequest = {
  ...{ ...lead, dispatchRequestId: 'dr_0123456789abcdefghjk', accountId: 'acme-hvac', status: 'requested' },
  ...{ version: 1, updatedAt: at, invocations: [], history: [] },
};
const mention = { numbers: ['2125550123'], words: ['Sam Roe'] };
const parts: Notes = [
  { kind: 'said', text: 'Call 212 555' },
  { kind: 'call_time', text: 'or at zero one two three' },
];
const left = [{ kind: 'said', text: 'Call [erased]\nor at [erased]' }];

describe("another person's request", () => {
  it.each([
    ['the notes', { notes: parts }, { notes: left }],
    ['the notes of forms', { leadNotes: parts }, { leadNotes: left }],
    ['the notes of a merged lead', { merged: [{ ...lead, notes: parts }] }, { merged: [{ notes: left }] }],
  ])('loses a number that is told across several of %s', (_, told, expected) => {
    expect(withoutMention({ ...request, ...told }, mention)).toMatchObject(expected);
  });

  it('loses a name in the facts of its history', () => {
    const line = { at, to: 'requested', by: 'caller' } as const;
    const { history } = withoutMention(
      {
        ...request,
        history: [
          { ...line, kind: 'asked_to_cancel', words: 'for Sam Roe' },
          { ...line, kind: 'corrected', corrected: [{ field: 'name', was: 'Sam Roe' }] },
        ],
      },
      mention,
    );
    expect(history).toMatchObject([{ words: 'for [erased]' }, { corrected: [{ was: '[erased]' }] }]);
  });

  it('is the same request if it mentions nobody', () => {
    const others = { ...request, notes: [{ kind: 'said', text: 'It rattles.' }] } as const;
    expect(withoutMention(others, mention)).toBe(others);
  });
});

it.each(['scheduled', 'completed'] as const)(
  'leaves no reason of any visit of a job that is %s',
  (status) => {
    const person = { technicianId: 'ana', technician: 'Ana' };
    const override = { reason: 'Sam Roe is ill', by: 'dispatcher:robin', at, rules: ['closed'] };
    const visit = { ...person, date: '2026-06-02', minute: 540, startsAt: at, endsAt: at, override };
    const later = { ...visit, crew: [{ technicianId: 'ben', technician: 'Ben' }] };
    const appointment = { ...visit, visits: [later, visit], claims: [] };
    const erased = erasedRequest({ ...request, status, appointment }, 'AC Repair', { by: 'service', now: 0 });

    expect(JSON.stringify(erased)).not.toContain('Sam');
    expect(erased.appointment?.visits).toEqual([
      { ...later, override: undefined },
      { ...visit, override: undefined },
    ]);
  },
);

it('leaves nobody on the waiting list', () => {
  const waitlist = { services: ['ac-repair'], parts: [], since: at };
  const offer = { messageId: 'ms_0123456789abcdefghjk', serviceTypeId: 'ac-repair', technicianId: 'ana' };
  const offers = [{ ...offer, date: '2026-06-02', minute: 540, startsAt: at, at, until: at }];
  const erased = erasedRequest({ ...request, waitlist, offers }, 'AC Repair', { by: 'service', now: 0 });

  expect(erased).not.toHaveProperty('waitlist');
  expect(erased).not.toHaveProperty('offers');
});
