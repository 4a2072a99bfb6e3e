import { crmSamples } from './crm/samples.ts';
import type { PlatformKit } from './kit.ts';

export const crm: PlatformKit = {
  samples: crmSamples,
  smoke: ['lead'],
  demo: {
    origin: 'loc_acme',
    keys: [{ id: 'demo', scheme: 'hmac-sha256', secret: 'demo-crm-not-a-secret', accounts: ['*'] }],
  },
  routeOf: (has) => (has('locationId') || has('contact_id') || has('location') ? 'crm' : undefined),
};
