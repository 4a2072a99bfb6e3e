import type { Examples } from '../schema.ts';

const wishes = {
  serviceRequested: 'AC repair',
  preferredDate: '2026-06-10',
  preferredTime: 'morning',
  urgency: 'routine',
  address: '401 West 14th Street',
  city: 'New York',
  state: 'NY',
  zip: '10011',
  notes: 'Please call before you come.',
};

export const crmExamples: Examples = {
  lead: {
    summary: 'A lead after call qualification',
    body: {
      type: 'WorkflowWebhook',
      locationId: 'loc_acme',
      contact: {
        id: 'contact_1',
        firstName: 'Dana',
        lastName: 'Miller',
        email: 'dana.miller@example.com',
        phone: '+12125550145',
      },
      customData: wishes,
    },
    answer: { dispatchRequestId: 'dr_57gxq6rppqpzr06yzmh7' },
  },
  free_workflow: {
    summary: 'The flat body of the free webhook action',
    body: {
      'How did you hear about us?': 'A neighbor',
      contact_id: 'contact_2',
      full_name: 'Lee Park',
      email: '',
      phone: '(212) 555-0146',
      full_address: '85 Broad Street, New York NY 10004',
      country: 'US',
      location: { id: 'loc_acme', name: 'Main office' },
      workflow: { id: 'd325be72-ae1d-490a-b6e7-62b404ecd35b', name: 'Qualified lead' },
      customData: { serviceRequested: 'furnace repair' },
    },
    answer: { dispatchRequestId: 'dr_y7zs52qem0xw65cw7hzk' },
  },
};
