import type * as v from 'valibot';
import { bodyDigestOf } from '../record/ids.ts';
import { type Route, type RouteId, routeById } from '../routes.ts';
import type { SecretCache } from '../secrets/secret-cache.ts';
import { verifyApiKey } from '../signatures/api-key.ts';
import { headerValue, signatureHeaders } from '../signatures/headers.ts';
import type { ApiKey, Headers, SecretDocument, SigningKey } from '../signatures/types.ts';
import { type Verification, verify } from '../signatures/verify.ts';
import type { RequestNotes } from './log.ts';
import {
  type Answer,
  type Delivery,
  type Fallback,
  type HttpHandler,
  limitSize,
  note,
  type PipelineOptions,
  parseJson,
  pipeline,
  validated,
} from './pipeline.ts';
import {
  accountForbidden,
  apiKeyInvalid,
  headerTooLong,
  Problem,
  signatureInvalid,
  signatureMissing,
  timestampOutOfTolerance,
  unknownAccount,
} from './problem.ts';

/** What every webhook depends on. */
export interface WebhookDependencies extends Pick<PipelineOptions, 'now' | 'log' | 'meter'> {
  readonly secrets: SecretCache;
}

export interface WebhookOptions<Payload> extends WebhookDependencies {
  readonly route: RouteId;
  readonly schema: v.GenericSchema<unknown, Payload>;
  /** Called before an authenticated delivery of JSON is refused. Must not fail. */
  readonly onRefusal?: (refusal: Refusal) => Promise<void>;
  /** Reads a body that is not JSON. */
  readonly parse?: (bytes: Buffer) => object;
  /** The service's own address, for senders that sign the URL: a host that a proxy has replaced isn't in the request. */
  readonly publicUrl?: string | undefined;
}

/** An authenticated delivery that is about to be refused. */
export interface Refusal {
  readonly problem: Problem;
  /** The body as JSON and as text; of any shape. */
  readonly body: object;
  readonly text: string;
  readonly request: VerifiedRequest;
}

/** Handles a validated payload of an authenticated sender. */
export type UseCase<Payload> = (payload: Payload, request: VerifiedRequest) => Promise<Answer> | Answer;

/** Size, signature, JSON, schema, use case, in this order: nothing parses a body before its sender is authenticated. */
export function webhook<Payload>(options: WebhookOptions<Payload>, use: UseCase<Payload>): HttpHandler {
  const route = routeById(options.route);
  const { secrets, schema, onRefusal } = options;
  return pipeline({ ...options, retryStatus: route.retryStatus }, async (delivery) => {
    limitSize(delivery, route.maxBodyBytes);
    const { requestId, headers, bytes, startedAt } = delivery;
    const urls = urlsOf(delivery, options.publicUrl);
    const credential = await authenticate({ headers, body: bytes, secrets, route, urls, now: startedAt });
    const body = options.parse === undefined ? await parseJson(bytes) : options.parse(bytes);
    const request = verifiedRequest({
      ...{ requestId, credential, startedAt, bytes, headers, query: delivery.queryStringParameters ?? {} },
      note: (fields) => note(delivery, fields),
      fallBackTo: (fallback) => {
        delivery.fallback = fallback;
      },
    });
    try {
      return await use(validated(schema, body), request);
    } catch (problem) {
      if (problem instanceof Problem) await onRefusal?.({ problem, body, text: bytes.toString(), request });
      throw problem;
    }
  });
}

/** Returns the URLs by which a sender may have called. Proxies and tunnels end https, and may drop the port. */
function urlsOf(
  { rawPath, rawQueryString, headers, requestContext }: Delivery,
  publicUrl: string | undefined,
): readonly string[] {
  const query = rawQueryString === '' ? '' : `?${rawQueryString}`;
  const hosts = new Set([headers.host, requestContext.domainName].filter((host) => host !== undefined));
  const bases = [...hosts].flatMap((host) => [`https://${host}`, `http://${host}`]);
  const own = publicUrl === undefined ? [] : [`${publicUrl}${routePath(rawPath)}${query}`];
  return [...own, ...bases.map((base) => `${base}${rawPath}${query}`)];
}

/** Returns the path of a route without what the API's stage puts before it. */
const routePath = (rawPath: string): string => rawPath.slice(Math.max(0, rawPath.indexOf('/api/')));

/** What authenticated a sender. */
export interface Credential {
  readonly kind: 'key' | 'apiKey';
  readonly id: string;
  /** The accounts that the sender may act for. For signing keys, `*` means all. */
  readonly accounts: readonly string[];
}

const signedBy = ({ id, accounts }: SigningKey): Credential => ({ kind: 'key', id, accounts });
const namedBy = ({ id, account }: ApiKey): Credential => ({ kind: 'apiKey', id, accounts: [account] });

