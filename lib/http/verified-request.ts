import { bodyDigestOf } from '../record/delivery-digest.ts';
import type { Credential, Fallback } from './delivery.ts';
import type { RequestNotes } from './log.ts';
import { accountForbidden, apiKeyInvalid, type Problem, unknownAccount } from './problem.ts';

/** The fields of an account that decide whether a credential may act for it. */
export interface AuthorizableAccount {
  readonly accountId: string;
  readonly crm: { readonly allowApiKey: boolean };
}

/** An authenticated request. `authorize` and `mayActFor` check what the sender may do. */
export interface VerifiedRequest {
  readonly requestId: string;
  readonly credential: Credential;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Epoch milliseconds by which to answer: a caller is waiting, or the platform times out. */
  readonly deadline: number;
  /** SHA-256 in hex of the raw body: equal only for identical deliveries. */
  bodyDigest(): string;
  /** Returns the account of the payload's origin if the sender may act for it; throws otherwise. */
  authorize<A extends AuthorizableAccount>(account: A | undefined): A;
  /** Whether `authorize` would return the account. */
  covers(account: AuthorizableAccount): boolean;
  /**
   * Whether the credential covers the account. Unlike `authorize`, it does not check whether the account accepts API
   * keys.
   */
  mayActFor(accountId: string): boolean;
  /** The accounts that the credential covers; `*` means all. */
  accounts(): readonly string[];
  /** Whether the credential covers more than one account. */
  mayActForSeveral(): boolean;
  /** The problem to throw if the payload is about several accounts. */
  forbidden(): Problem;
  /** Adds to the request's log line. */
  note(fields: RequestNotes): void;
  /**
   * Sets the answer if handling fails unexpectedly or Lambda's time runs out. Without it the answer is a problem,
   * which a caller would not hear. It is created only if needed.
   */
  fallBackTo(fallback: () => Fallback): void;
}

/** A caller hears silence until then. */
const DEADLINE_MS = 2_500;

export interface VerifiedRequestInput {
  readonly requestId: string;
  readonly credential: Credential;
  readonly startedAt: number;
  /** The body as it was sent. */
  readonly bytes: Uint8Array;
  readonly note: (fields: RequestNotes) => void;
  readonly fallBackTo: (fallback: () => Fallback) => void;
}

export function verifiedRequest(input: VerifiedRequestInput): VerifiedRequest {
  const { requestId, credential, startedAt, bytes, note, fallBackTo } = input;
  return {
    requestId,
    credential,
    startedAt,
    deadline: startedAt + DEADLINE_MS,
    bodyDigest: () => bodyDigestOf(bytes),
    authorize(account) {
      if (account === undefined) throw refusalOfUnknown(credential);
      if (!mayActFor(credential, account.accountId)) throw refusalOfForeign(credential);
      if (credential.kind === 'apiKey' && !account.crm.allowApiKey) throw apiKeyInvalid();
      note({ account: account.accountId });
      return account;
    },
    covers: ({ accountId, crm }) =>
      mayActFor(credential, accountId) && (credential.kind !== 'apiKey' || crm.allowApiKey),
    mayActFor: (accountId) => mayActFor(credential, accountId),
    accounts: () => (credential.kind === 'apiKey' ? [credential.apiKey.account] : credential.key.accounts),
    mayActForSeveral: () =>
      credential.kind === 'key' && (credential.key.accounts.length > 1 || mayActFor(credential, '*')),
    forbidden: () => refusalOfForeign(credential),
    note,
    fallBackTo,
  };
}

function mayActFor(credential: Credential, accountId: string): boolean {
  if (credential.kind === 'apiKey') return credential.apiKey.account === accountId;
  const { accounts } = credential.key;
  return accounts.includes('*') || accounts.includes(accountId);
}

function refusalOfForeign(credential: Credential): Problem {
  return credential.kind === 'apiKey' ? apiKeyInvalid() : accountForbidden();
}

/** Only a sender that may act for every account learns that the account does not exist. */
function refusalOfUnknown(credential: Credential): Problem {
  const forAll = credential.kind === 'key' && credential.key.accounts.includes('*');
  return forAll ? unknownAccount() : refusalOfForeign(credential);
}
