import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { CrmPayload } from '../../../../lib/adapters/crm/payload.ts';
import { fieldErrors, withoutOwnMessages } from '../../../../lib/field-errors.ts';

const contact = {
  id: 'c1',
  firstName: 'Jo',
  lastName: 'Doe',
  email: 'jo@example.com',
  phone: '+12125550123',
};
const customData = {
  serviceRequested: 'AC Repair',
  preferredDate: '2026-06-10',
  address: '1 Main St',
  zip: '10001',
};
const body = { type: 'WorkflowWebhook', locationId: 'loc', contact, customData };
const flat = {
  'Wedding Date': '2025-05-09',
  contact_id: 'c1',
  first_name: 'Jo',
  last_name: 'Doe',
  full_name: 'Jo Doe',
  email: '',
  phone: '+12125550123',
  full_address: '1 Main St, New York NY 10001',
  city: 'New York',
  state: 'NY',
  postal_code: '10001',
  location: { name: 'Acme', id: 'loc', city: 'Elsewhere' },
  workflow: { id: 'w', name: 'New' },
  triggerData: {},
  contact: { attributionSource: { sessionSource: 'CRM UI' } },
  customData: { serviceRequested: 'AC Repair', phone: '+1 212 5550123', notes: 'hot' },
};

const parse = (payload: unknown) => v.parse(CrmPayload, payload);
const refused = (payload: unknown): Record<string, string> => {
  const { issues = [] } = v.safeParse(CrmPayload, payload, withoutOwnMessages);
  return Object.fromEntries(fieldErrors(issues).map(({ path, expected }) => [path, expected]));
};
const custom = (fields: object) => ({ ...body, customData: { ...customData, ...fields } });
const from = (fields: object) => ({ ...body, contact: { ...contact, ...fields } });

describe('custom data under a name that is not known', () => {
  it('is kept in the notes, a line each', () => {
    const others = {
      urgencyLevel: 'emergency',
      'Gate\nNote': 'Ring\u2028twice',
      floor: 3,
      'Door\u202e\nname': 'Lee\u200b\nnotes: none',
      none: 'N/A',
      list: [1],
    };

    expect(parse(custom({ ...others, notes: 'hot' }))).toMatchObject({
      notes: 'hot\nurgencyLevel: emergency\nGate Note: Ring twice\nfloor: 3\nDoor name: Lee notes: none',
    });
    expect(parse({ ...flat, customData: { ...flat.customData, urgencyLevel: 'emergency' } })).toMatchObject({
      notes: 'hot\nurgencyLevel: emergency',
    });
  });

  it('is kept up to a limit of fields and characters', () => {
    const many = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`field${index}`, 'x'.repeat(5_000)]),
    );
    const { notes = '' } = parse(custom(many));

    expect(notes.split('\n')).toHaveLength(20);
    expect(notes.length).toBeLessThan(20 * 300);
  });
});

