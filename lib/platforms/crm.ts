import { type LeadPlatform, MAX_LEAD } from './platform.ts';

export const crm = {
  id: 'crm',
  kind: 'leads',
  signatureHeader: 'x-wh-signature',
  // The CRM can't sign a timestamp: its signatures cover the body alone.
  signatureScheme: 'hmac-sha256',
  acceptsApiKey: true,
  // The CRM retries a delivery on 429 and on nothing else.
  retryStatus: 429,
  routes: [{ id: 'crm', path: '/api/webhooks/crm', maxBodyBytes: MAX_LEAD, handles: ['leads'] }],
} as const satisfies LeadPlatform;
