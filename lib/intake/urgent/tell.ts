import type { RequestEvent, TellableEvent } from '../../record/events/event.ts';
import { StorageUnavailable } from '../../record/faults.ts';
import type { AccountReader, CustomerStore, RefusedDays, RequestStore } from '../../record/ports.ts';
import type { Customer, DispatchRequest } from '../../record/request.ts';
import { addDays } from '../../scheduling/local-date.ts';
import { leadsRefusedMessage, nameOf, type UrgentMessage, urgentMessage } from './urgent-message.ts';
import { type SeenAt, whereToSee, whereToSeeRefused } from './where-to-see.ts';

/** Time limit for reading the request in milliseconds. */
const READ_MS = 3_000;

export interface TellingDependencies extends SeenAt {
  readonly requests: Pick<RequestStore, 'get'>;
  readonly customers: Pick<CustomerStore, 'get'>;
  readonly accounts: Pick<AccountReader, 'byId'>;
  readonly refusedDays: RefusedDays;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * The message about an urgent event. Events carry nothing about persons, so the request and the account are read. Fails
 * with `StorageUnavailable`.
 */
export async function messageAbout(event: TellableEvent, deps: TellingDependencies): Promise<UrgentMessage> {
  if ('dispatchRequestId' in event) return await messageAboutRequest(event, deps);
  const { accountId, date } = event;
  const refusedOn = (day: string) =>
    deps.refusedDays.get(accountId, day, deps.now() + READ_MS).catch(unreadable);
  const [account, today, yesterday] = await Promise.all([
    deps.accounts.byId(accountId).catch(unreadable),
    refusedOn(date),
    refusedOn(addDays(date, -1)),
  ]);
  return leadsRefusedMessage({ event, account, today, yesterday, seeAt: whereToSeeRefused(event, deps) });
}

async function messageAboutRequest(event: RequestEvent, deps: TellingDependencies): Promise<UrgentMessage> {
  const now = deps.now();
  const [request, account] = await Promise.all([
    deps.requests.get(event.dispatchRequestId, now + READ_MS).catch(unreadable),
    deps.accounts.byId(event.accountId).catch(unreadable),
  ]);
  const record = request && (await recordOf(request, deps));
  return urgentMessage({ event, request, record, account, now, seeAt: whereToSee(event, deps) });
}

/** The record of the number that a request came from, if it lacks what the record may have. Others' may have been spoken. */
async function recordOf(
  { accountId, caller, customer }: DispatchRequest,
  { customers, now }: TellingDependencies,
): Promise<Customer | undefined> {
  const isProved = caller !== undefined && (customer.phone ?? caller) === caller;
  const isComplete = nameOf(customer) !== '' && customer.address !== undefined;
  if (!isProved || isComplete) return undefined;
  return await customers.get(accountId, caller, now() + READ_MS).catch(unreadable);
}

/** What another release stored may be unreadable: then people are told what the event says, and where to look. */
function unreadable(error: unknown): undefined {
  if (error instanceof StorageUnavailable) throw error;
}
