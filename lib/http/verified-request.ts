import { bodyDigestOf } from '../dispatch/requests/delivery-digest.ts';
import type { Credential } from './delivery.ts';
import type { RequestNotes } from './log.ts';
import { accountForbidden, apiKeyInvalid, type Problem, unknownAccount } from './problem.ts';

/** What of an account decides whether a credential may act for it. */
export interface AuthorisableAccount {
  readonly accountId: string;
  readonly crm: { readonly allowApiKey: boolean };
}

/** A request whose sender is known. What the sender may do is asked with `authorise` or `mayActFor`. */
export interface VerifiedRequest {
  readonly requestId: string;
  readonly credential: Credential;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Epoch milliseconds: when an answer is due, because a caller waits or a platform gives up. */
  readonly deadlineAt: number;
  /** SHA-256 in hex of the body as it was sent: the same for the very same delivery, and for no other. */
  bodyDigest(): string;
  /** The account that the payload's origin belongs to, given back if the sender may act for it; throws otherwise. */
  authorise<A extends AuthorisableAccount>(account: A | undefined): A;
  /** Whether the credential is for that account. Unlike `authorise` it can't see whether the account takes API keys. */
  mayActFor(accountId: string): boolean;
  /** Whether the credential is for more than one account. */
  mayActForSeveral(): boolean;
  /** What to throw where the payload is about several accounts at once. */
  forbidden(): Problem;
  /** Adds to the request's log line. */
  note(fields: RequestNotes): void;
}

/** A live caller hears silence until then. */
const DEADLINE_MS = 2_500;

export interface VerifiedRequestInput {
  readonly requestId: string;
  readonly credential: Credential;
  readonly startedAt: number;
  /** The body as it was sent. */
  readonly bytes: Uint8Array;
  readonly note: (fields: RequestNotes) => void;
}

export function verifiedRequest(input: VerifiedRequestInput): VerifiedRequest {
  const { requestId, credential, startedAt, bytes, note } = input;
  return {
    requestId,
    credential,
    startedAt,
    deadlineAt: startedAt + DEADLINE_MS,
    bodyDigest: () => bodyDigestOf(bytes),
    authorise(account) {
      if (account === undefined) throw refusalOfUnknown(credential);
      if (!mayActFor(credential, account.accountId)) throw refusalOfForeign(credential);
      if (credential.kind === 'apiKey' && !account.crm.allowApiKey) throw apiKeyInvalid();
      note({ account: account.accountId });
      return account;
    },
    mayActFor: (accountId) => mayActFor(credential, accountId),
    mayActForSeveral: () =>
      credential.kind === 'key' && (credential.key.accounts.length > 1 || mayActFor(credential, '*')),
    forbidden: () => refusalOfForeign(credential),
    note,
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

/** Only who may act for every account learns that there is none. */
function refusalOfUnknown(credential: Credential): Problem {
  const forAll = credential.kind === 'key' && credential.key.accounts.includes('*');
  return forAll ? unknownAccount() : refusalOfForeign(credential);
}
