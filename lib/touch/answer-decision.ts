import type { DecisionAnswers } from '../record/consent.ts';
import type { Outbox } from '../record/outbox/outbox.ts';
import type { AccountReader, Deadline } from '../record/ports.ts';
import { replyMessage } from './make-message.ts';

export interface AnswerDependencies {
  readonly now: () => number;
  readonly accounts: Pick<AccountReader, 'byId'>;
  readonly answers: DecisionAnswers;
  readonly outbox: Pick<Outbox, 'add'>;
}

/** Makes the text that confirms what the owner of a number (E.164) decided about texts, once for each decision. */
export async function answerDecision(
  accountId: string,
  phone: string,
  { accounts, answers, outbox, now }: AnswerDependencies,
  deadline: Deadline,
): Promise<void> {
  const due = await answers.due(accountId, phone, deadline);
  if (due === undefined) return;
  const account = await accounts.byId(accountId);
  const reply = { template: due.answer, to: phone, key: due.key };
  const message = account && replyMessage(account, reply, now());
  if (message !== undefined) await outbox.add({ messages: [message] }, deadline);
  await answers.done(accountId, phone, due.at, deadline);
}
