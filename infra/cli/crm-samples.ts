import type { Sample, SampleContext } from './samples.ts';

/** As the custom webhook action and the free workflow action of the CRM send a lead. */
export const crmSamples: Readonly<Record<string, Sample>> = {
  lead: {
    route: 'crm',
    about: 'a lead after call qualification',
    body: ({ origin, ...context }) => ({
      type: 'WorkflowWebhook',
      locationId: origin,
      contact: {
        id: contactId(context),
        firstName: 'Dana',
        lastName: 'Miller',
        email: 'dana.miller@example.com',
        phone: '+12125550143',
      },
      customData: wishes(context),
    }),
  },
  'free-workflow': {
    route: 'crm',
    about: 'the flat body of the free webhook action',
    body: ({ origin, now, ...context }) => ({
      'How did you hear about us?': 'A neighbor',
      contact_id: contactId(context),
      first_name: 'Dana',
      last_name: 'Miller',
      full_name: 'Dana Miller',
      email: 'dana.miller@example.com',
      phone: '(212) 555-0143',
      tags: 'qualified',
      country: 'US',
      city: 'New York',
      state: 'NY',
      postal_code: '10011',
      full_address: '401 West 14th Street, New York NY 10011',
      date_created: now.toISOString(),
      contact_type: 'lead',
      location: { id: origin, name: 'Main office', country: 'US' },
      workflow: { id: 'd325be72-ae1d-490a-b6e7-62b404ecd35b', name: 'Qualified lead' },
      triggerData: {},
      customData: wishes(context),
    }),
  },
};

function contactId({ callId }: Pick<SampleContext, 'callId'>): string {
  return `contact_${callId.slice(-12)}`;
}

function wishes({ serviceType, date }: Pick<SampleContext, 'serviceType' | 'date'>) {
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
