import type { DueDecisions } from '../record/consent.ts';
import type { Notices, Outbox } from '../record/outbox/outbox.ts';
import type { AccountReader, Deadline, RequestStore } from '../record/ports.ts';
import { replyMessage } from './make-message.ts';

export interface DecisionDependencies {
  readonly now: () => number;
  readonly accounts: Pick<AccountReader, 'byId'>;
  readonly decisions: DueDecisions;
  readonly requests: Pick<RequestStore, 'ofNumber'>;
  readonly notices: Pick<Notices, 'raiseUnchanged'>;
  readonly outbox: Pick<Outbox, 'add'>;
}

/**
 * Makes the text that confirms what the owner of a number (E.164) decided about texts, once for each decision. If texts
 * begin, the number's visits are looked at again: what stands may not have been told.
 */
export async function followDecision(
  accountId: string,
  phone: string,
  { accounts, decisions, requests, notices, outbox, now }: DecisionDependencies,
  deadline: Deadline,
): Promise<void> {
  const due = await decisions.get(accountId, phone, deadline);
  if (due === undefined) return;
  const { answer, begins, at, key } = due;
  const account = await accounts.byId(accountId);
  const message = answer && account && replyMessage(account, { template: answer, to: phone, key }, now());
  if (message !== undefined) await outbox.add({ messages: [message] }, deadline);
  if (begins) {
    const upcoming = await requests.ofNumber(accountId, phone, new Date(now()).toISOString(), deadline);
    const own = upcoming.filter(
      ({ customer, appointment }) => customer.phone === phone && appointment !== undefined,
    );
    await Promise.all(own.map((request) => notices.raiseUnchanged(request, at, deadline)));
  }
  await decisions.done(accountId, phone, at, deadline);
}