describe('a CRM body', () => {
  it('becomes a lead', () => {
    expect(parse(body)).toMatchObject({
      locationId: 'loc',
      contact: { ...contact, address: '1 Main St', zip: '10001', city: undefined },
      serviceRequested: 'AC Repair',
      preferredDate: '2026-06-10',
      flagged: [],
      sent: { contact, customData },
    });
  });

  it('may contain numbers as text, empty texts, null and unknown fields', () => {
    const lead = parse({
      ...body,
      locationId: 17,
      extra: {},
      contact: { ...contact, id: 4, lastName: '', email: null, tags: ['x'] },
      customData: { ...customData, zip: 10001, city: ' ', notes: null },
    });
    expect(lead).toMatchObject({ locationId: '17', contact: { id: '4', zip: '10001' }, flagged: [] });
    expect([lead.contact.lastName, lead.contact.email, lead.contact.city, lead.notes]).toEqual(
      Array(4).fill(undefined),
    );
  });

  it('is refused for every missing field, by path and expectation', () => {
    expect(refused({})).toEqual({
      type: 'WorkflowWebhook',
      locationId: 'a text of 1 to 200 characters',
      'contact.id': 'a text of 1 to 200 characters',
      'contact.phone': 'a phone number, or an email beside it',
      'customData.serviceRequested': 'a text of 1 to 200 characters',
    });
  });

  it.each<[string, object, string[]]>([
    ['another type', { ...body, type: 'Other' }, ['type']],
    ['an empty location', { ...body, locationId: '' }, ['locationId']],
    ['a location of null', { ...body, locationId: null }, ['locationId']],
    ['a contact that is a text', { ...body, contact: 'jo' }, ['contact']],
    ['a contact that is null', { ...body, contact: null }, ['contact']],
    ['custom data that is a text', { ...body, customData: 'x' }, ['customData']],
    ['neither phone nor email', from({ phone: '', email: ' ' }), ['contact.phone']],
    ['a phone that is an object, without email', from({ phone: {}, email: '' }), ['contact.phone']],
    ['a service that is an object', custom({ serviceRequested: {} }), ['customData.serviceRequested']],
    [
      'a service of 201 characters',
      custom({ serviceRequested: 'x'.repeat(201) }),
      ['customData.serviceRequested'],
    ],
    ['a contact id of 201 characters', from({ id: 'x'.repeat(201) }), ['contact.id']],
  ])('is refused for %s', (_, payload, paths) => {
    expect(Object.keys(refused(payload))).toEqual(paths);
  });

  it.each<[string, object]>([
    ['phone alone', from({ email: '' })],
    ['email alone', from({ phone: undefined })],
    ['a sloppy phone', from({ phone: 'call me', email: '' })],
  ])('is taken with %s', (_, payload) => {
    expect(refused(payload)).toEqual({});
  });

  it('is never refused for an optional field of another type; the field is flagged', () => {
    const lead = parse(custom({ city: true, notes: ['a', 'b'], preferredDate: { y: 2026 }, urgency: [] }));
    expect(lead).toMatchObject({ contact: { city: 'true' }, notes: 'a, b' });
    expect([lead.preferredDate, lead.urgency]).toEqual([undefined, undefined]);
    expect(lead.flagged).toEqual(['preferredDate', 'urgency', 'city', 'notes']);
  });

  it('has optional text that is too long cut and flagged', () => {
    const lead = parse(
      custom({ address: 'x'.repeat(2001), notes: `${'n'.repeat(4999)}🔥`, city: 'x'.repeat(2000) }),
    );
    expect([lead.contact.address?.length, lead.notes?.length, lead.contact.city?.length]).toEqual([
      2000, 5000, 2000,
    ]);
    expect(lead.notes?.isWellFormed()).toBe(true);
    expect(lead.flagged).toEqual(['address', 'notes']);
  });
});

describe('the flat body of the free workflow action', () => {
  it('becomes the same lead', () => {
    expect(parse(flat)).toMatchObject({
      locationId: 'loc',
      contact: {
        id: 'c1',
        firstName: 'Jo',
        lastName: 'Doe',
        name: 'Jo Doe',
        phone: '+12125550123',
        email: undefined,
        address: '1 Main St, New York NY 10001',
        city: 'New York',
        state: 'NY',
        zip: '10001',
      },
      serviceRequested: 'AC Repair',
      notes: 'hot',
      flagged: [],
    });
  });

  it('uses address, phone and email of the custom data', () => {
    const lead = parse({
      ...flat,
      phone: '',
      customData: { ...flat.customData, address: '2 Side St', email: 'a@b.c' },
    });
    expect(lead.contact).toMatchObject({
      phone: '+1 212 5550123',
      email: 'a@b.c',
      address: '2 Side St',
      city: 'New York',
    });
  });

  it('is the same delivery whatever its trigger and attribution are', () => {
    const again = { ...flat, triggerData: { x: 1 }, contact: {}, workflow: {}, date_created: 'later' };
    expect(parse(again).sent).toEqual(parse(flat).sent);
  });

  it('is refused for missing fields, by its own paths', () => {
    expect(Object.keys(refused({ contact_id: '', location: {} }))).toEqual([
      'contact_id',
      'location.id',
      'customData.serviceRequested',
      'phone',
    ]);
  });

  it('is distinguished by the type, also beside fields of its own', () => {
    expect(parse({ ...body, contact_id: 'other' }).contact.id).toBe('c1');
    expect(parse({ ...flat, type: 'a custom field' }).contact.id).toBe('c1');
  });
});
