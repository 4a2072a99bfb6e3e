import { createHmac } from 'node:crypto';
import { bytesOfLength, equalBytes } from './encoding.ts';
import type { SignedRequest, TwilioKey, VerificationResult } from './types.ts';

const DIGEST_BYTES = 20;

/**
 * Verifies a form by the URL that Twilio called: the signature is the HMAC-SHA1 of the URL and of the form's fields, sorted
 * by name, in base64. It has no time, so its ids must count once.
 */
export function verifyTwilio(
  { authToken }: TwilioKey,
  { body, signature, urls }: SignedRequest,
): VerificationResult {
  const given = bytesOfLength(signature, DIGEST_BYTES);
  if (given === undefined) return 'invalid';
  const fields = fieldsOf(body);
  const matching = urls.filter((url) => equalBytes(given, digestOf(authToken, url, fields)));
  return matching.length > 0 ? 'verified' : 'invalid';
}

const digestOf = (authToken: string, url: string, fields: string): Buffer =>
  createHmac('sha1', authToken).update(url).update(fields).digest();

/** Joins the names and values of a form. Twilio signs a repeated field once for each of its values. */
function fieldsOf(body: Uint8Array): string {
  const form = new URLSearchParams(Buffer.from(body).toString());
  const names = [...new Set(form.keys())].sort();
  const valuesOf = (name: string) => [...new Set(form.getAll(name))].sort();
  return names.flatMap((name) => valuesOf(name).map((value) => `${name}${value}`)).join('');
}
