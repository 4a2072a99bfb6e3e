import type { Sample, SampleContext } from '../samples/sample.ts';

/** The CRM's custom webhook action and its free workflow action send leads like these. */
export const crmSamples: Readonly<Record<string, Sample>> = {
  lead: {
    route: 'crm',
    about: 'a lead after call qualification',
    args: jobArguments,
    body: ({ origin, caller, callId }, customData) => ({
      type: 'WorkflowWebhook',
      locationId: origin,
      contact: {
        id: contactId(callId),
        firstName: 'Dana',
        lastName: 'Miller',
        email: 'dana.miller@example.com',
        phone: caller,
      },
      customData,
    }),
  },
  'free-workflow': {
    route: 'crm',
    about: 'the flat body of the free webhook action',
    args: (context) => ({ ...jobArguments(context), phone: spaced(context.caller) }),
    body: ({ origin, caller, callId, now }, customData) => ({
      ...ownFields,
      contact_id: contactId(callId),
      first_name: 'Dana',
      last_name: 'Miller',
      full_name: 'Dana Miller',
      email: 'dana.miller@example.com',
      phone: caller,
      tags: 'qualified',
      country: 'US',
      timezone: 'America/New_York',
      date_created: now.toISOString(),
      contact_source: 'phone',
      full_address: '',
      contact_type: 'lead',
      location: location(origin),
      workflow: { id: 'd325be72-ae1d-490a-b6e7-62b404ecd35b', name: 'Qualified lead' },
      triggerData: {},
      contact: {
        attributionSource: { sessionSource: 'CRM UI', medium: 'manual', mediumId: null },
        lastAttributionSource: {},
      },
      attributionSource: {},
      customData,
    }),
  },
};

/** A location's custom fields come first, under the labels that people gave them, whether filled in or not. */
const ownFields = {
  'How did you hear about us? ': 'A neighbor',
  'System’s age (years)': 12,
  'Preferred technician': '',
};

function location(id: string) {
  return {
    name: 'Main office',
    address: '1 Main Street',
    city: 'New York',
    state: 'NY',
    country: 'US',
    postalCode: '10001',
    fullAddress: '1 Main Street, New York NY 10001',
    id,
  };
}

function contactId(callId: string): string {
  return `contact_${callId.slice(-12)}`;
}

/** Returns a number in the other form that the platform also writes. */
function spaced(phone: string): string {
  return phone.replace(/^(\+1)(\d{3})/, '$1 $2 ');
}

function jobArguments({ serviceType, date }: SampleContext) {
  return {
    serviceRequested: serviceType,
    preferredDate: date,
    preferredTime: 'morning',
    urgency: 'routine',
    address: '401 West 14th Street',
    city: 'New York',
    state: 'NY',
    zip: '10011',
    notes: 'Please call before you come.',
  };
}
