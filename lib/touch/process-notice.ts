import type { Account } from '../accounts/account.ts';
import { recordOf } from '../intake/urgent/urgent-message.ts';
import { mayText } from '../record/consent.ts';
import { isNumber } from '../record/customers/contact.ts';
import { newLink, TOKEN_BYTES } from '../record/link.ts';
import { isToTake, type OutboxMessage } from '../record/outbox/message.ts';
import type { Notice, NoticeKind } from '../record/outbox/notice.ts';
import type { Notices, Outbox, Plan, TextConsents } from '../record/outbox/outbox.ts';
import type { AccountReader, CustomerStore, Deadline } from '../record/ports.ts';
import { changed, type DispatchRequest } from '../record/request.ts';
import { type ChangeDependencies, changeLatest, isStored } from '../record/retry.ts';
import type { CustomerReach } from './make-message.ts';
import { planUrgent, type Unreached, unreachedOf } from './plan-urgent.ts';
import { morningLinks, planVisit } from './plan-visit.ts';

export interface NoticeDependencies extends ChangeDependencies {
  readonly notices: Notices;
  readonly outbox: Outbox;
  readonly consents: Pick<TextConsents, 'get'>;
  readonly customers: Pick<CustomerStore, 'get'>;
  readonly accounts: Pick<AccountReader, 'byId'>;
  /** Returns this many random bytes, for tokens of links. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** The address of the pages, without a slash at its end. */
  readonly baseUrl: string;
  /** Returns where people see a request. */
  readonly seeAt: (message: Pick<OutboxMessage, 'accountId' | 'dispatchRequestId'>) => string;
}

/** What became of a notice. `contended`: it is still due, because something changed meanwhile. */
export type Processed = 'planned' | 'nothing' | 'contended';

/**
 * Makes messages from a notice, all in one write. First counts people on call whom no alert reached as not having
 * acknowledged, so that the next ones are notified at once.
 */
export async function processNotice(
  dispatchRequestId: string,
  kind: NoticeKind,
  deps: NoticeDependencies,
  deadline: Deadline,
): Promise<Processed> {
  const { notices, outbox, requests } = deps;
  const notice = await notices.get(dispatchRequestId, kind, deadline);
  if (notice === undefined) return 'nothing';
  const [request, account, pending] = await Promise.all([
    requests.get(dispatchRequestId, deadline),
    deps.accounts.byId(notice.accountId),
    Promise.all(notice.memory.pending.map((id) => outbox.get(id, deadline))),
  ]);
  const known = pending.filter((message) => message !== undefined);
  const plan = await planOf({ notice, request, account, pending: known }, deps, deadline);
  if (plan === undefined) return 'contended';
  return (await notices.plan(plan, deadline)) === 'stored' ? 'planned' : 'contended';
}

interface Found {
  readonly notice: Notice;
  readonly request: DispatchRequest | undefined;
  readonly account: Account | undefined;
  readonly pending: readonly OutboxMessage[];
}

async function planOf(
  { notice, request, account, pending }: Found,
  deps: NoticeDependencies,
  deadline: Deadline,
): Promise<Plan | undefined> {
  const isSilent = account?.notify === undefined && account?.alarmEmail === undefined;
  if (request === undefined || account === undefined || isSilent || request.erasedAt !== undefined) {
    const superseded = pending.filter(({ status }) => status === 'due');
    return { notice, messages: [], links: [], superseded, memory: { ...notice.memory, pending: [] } };
  }
  const facts = { notice, account, pending, now: deps.now(), newLink: linkMaker(deps) };
  if (notice.kind === 'urgent') {
    const latest = await withUnreached({ account, request, pending }, deps, deadline);
    const record = await recordOf(latest, deps);
    return planUrgent({ ...facts, request: latest, record, seeAt: deps.seeAt(latest) });
  }
  const reach = await reachOf(request, deps, deadline);
  const plan = planVisit({ ...facts, request, reach });
  // Technicians who share a number get one link, and another visit of the day may have made it.
  const mornings = new Map(
    morningLinks(account, request, facts).map((made) => [made.message.messageId, made]),
  );
  const known = await Promise.all([...mornings.keys()].map((id) => deps.outbox.get(id, deadline)));
  for (const message of known) if (message !== undefined) mornings.delete(message.messageId);
  const made = [...mornings.values()];
  return {
    ...plan,
    messages: [...plan.messages, ...made.map(({ message }) => message)],
    links: [...(plan.links ?? []), ...made.flatMap(({ link }) => link ?? [])],
  };
}

const linkMaker =
  ({ baseUrl, randomBytes, now }: NoticeDependencies) =>
  (facts: Parameters<typeof newLink>[0]) =>
    newLink(facts, { baseUrl, token: randomBytes(TOKEN_BYTES), now: now() });

async function reachOf(
  { accountId, customer: { phone, email } }: DispatchRequest,
  { consents }: Pick<NoticeDependencies, 'consents'>,
  deadline: Deadline,
): Promise<CustomerReach> {
  const consent = isNumber(phone) ? await consents.get(accountId, phone, deadline) : undefined;
  return { sms: mayText(consent) ? phone : undefined, email };
}

/**
 * Records the people on call whom no alert of the last round reached. If that is all of them, the next are due at once.
 * Returns the request as it is then.
 */
async function withUnreached(
  facts: Pick<Found, 'pending'> & { readonly account: Account; readonly request: DispatchRequest },
  deps: NoticeDependencies,
  deadline: Deadline,
): Promise<DispatchRequest> {
  const { account, request: found, pending } = facts;
  return await changeLatest<DispatchRequest>(
    found,
    async (request, { requests }) => {
      if (request === undefined) return found;
      const next = unreachedNext(request, account, pending, deps.now());
      if (next === undefined) return request;
      return (await isStored({ next, previous: request }, requests, deadline)) ? next : undefined;
    },
    deps,
    deadline,
  );
}

function unreachedNext(
  request: DispatchRequest,
  account: Account,
  pending: readonly OutboxMessage[],
  now: number,
): DispatchRequest | undefined {
  const { notified } = request;
  if (!isToTake(request)) return undefined;
  const { unreached, isEverybody } = unreachedOf({ account, request, pending });
  const at = notified?.at(-1)?.at ?? '';
  const isKnown = ({ name }: Unreached) =>
    request.history.some((line) => line.kind === 'unreached' && line.person === name && line.at >= at);
  const fresh = unreached.filter((one) => !isKnown(one));
  if (fresh.length === 0) return undefined;
  let written = request;
  for (const { name, reason } of fresh) {
    const line = { to: request.status, kind: 'unreached', person: name, reason } as const;
    written = { ...written, ...changed(written, { by: 'service', now }, line) };
  }
  const isDueNow = isEverybody && request.escalatesAt !== undefined;
  return {
    ...written,
    version: request.version + 1,
    ...(isDueNow && { escalatesAt: new Date(now).toISOString() }),
  };
}
