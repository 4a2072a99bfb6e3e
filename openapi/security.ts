import { type Integration, integrations, platforms } from '../lib/platforms/index.ts';
import { descriptions } from './operations.ts';
import type { Schema } from './schema.ts';

const apiKey: Schema = {
  type: 'apiKey',
  in: 'header',
  name: 'x-api-key',
  description:
    'For workflows that cannot sign: accepted only without a signature header, and if the account allows it.',
};

const signature = (integration: Integration): Schema => ({
  type: 'apiKey',
  in: 'header',
  name: platforms[integration].signatureHeader,
  description:
    'HMAC-SHA256 of the raw body as 64 hex digits or base64, after an optional `sha256=`. A key may name another ' +
    `header and another scheme: ${descriptions[integration].otherSignatures}`,
});

const schemesOf = (integration: Integration): Readonly<Record<string, Schema>> => ({
  [`${integration}Signature`]: signature(integration),
  ...(platforms[integration].acceptsApiKey && { [`${integration}ApiKey`]: apiKey }),
});

export const securitySchemes: Readonly<Record<string, Schema>> = Object.fromEntries(
  integrations.flatMap((integration) => Object.entries(schemesOf(integration))),
);

/** The authentication of an integration's requests: one of these. */
export const securityOf = (integration: Integration): readonly Schema[] =>
  Object.keys(schemesOf(integration)).map((name) => ({ [name]: [] }));
