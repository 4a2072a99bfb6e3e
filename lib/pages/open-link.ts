import type { Account } from '../accounts/account.ts';
import { everybodyOnCall } from '../accounts/on-call.ts';
import { numberIdOf } from '../record/hold.ts';
import { type LinkKind, linkIdOfToken, type PageLink } from '../record/link.ts';
import type { Deadline } from '../record/ports.ts';
import { type DispatchRequest, endOfJob, hasActiveAppointment, hasEnded } from '../record/request.ts';
import { dateSpan } from '../scheduling/hours.ts';
import { addDays, DAY_MS, MINUTE_MS } from '../scheduling/time.ts';
import type { Opened, PageDependencies } from './page.ts';

export interface OpenedLink {
  readonly account: Account;
  readonly opened: Opened;
}

/**
 * Finds what a link leads to. Returns undefined alike for a token that nobody was sent, that was revoked or has expired,
 * that is of another page, or whose visit or person is gone.
 * @param now epoch milliseconds
 */
export async function openLink(
  kind: LinkKind,
  token: string,
  now: number,
  deps: PageDependencies,
  deadline: Deadline,
): Promise<OpenedLink | undefined> {
  const linkId = linkIdOfToken(token);
  const link = linkId && (await deps.links.get(linkId, deadline));
  if (!link || link.kind !== kind) return undefined;
  const [account, request] = await Promise.all([
    deps.accounts.byId(link.accountId),
    link.kind === 'day' ? undefined : deps.requests.get(link.dispatchRequestId, deadline),
  ]);
  const opened = account && openedBy(link, account, request, now);
  return opened && { account, opened };
}

function openedBy(
  link: PageLink,
  account: Account,
  request: DispatchRequest | undefined,
  now: number,
): Opened | undefined {
  if (link.kind === 'day') {
    const technician = account.technicians.find(({ id }) => id === link.technicianId);
    const until = dateSpan(account, link.date, addDays(link.date, 1)).to * MINUTE_MS;
    return technician === undefined || now >= until ? undefined : { kind: link.kind, link, technician };
  }
  if (request === undefined || request.erasedAt !== undefined || request.accountId !== link.accountId)
    return undefined;
  if (link.kind === 'alert') {
    const isOnCall = everybodyOnCall(account).some(({ name }) => name === link.name);
    return isOnCall && now < aDayAfter(link.createdAt) ? { kind: link.kind, link, request } : undefined;
  }
  const isTheirs =
    link.numberId === undefined || link.numberId === numberIdOf(account.accountId, request.customer.phone);
  return isTheirs && now < visitEnds(link, request) ? { kind: link.kind, link, request } : undefined;
}

const aDayAfter = (iso: string): number => Date.parse(iso) + DAY_MS;

/** Returns until when the link of a visit works, in epoch milliseconds. The visit may have been moved since it was sent. */
function visitEnds({ createdAt }: PageLink, request: DispatchRequest): number {
  const { appointment, status } = request;
  if (appointment === undefined) return aDayAfter(createdAt);
  const afterVisit = aDayAfter(endOfJob(appointment));
  const isDecided = hasActiveAppointment(request) || hasEnded(status);
  return isDecided ? afterVisit : Math.max(afterVisit, aDayAfter(createdAt));
}
