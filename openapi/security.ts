import { type Integration, platforms } from '../lib/platforms/index.ts';
import type { Schema } from './schema.ts';

const signature = (integration: Integration, about: string): Schema => ({
  type: 'apiKey',
  in: 'header',
  name: platforms[integration].signatureHeader,
  description:
    'HMAC-SHA256 of the raw body as 64 hex digits or base64, after an optional `sha256=`. A key may name another ' +
    `header and another scheme: ${about}`,
});

export const securitySchemes: Readonly<Record<string, Schema>> = {
  crmSignature: signature('crm', 'Ed25519 in `x-ghl-signature`, Standard Webhooks in `webhook-signature`.'),
  crmApiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description:
      'For workflows that cannot sign: counts only where no signature header is sent, and the account allows it.',
  },
  voiceoneSignature: signature(
    'voiceone',
    '`v=<unix ms>,d=<hex>` over body and timestamp in `x-retell-signature`.',
  ),
  voicetwoSignature: signature(
    'voicetwo',
    '`x-signature` over timestamp, a dot and the body, with the timestamp in `x-timestamp`; or a shared secret.',
  ),
};

/** The authentication of an integration's requests: one of these. */
export const securityOf: Readonly<Record<Integration, readonly Schema[]>> = {
  crm: [{ crmSignature: [] }, { crmApiKey: [] }],
  voiceone: [{ voiceoneSignature: [] }],
  voicetwo: [{ voicetwoSignature: [] }],
};
