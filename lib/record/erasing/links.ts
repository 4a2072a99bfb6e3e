import type { Account } from '../../accounts/account.ts';
import type { Integration } from '../../platforms/index.ts';
import { voicePlatforms } from '../../platforms/index.ts';
import type { Block } from '../block.ts';
import { callBookingId, callOf, emergencyId, messageId } from '../calls.ts';
import { wordsIn } from '../notes.ts';
import type { Customer, DispatchRequest } from '../request.ts';
import { digitsIn } from './digits-in-text.ts';
import { customerWithout, reasonWithout, withoutMention } from './erased.ts';
import { isMentionedIn, type Mention } from './erased-text.ts';
import { createIdentity, type Identity, type PersonSelector } from './identity.ts';

/** Contains the facts about a stored call that decide whose it is. */
export interface CallTrace {
  /** An account's id, or `UNASSIGNED`. */
  readonly accountId: string;
  readonly integration: Integration;
  readonly callId: string;
  /** Digits of the caller and of each text of the call. */
  readonly digits: readonly string[];
}

/** One text per field of the refused lead. */
export interface RefusedTrace {
  readonly refusedLeadId: string;
  readonly texts: readonly string[];
}

/** Anything here may be about a person: an account's customers and requests, and calls. */
export interface Traces {
  readonly blocks: readonly Block[];
  readonly customers: readonly Customer[];
  readonly requests: readonly DispatchRequest[];
  readonly calls: readonly CallTrace[];
  /** Refused leads of the account, and those without an account. */
  readonly refused: readonly RefusedTrace[];
}

/** Links a stored item to a person by the identifier that found it. */
export type Link =
  | { readonly kind: 'customer'; readonly customer: Customer; readonly by: string }
  | { readonly kind: 'request'; readonly request: DispatchRequest; readonly by: string }
  | { readonly kind: 'call'; readonly call: CallTrace; readonly by: string }
  | { readonly kind: 'refused'; readonly refused: RefusedTrace; readonly by: string };

export interface Mentions {
  /** The texts of these calls mention the name or e-mail address and are read separately. */
  readonly calls: readonly CallTrace[];
  readonly requests: readonly DispatchRequest[];
  readonly customers: readonly Customer[];
  readonly blocks: readonly Block[];
  readonly refused: readonly RefusedTrace[];
}

export interface Links {
  /** Each link leads to the next. Erasing starts with the last, so that it can be resumed after an interruption. */
  readonly links: readonly Link[];
  readonly identity: Identity;
  readonly mentionedIn: Omit<Mentions, 'calls'>;
  /** Other people's calls, which may mention the person. */
  readonly others: readonly CallTrace[];
}

/** Lists the calls in which a request was made or changed, as `<integration>:<call id>`. */
export function callsOf({ source, callId, history, merged = [] }: DispatchRequest): readonly string[] {
  const made = [{ source, callId }, ...merged].map((one) =>
    one.source === 'dispatcher' || one.source === 'text'
      ? undefined
      : callOf({ integration: one.source, callId: one.callId }),
  );
  return [...made, ...history.map((change) => change.callId)].filter((name) => name !== undefined);
}

/** Returns the platform and the id of a call that is named `<integration>:<call id>`; undefined for other texts. */
export function callNamed(name: string) {
  const integration = voicePlatforms.find((platform) => name.startsWith(`${platform}:`));
  return integration && { integration, callId: name.slice(integration.length + 1) };
}

/** Lists the calls of a person, as `<integration>:<call id>`. */
export function callsOfLinks(links: readonly Link[]): readonly string[] {
  const calls = links.flatMap((link) => {
    if (link.kind === 'request') return callsOf(link.request);
    return link.kind === 'call' ? (callOf(link.call) ?? []) : [];
  });
  return [...new Set(calls)];
}

/** Lists what people said about a request, and the number from which they called. */
function textsOf(request: DispatchRequest): readonly string[] {
  const { history, merged = [] } = request;
  const told = [request, ...merged].flatMap(({ caller, serviceType, preferredDate, ...one }) => [
    wordsIn(one.notes).join('\n'),
    caller,
    serviceType,
    preferredDate,
  ]);
  const lines = history.flatMap(({ words, corrected = [] }) => [words, ...corrected.map(({ was }) => was)]);
  return [...told, wordsIn(request.leadNotes).join('\n'), ...lines].filter((text) => text !== undefined);
}

/** Lists the contacts of a request: its own first, then those of merged requests. */
const contactsOf = ({ customer, merged = [] }: DispatchRequest) => [
  customer,
  ...merged.map((one) => one.customer),
];

function byOfCustomer(customer: Customer, selector: PersonSelector, identity: Identity): string | undefined {
  if ('customerId' in selector && selector.customerId === customer.customerId) return 'named';
  const match = identity.match(customer);
  return match === 'weak' ? undefined : match;
}

