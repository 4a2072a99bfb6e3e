import { describe, expect, it } from '@jest/globals';
import { parseAccount } from '../../../lib/accounts/document/account-document.ts';
import { type Lead, toLead } from '../../../lib/intake/leads.ts';
import { dispatchRequestIdFrom } from '../../../lib/record/ids.ts';

const account = parseAccount({
  accountId: 'acme',
  name: 'Acme',
  timezone: 'America/New_York',
  hours: {},
  serviceTypes: [{ id: 'ac', name: 'AC Repair', durationMinutes: 60 }],
  technicians: [],
});
const received = { at: '2026-06-10T12:00:00.000Z', id: 'random' };
const lead: Lead = {
  locationId: 'loc',
  contact: { id: 'c1', firstName: 'Jo', lastName: 'Doe', email: 'jo@example.com', phone: '(212) 555-0123' },
  serviceRequested: 'a.c. repair',
  preferredDate: '2026-06-12',
  preferredTime: 'Morning',
  urgency: 'URGENT',
  notes: 'hot',
  flagged: [],
  sent: { contact: { id: 'c1' }, customData: { serviceRequested: 'a.c. repair', zip: 1 } },
};
const requestOf = (fields: Partial<Lead>) => toLead({ ...lead, ...fields }, account, received).request;
const withContact = (fields: object) => requestOf({ contact: { ...lead.contact, ...fields } });

describe('a lead becomes a dispatch request', () => {
  it('in the state requested, with the parsed fields', () => {
    expect(requestOf({})).toEqual({
      dispatchRequestId: expect.stringMatching(/^dr_[0-9a-hjkmnp-tv-z]{20}$/),
      accountId: 'acme',
      status: 'requested',
      urgency: 'urgent',
      source: 'crm',
      version: 1,
      createdAt: received.at,
      updatedAt: received.at,
      needsReview: [],
      customer: {
        contactId: 'c1',
        firstName: 'Jo',
        lastName: 'Doe',
        name: 'Jo Doe',
        email: 'jo@example.com',
        phone: '+12125550123',
      },
      serviceTypeId: 'ac',
      serviceType: 'AC Repair',
      preferredDate: '2026-06-12',
      preferredTime: 'morning',
      notes: [{ kind: 'said', text: 'hot' }],
      invocations: [],
      history: [{ at: received.at, to: 'requested', by: 'crm' }],
    });
  });

  it.each<[string, Partial<Lead>, object]>([
    [
      'a service that nobody offers',
      { serviceRequested: 'Pizza' },
      { serviceType: 'Pizza', needsReview: ['serviceRequested'] },
    ],
    [
      'a service in other words',
      { serviceRequested: 'my AC is blowing warm air' },
      {
        serviceType: 'AC Repair',
        notes: [
          { kind: 'service', text: 'my AC is blowing warm air' },
          { kind: 'said', text: 'hot' },
        ],
        needsReview: [],
      },
    ],
    [
      'an unreal date',
      { preferredDate: '2026-02-30' },
      { preferredDate: '2026-02-30', needsReview: ['preferredDate'] },
    ],
    [
      'a date in words',
      { preferredDate: 'Friday' },
      { preferredDate: 'Friday', needsReview: ['preferredDate'] },
    ],
    ['a clock time', { preferredTime: '2:30 PM' }, { preferredTime: '2:30 PM', needsReview: [] }],
    [
      'another time',
      { preferredTime: 'after work' },
      {
        preferredTime: undefined,
        notes: [
          { kind: 'said', text: 'hot' },
          { kind: 'preferred_time', text: 'after work' },
        ],
        needsReview: ['preferredTime'],
      },
    ],
    [
      'another urgency',
      { urgency: 'very' },
      {
        urgency: 'routine',
        notes: [
          { kind: 'said', text: 'hot' },
          { kind: 'urgency', text: 'very' },
        ],
        needsReview: ['urgency'],
      },
    ],
    ['an urgency in other words', { urgency: 'ASAP' }, { urgency: 'urgent', needsReview: [] }],
    ['a danger', { notes: 'smells like gas' }, { urgency: 'urgent', needsReview: ['danger'] }],
    ['a danger that is denied', { notes: 'no gas smell' }, { needsReview: [] }],
    ['no urgency', { urgency: undefined }, { urgency: 'routine', needsReview: [] }],
    ['an emergency', { urgency: 'Emergency' }, { urgency: 'emergency', needsReview: [] }],
    [
      'flags of the payload',
      { flagged: ['zip', 'urgency'], urgency: 'x' },
      { needsReview: ['zip', 'urgency'] },
    ],
  ])('with %s', (_, fields, expected) => {
    expect(requestOf(fields)).toMatchObject(expected);
  });

  it('with an invalid phone, kept and flagged', () => {
    expect(withContact({ phone: '5550123' })).toMatchObject({
      customer: { phone: '5550123' },
      needsReview: ['phone'],
    });
  });

  it('with an invalid email, kept and flagged', () => {
    expect(withContact({ email: 'jo at home' })).toMatchObject({
      customer: { email: 'jo at home' },
      needsReview: ['email'],
    });
  });

  it('with a new id for every delivery', () => {
    const ids = [received, { ...received, id: 'other' }, { ...received, at: '2026-06-11T12:00:00.000Z' }].map(
      (each) => toLead(lead, account, each).request.dispatchRequestId,
    );
    expect(new Set(ids).size).toBe(3);
  });
});

describe('the digest of a delivery', () => {
  const digest = (sent: unknown) => toLead({ ...lead, sent }, account, received).deliveryDigest;

  it('is the same in any order of keys', () => {
    expect(digest({ b: { d: 1, c: [1, 2] }, a: 'x' })).toBe(digest({ a: 'x', b: { c: [1, 2], d: 1 } }));
    expect(digest({ a: 1 })).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['a value', { a: 1 }, { a: 2 }],
    ['a type', { a: 1 }, { a: '1' }],
    ['a key', { a: 1 }, { b: 1 }],
    ['an order', { a: [1, 2] }, { a: [2, 1] }],
    ['an absent field', { a: 1 }, { a: 1, b: '' }],
    ['a list in place of an object', { a: [] }, { a: {} }],
  ])('differs for %s', (_, one, other) => {
    expect(digest(one)).not.toBe(digest(other));
  });

  it('works for any depth', () => {
    expect(digest(JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`))).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('a derived id', () => {
  it('is always the same for the same parts', () => {
    expect(dispatchRequestIdFrom(['a', 'b'])).toBe(dispatchRequestIdFrom(['a', 'b']));
    expect(dispatchRequestIdFrom(['a', 'b'])).not.toBe(dispatchRequestIdFrom(['ab']));
    expect(dispatchRequestIdFrom(['a', 'b'])).not.toBe(dispatchRequestIdFrom(['b', 'a']));
  });
});
