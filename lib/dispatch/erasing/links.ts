import { digitsIn } from '#digits-in-text';
import type { Integration } from '../../platforms/index.ts';
import { callOf } from '../booking/booking-request.ts';
import type { Customer, DispatchRequest } from '../requests/request.ts';
import { createIdentity, type Identity, type PersonSelector } from './identity.ts';

/** The facts about a stored call that decide whose it is. */
export interface CallTrace {
  /** Or `UNASSIGNED`. */
  readonly accountId: string;
  readonly integration: Integration;
  readonly callId: string;
  /** The digits in its caller and in each of its texts. */
  readonly digits: readonly string[];
}

/** Everything that may be about a person: an account's customers and requests, and calls with or without an account. */
export interface Traces {
  readonly customers: readonly Customer[];
  readonly requests: readonly DispatchRequest[];
  readonly calls: readonly CallTrace[];
}

/** A stored item about a person, and the identifier that found it. */
export type Link =
  | { readonly kind: 'customer'; readonly customer: Customer; readonly by: string }
  | { readonly kind: 'request'; readonly request: DispatchRequest; readonly by: string }
  | { readonly kind: 'call'; readonly call: CallTrace; readonly by: string };

export interface Links {
  /**
   * In the order in which one leads to the next. Erasing starts with the last: after an interruption, the remaining
   * ones still lead to each other.
   */
  readonly links: readonly Link[];
  readonly identity: Identity;
  /** Requests of others whose texts mention a number of the person, for an operator to review. */
  readonly mentionedIn: readonly DispatchRequest[];
}

/** The calls in which a request was made or changed, as `<integration>:<call id>`. */
export function callsOf({ source, callId, history, merged = [] }: DispatchRequest): readonly string[] {
  const made = [{ source, callId }, ...merged].map((one) =>
    one.source === 'dispatcher' ? undefined : callOf({ integration: one.source, callId: one.callId }),
  );
  return [...made, ...history.map((change) => change.callId)].filter((name) => name !== undefined);
}

/** The texts of people about a request, and the number from which they called. */
function textsOf(request: DispatchRequest): readonly string[] {
  const { history, merged = [] } = request;
  const told = [request, ...merged].flatMap(({ notes, caller, serviceType, preferredDate }) => [
    notes,
    caller,
    serviceType,
    preferredDate,
  ]);
  return [...told, ...history.map(({ why }) => why)].filter((text) => text !== undefined);
}

/** The contacts of a request: its own first, then those of merged requests. */
const contactsOf = ({ customer, merged = [] }: DispatchRequest) => [
  customer,
  ...merged.map((one) => one.customer),
];

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
  const byOfCustomer = (customer: Customer): string | undefined => {
    if ('customerId' in selector && selector.customerId === customer.customerId) return 'named';
    const match = identity.match(customer);
    return match === 'weak' ? undefined : match;
  };
  const byOfCall = (call: CallTrace): string | undefined => {
    if (calls.has(callOf(call))) return 'request';
    return identity.isSaid(call.digits) ? 'number in call' : undefined;
  };

  /** One round of the search with the current identity. */
  const round = (): readonly Link[] => [
    ...linked(traces.customers, byOfCustomer, (customer, by) => ({ kind: 'customer', customer, by })),
    ...linked(traces.requests, byOfRequest, (request, by) => ({ kind: 'request', request, by })),
    ...linked(traces.calls, byOfCall, (call, by) => ({ kind: 'call', call, by })),
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
    for (const link of news) {
      if (link.kind === 'call') calls.add(callOf(link.call));
      else if (link.kind === 'customer') identity.learn(link.customer);
      else {
        for (const contact of contactsOf(link.request)) identity.learn(contact);
        for (const name of callsOf(link.request)) calls.add(name);
      }
    }
  }
  const mentionedIn = traces.requests.filter((request) => !found.has(request) && isSaidIn(request));
  return { links: [...found.values()], identity, mentionedIn };
}
