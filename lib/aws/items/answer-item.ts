import * as v from 'valibot';
import { erasedAnswer } from '../../record/erasing/erased-answer.ts';
import type { AnswerKey } from '../../record/ports.ts';

const VERSION = 1;
/** How long an answer is kept, in seconds: 30 days, as what recognizes late repeats after an erasure. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** The partition of the answers to a caller. */
export const answersOf = (accountId: string, callerId: string): string => `ANSWER#${accountId}#${callerId}`;

export const answerKey = ({ accountId, callerId, invocationId }: AnswerKey) => ({
  pk: answersOf(accountId, callerId),
  sk: invocationId,
});

const AnswerItem = v.object({ answer: v.string(), expiresAt: v.number() });

/** A stored answer; undefined if there is none, or it has expired: DynamoDB deletes late. */
export function fromAnswerItem(item: unknown, now: number): string | undefined {
  if (item === undefined) return undefined;
  const { answer, expiresAt } = v.parse(AnswerItem, item);
  return expiresAt > now / 1000 ? answer : undefined;
}

export const toAnswerItem = (key: ReturnType<typeof answerKey>, answer: string, now: number) => ({
  ...key,
  v: VERSION,
  answer,
  expiresAt: Math.floor(now / 1000) + KEPT_SECONDS,
});

/** A stored answer without its texts. Throws if the item is malformed. */
export const withoutAnswer = (item: Record<string, unknown>) => ({
  ...item,
  answer: erasedAnswer(v.parse(AnswerItem, item).answer),
});
