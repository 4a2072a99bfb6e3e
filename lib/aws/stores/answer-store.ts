import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { AnswerKey } from '../../record/calls.ts';
import { erasedAnswer } from '../../record/erasing/erased.ts';
import type { AnswerStore } from '../../record/ports.ts';
import { plainItem, readItem, type StoreDependencies, writeWithinDeadline } from '../table/operations.ts';

export function createAnswerStore(deps: StoreDependencies): AnswerStore {
  const { document, tableName: TableName, now } = deps;
  return {
    async get(key, deadline) {
      return fromAnswerItem(await readItem(answerKey(key), deps, deadline), now());
    },

    async keep(key, answer, deadline) {
      const put = new PutCommand({
        TableName,
        Item: toAnswerItem(answerKey(key), answer, now()),
        ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
        ExpressionAttributeValues: { ':now': Math.floor(now() / 1000) },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      try {
        await writeWithinDeadline(deadline, deps, (options) => document.send(put, options));
        return answer;
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        return fromAnswerItem(plainItem(error.Item), now()) ?? answer;
      }
    },
  };
}

const VERSION = 1;
/** An answer is kept for this many seconds (30 days), as long as late repeats are recognized after an erasure. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

export const answersOf = (accountId: string, callerId: string): string => `ANSWER#${accountId}#${callerId}`;

export const answerKey = ({ accountId, callerId, invocationId }: AnswerKey) => ({
  pk: answersOf(accountId, callerId),
  sk: invocationId,
});

const AnswerItem = v.object({ answer: v.string(), expiresAt: v.number() });

/** Returns a stored answer; undefined if there is none or it has expired, because DynamoDB deletes late. */
function fromAnswerItem(item: unknown, now: number): string | undefined {
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

export const withoutAnswer = (item: Record<string, unknown>) => ({
  ...item,
  answer: erasedAnswer(v.parse(AnswerItem, item).answer),
});