export interface Authentication {
  readonly headers: Headers;
  /** The body as it was sent. */
  readonly body: Uint8Array;
  readonly secrets: SecretCache;
  readonly route: Pick<Route, 'signatureHeader' | 'acceptsApiKey'>;
  /** The URLs by which the sender may have called, with their query. */
  readonly urls?: readonly string[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Returns the credential that authenticates a delivery, or throws a 401 with the reason. */
export async function authenticate(request: Authentication): Promise<Credential> {
  const document = await request.secrets.current();
  const verification = verifyWith(document, request);
  switch (verification.kind) {
    case 'verified':
      return signedBy(verification.key);
    case 'stale':
      throw timestampOutOfTolerance();
    case 'oversized':
      throw headerTooLong(verification.header);
    case 'missing':
      return authenticateByApiKey(document, request);
    case 'invalid':
      return authenticateAfterReload(document, request);
  }
}

function verifyWith(
  { keys }: SecretDocument,
  { headers, body, route, now, urls }: Authentication,
): Verification {
  return verify({ headers, body, keys, defaultHeader: route.signatureHeader, now, urls });
}

/** The key may be newer than the cached secret. A bad signature never falls back to the API key. */
async function authenticateAfterReload(old: SecretDocument, request: Authentication): Promise<Credential> {
  const reloaded = await request.secrets.reload();
  const verification = reloaded && verifyWith(reloaded, request);
  if (verification?.kind === 'verified') return signedBy(verification.key);
  if (verification?.kind === 'stale') throw timestampOutOfTolerance();
  const names = signatureHeaders(old.keys, request.route.signatureHeader);
  throw signatureInvalid(names.filter((name) => headerValue(request.headers, name)));
}

async function authenticateByApiKey(
  document: SecretDocument,
  { headers, secrets, route }: Authentication,
): Promise<Credential> {
  const value = route.acceptsApiKey ? headerValue(headers, 'x-api-key') : undefined;
  if (value === undefined) throw signatureMissing(signatureHeaders(document.keys, route.signatureHeader));
  const apiKey =
    verifyApiKey(value, document.apiKeys) ?? verifyApiKey(value, (await secrets.reload())?.apiKeys ?? []);
  if (apiKey === undefined) throw apiKeyInvalid();
  return namedBy(apiKey);
}

/** The fields of an account that decide whether a credential may act for it. */
export interface AuthorizableAccount {
  readonly accountId: string;
  readonly crm: { readonly allowApiKey: boolean };
}

/** How long a caller hears silence at most, in milliseconds. */
const DEADLINE_MS = 2_500;

/** What a use case gets of a delivery; `bytes` are the body as it was sent. */
interface VerifiedDelivery {
  readonly requestId: string;
  readonly credential: Credential;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly bytes: Uint8Array;
  /** By name in lower case. */
  readonly headers: Headers;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** Adds to the request's log line. */
  readonly note: (fields: RequestNotes) => void;
  /**
   * Sets the answer if the use case fails unexpectedly or Lambda's time runs out. Without it the answer is a problem
   * document, which a caller would not hear. The answer is created only if it is needed.
   */
  readonly fallBackTo: (fallback: () => Fallback) => void;
}

/** An authenticated delivery. `authorize` and `mayActFor` check what the sender may do. */
export type VerifiedRequest = ReturnType<typeof verifiedRequest>;

export function verifiedRequest({ bytes, ...delivery }: VerifiedDelivery) {
  const { kind, accounts } = delivery.credential;
  const isKey = kind === 'key';
  const forAll = isKey && accounts.includes('*');
  /** True if the credential covers the account, even if the account doesn't accept API keys. */
  const mayActFor = (accountId: string): boolean => forAll || accounts.includes(accountId);
  /** The problem to throw if the payload is about several accounts. */
  const forbidden = (): Problem => (isKey ? accountForbidden() : apiKeyInvalid());
  return {
    ...delivery,
    mayActFor,
    forbidden,
    /** Epoch milliseconds by which to answer: a caller is waiting, or the platform times out. */
    deadline: delivery.startedAt + DEADLINE_MS,
    /** SHA-256 in hex of the raw body: equal only for identical deliveries. */
    bodyDigest: (): string => bodyDigestOf(bytes),
    /** Returns the account of the payload's origin if the sender may act for it; throws otherwise. */
    authorize<A extends AuthorizableAccount>(account: A | undefined): A {
      // Only a sender that may act for every account learns that an account does not exist.
      if (account === undefined) throw forAll ? unknownAccount() : forbidden();
      if (!mayActFor(account.accountId)) throw forbidden();
      if (!isKey && !account.crm.allowApiKey) throw apiKeyInvalid();
      delivery.note({ account: account.accountId });
      return account;
    },
    /** True if `authorize` would return the account. */
    covers: ({ accountId, crm }: AuthorizableAccount): boolean =>
      mayActFor(accountId) && (isKey || crm.allowApiKey),
    /** True if the credential covers more than one account. */
    mayActForSeveral: (): boolean => isKey && (accounts.length > 1 || forAll),
  };
}
