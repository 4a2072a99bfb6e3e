import { createSign, createVerify, type KeyObject } from 'node:crypto';

/** The public key of each issuer. */
export type IssuerKeys = ReadonlyMap<string, KeyObject>;

type Claims = Readonly<Record<string, unknown>>;

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A token with these claims, signed by RS256. */
export function signToken(claims: Claims, key: KeyObject): string {
  const text = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`;
}

interface Expected {
  readonly keys: IssuerKeys;
  readonly issuer: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The claims of a token that its issuer signed and that has not expired; otherwise undefined. */
export function verifyToken(token: string, { keys, issuer, now }: Expected): Claims | undefined {
  const [head = '', body = '', signature = ''] = token.split('.');
  const key = keys.get(issuer);
  if (key === undefined) return undefined;
  const isGenuine = createVerify('RSA-SHA256').update(`${head}.${body}`).verify(key, signature, 'base64url');
  if (!isGenuine) return undefined;
  const claims: Claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  return claims.iss === issuer && Number(claims.exp) * 1000 > now ? claims : undefined;
}
