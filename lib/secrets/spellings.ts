import { standardWebhooksSecret } from '../signatures/hmac.ts';

/**
 * Returns every spelling of a secret: in other cases, and as hex, base64 or plain text of the same bytes. Two secrets with a
 * common spelling are the same.
 */
export function spellings(secret: string): readonly string[] {
  const text = secret.trim();
  const bytes = [Buffer.from(text), ...decoded(text)];
  const texts = bytes.flatMap((value) => [
    ...(isText(value) ? [value.toString()] : []),
    ...(['hex', 'base64', 'base64url'] as const).map((encoding) => value.toString(encoding)),
    value.toString('base64').replaceAll('=', ''),
    `whsec_${value.toString('base64')}`,
  ]);
  return [
    ...new Set(
      [secret, ...texts].flatMap((spelling) => [spelling, spelling.toLowerCase(), spelling.toUpperCase()]),
    ),
  ];
}

/** Decodes the text by each encoding that it may be in. */
function decoded(text: string): readonly Buffer[] {
  const standard = standardWebhooksSecret(text);
  return [
    ...(/^(?:[0-9a-fA-F]{2})+$/.test(text) ? [Buffer.from(text, 'hex')] : []),
    ...(/^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? [Buffer.from(text, 'base64')] : []),
    ...(standard === undefined ? [] : [standard]),
  ];
}

const isText = (bytes: Buffer) => Buffer.from(bytes.toString()).equals(bytes);
