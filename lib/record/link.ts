import { hash } from 'node:crypto';
import type { LocalDate } from '../scheduling/calendar.ts';
import { numberIdOf } from './hold.ts';

/** What a link opens: one visit, one technician's day, or one emergency. */
type LinkSubject =
  | {
      readonly kind: 'visit';
      readonly dispatchRequestId: string;
      /** A digest of the number that it was sent to; absent for an e-mail. */
      readonly numberId?: string | undefined;
    }
  | { readonly kind: 'day'; readonly technicianId: string; readonly date: LocalDate }
  | {
      readonly kind: 'alert';
      readonly dispatchRequestId: string;
      /** The person on call, as the account names them. */
      readonly name: string;
    };

export type LinkKind = LinkSubject['kind'];

/** A link that was sent to somebody. Whoever has its token may open its page. */
export type PageLink = LinkSubject & {
  /** A digest of the token, which is stored nowhere. */
  readonly linkId: string;
  readonly accountId: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
};

type FactsOf<Subject> = Subject extends { readonly kind: 'visit' }
  ? Omit<Subject, 'numberId'> & {
      /** The number that it is sent to, E.164; absent for an e-mail. */
      readonly phone?: string | undefined;
    }
  : Subject;

/** A message sends a link to this. */
export type LinkFacts = FactsOf<LinkSubject> & { readonly accountId: string };

/** The first part of a page's path. */
export const pagePaths = { visit: 'v', day: 't', alert: 'a' } as const satisfies Record<LinkKind, string>;

export const TOKEN_BYTES = 16;

interface NewLink {
  /** The address of the pages, without a slash at its end. */
  readonly baseUrl: string;
  /** 16 random bytes. Each message has its own. */
  readonly token: Uint8Array;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Returns a new link and its address, which only the message may contain. */
export function newLink(facts: LinkFacts, { baseUrl, token, now }: NewLink) {
  if (token.length !== TOKEN_BYTES) throw new Error(`A token has ${TOKEN_BYTES} bytes`);
  const link: PageLink = {
    ...subjectOf(facts),
    linkId: linkIdOf(token),
    accountId: facts.accountId,
    createdAt: new Date(now).toISOString(),
  };
  return { link, url: `${baseUrl}/${pagePaths[facts.kind]}/${Buffer.from(token).toString('base64url')}` };
}

function subjectOf(facts: LinkFacts): LinkSubject {
  switch (facts.kind) {
    case 'visit': {
      const { kind, dispatchRequestId, accountId, phone } = facts;
      return { kind, dispatchRequestId, numberId: phone && numberIdOf(accountId, phone) };
    }
    case 'day': {
      const { kind, technicianId, date } = facts;
      return { kind, technicianId, date };
    }
    case 'alert': {
      const { kind, dispatchRequestId, name } = facts;
      return { kind, dispatchRequestId, name };
    }
  }
}

const linkIdOf = (token: Uint8Array): string => hash('sha256', token, 'hex');

/** Returns the id of the link with a token as addresses have it; undefined for a text that is no token. */
export function linkIdOfToken(text: string): string | undefined {
  const token = Buffer.from(text, 'base64url');
  return token.length === TOKEN_BYTES && token.toString('base64url') === text ? linkIdOf(token) : undefined;
}

/** The request or the technician that links are about. */
export type LinkOwner =
  | { readonly dispatchRequestId: string; readonly technicianId?: undefined }
  | { readonly technicianId: string; readonly dispatchRequestId?: undefined };

export const ownerOf = (link: PageLink): LinkOwner =>
  link.kind === 'day' ? { technicianId: link.technicianId } : { dispatchRequestId: link.dispatchRequestId };