/** Names the identifier by which a refused lead is a person's. Fields may have wrong names, so each is compared. */
function byOfRefused({ texts }: RefusedTrace, identity: Identity): string | undefined {
  if (identity.isSaid(texts.map(digitsIn))) return 'number in lead';
  const matches = texts.map((text) => identity.match({ email: text, contactId: text }));
  const match = matches.find((by) => by !== undefined && by !== 'weak') ?? matches.find(Boolean);
  if (match !== 'weak') return match;
  return texts.some((phone) => identity.isReachable({ phone })) ? undefined : 'email';
}

function learnFrom(link: Link, identity: Identity, calls: Set<string | undefined>): void {
  if (link.kind === 'call') calls.add(callOf(link.call));
  else if (link.kind === 'customer') identity.learn(link.customer);
  else if (link.kind === 'request') {
    for (const contact of contactsOf(link.request)) identity.learn(contact);
    for (const name of callsOf(link.request)) calls.add(name);
  }
}

/** Finds everything linked to a person, directly or through what was found. */
export function findLinks(selector: PersonSelector, traces: Traces, region: string): Links {
  const identity = createIdentity(selector, region);
  const found = new Map<unknown, Link>();
  const calls = new Set<string | undefined>();
  const saidIn = new Map(traces.requests.map((request) => [request, textsOf(request).map(digitsIn)]));
  const isSaidIn = (request: DispatchRequest) => identity.isSaid(saidIn.get(request) ?? []);

  const byOfRequest = (request: DispatchRequest): string | undefined => {
    if ('dispatchRequestId' in selector && selector.dispatchRequestId === request.dispatchRequestId)
      return 'named';
    const matches = contactsOf(request).map((contact) => identity.match(contact));
    const match = matches.find((by) => by !== undefined && by !== 'weak') ?? matches.find(Boolean);
    if (match !== undefined && match !== 'weak') return match;
    if (identity.isReachable(request.customer)) return undefined;
    if (match === 'weak') return 'email';
    if (callsOf(request).some((name) => calls.has(name))) return 'call';
    return isSaidIn(request) ? 'number in text' : undefined;
  };
  const byOfCall = (call: CallTrace): string | undefined => {
    if (calls.has(callOf(call))) return 'request';
    return identity.isSaid(call.digits) ? 'number in call' : undefined;
  };

  /** Searches once with what is known of the person so far. */
  const round = (): readonly Link[] => [
    ...linked(
      traces.customers,
      (one) => byOfCustomer(one, selector, identity),
      (customer, by) => ({ kind: 'customer', customer, by }),
    ),
    ...linked(traces.requests, byOfRequest, (request, by) => ({ kind: 'request', request, by })),
    ...linked(traces.calls, byOfCall, (call, by) => ({ kind: 'call', call, by })),
    ...linked(
      traces.refused,
      (lead) => byOfRefused(lead, identity),
      (refused, by) => ({ kind: 'refused', refused, by }),
    ),
  ];
  const linked = <T>(
    all: readonly T[],
    byOf: (one: T) => string | undefined,
    toLink: (one: T, by: string) => Link,
  ): Link[] =>
    all.flatMap((one) => {
      const by = found.has(one) ? undefined : byOf(one);
      if (by === undefined) return [];
      const link = toLink(one, by);
      found.set(one, link);
      return [link];
    });

  for (let news = round(); news.length > 0; news = round()) {
    for (const link of news) learnFrom(link, identity, calls);
  }
  const mentionedIn = mentionsIn(traces, (one) => !found.has(one), identity.mention());
  const others = traces.calls.filter((call) => !found.has(call));
  return { links: [...found.values()], identity, mentionedIn, others };
}

function mentionsIn(
  { requests, customers, blocks, refused }: Traces,
  isOthers: (one: unknown) => boolean,
  mention: Mention,
): Omit<Mentions, 'calls'> {
  return {
    requests: requests.filter((one) => isOthers(one) && withoutMention(one, mention) !== one),
    customers: customers.filter((one) => isOthers(one) && customerWithout(one, mention) !== one),
    blocks: blocks.filter((one) => reasonWithout(one, mention) !== one.reason),
    refused: refused.filter((one) => isOthers(one) && one.texts.some((text) => isMentionedIn(text, mention))),
  };
}

/**
 * Returns the ids under which a late repeat of what was said in a request's calls could store a request anew. They
 * differ from the request's id if it was a lead, or was reported in several calls.
 * @param phones the person's numbers, E.164
 */
export function repeatedIds(
  request: DispatchRequest,
  account: Account,
  phones: readonly string[],
): readonly string[] {
  const callers = new Set([request.caller, ...phones, undefined]);
  const services = new Set([
    request.serviceTypeId,
    ...(request.merged ?? []).map((one) => one.serviceTypeId),
  ]);
  const ids = callsOf(request).flatMap((name) => {
    const named = callNamed(name);
    if (named === undefined) return [];
    return [...callers].flatMap((caller) => {
      const call = { account, ...named, caller };
      const booked = [...services].flatMap((id) => (id === undefined ? [] : (callBookingId(call, id) ?? [])));
      // With a call, neither id depends on the arguments.
      return [...booked, emergencyId(call, ''), messageId(call, '')];
    });
  });
  return [...new Set(ids)].filter((id) => id !== request.dispatchRequestId);
}
