// Bodies and headers as the CRM sends them, complete; names, numbers and words are invented.

type Fields = Readonly<Record<string, unknown>>;

/** The headers of a workflow's webhook action, and no others: nothing signs or identifies it. */
export const workflowHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/plain, */*',
  'accept-encoding': 'gzip, compress, deflate, br',
  'user-agent': 'axios/1.13.2',
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
};

/** The contract's own body, as a custom webhook action posts it. */
export const customWebhook = (over: Fields = {}) => ({
  type: 'WorkflowWebhook',
  locationId: 'loc_acme',
  contact: {
    id: 'hN4pD3V5Rbg59Y3veGaa',
    firstName: 'Dana',
    lastName: 'Miller',
    email: 'dana.miller@example.com',
    phone: '+12125550123',
  },
  customData: {
    serviceRequested: 'furnace repair',
    preferredDate: '2026-06-10',
    preferredTime: 'morning',
    urgency: 'routine',
    address: '401 West 14th Street',
    city: 'New York',
    state: 'NY',
    zip: '10011',
    notes: 'No heat upstairs.',
  },
  ...over,
});

const visitor = {
  sessionSource: 'Direct traffic',
  url: 'https://www.example.com/book?notrack=true',
  utmSource: null,
  referrer: null,
  ip: '203.0.113.60',
  medium: 'form',
  mediumId: '05hIpYQDRBFtuck6vM7k',
};

/** The free webhook action's body: custom fields by their labels first, then the contact, then the trigger. */
export const freeWorkflow = (over: Fields = {}) => ({
  'Contact: Proposal Link ': '',
  'Bride’s Name': '',
  'Where are you closest to?': '',
  'Preferred Date': '2026-12-24',
  'System Age': 12,
  'Quoted Items': '{"subtotal":450,"items":[{"title":"Tune-Up | Two units","quantity":1}]}',
  'Are there any extras you have in mind? ': '',
  type: 'Residential',
  contact_id: 'gxGfB9wxEy3anxbHB4nT',
  first_name: 'Dana',
  last_name: '',
  full_name: 'Dana Miller',
  email: '',
  phone: '+12125550123',
  tags: '',
  address1: '401 West 14th Street',
  city: 'New York',
  state: 'NY',
  country: 'US',
  timezone: 'America/New_York',
  date_created: '2026-05-30T18:45:39.732Z',
  website: 'https://test.example.com',
  postal_code: '10011',
  contact_source: 'booking form',
  full_address: '401 West 14th Street, New York NY 10011',
  contact_type: 'lead',
  location: {
    name: 'Acme Heating and Air',
    address: '1 Main Street',
    city: 'Albany',
    state: 'NY',
    country: 'US',
    postalCode: '12207',
    fullAddress: '1 Main Street, Albany NY 12207',
    id: 'loc_acme',
  },
  calendar: {
    title: 'Dana Miller',
    selectedTimezone: 'America/Chicago',
    appointmentId: 'CZvjjEJy8NHQAlbSQ6dM',
    startTime: '2026-06-13T17:00:00',
    endTime: '2026-06-13T17:30:00',
    status: 'booked',
    appoinmentStatus: 'confirmed',
    created_by_user_id: null,
  },
  workflow: { id: '6a5e39c5-2b94-43d9-bb75-204adc090970', name: 'New Workflow : 1788892567453' },
  triggerData: {},
  contact: { attributionSource: visitor, lastAttributionSource: visitor },
  attributionSource: {},
  customData: {
    serviceRequested: 'furnace repair',
    preferredDate: '',
    preferredTime: 'Morning',
    phone: '+1 212 5550123',
    notes: '',
  },
  ...over,
});
