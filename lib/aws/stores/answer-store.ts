import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { AnswerStore } from '../../record/ports.ts';
import { answerKey, fromAnswerItem, toAnswerItem } from '../items/answer-item.ts';
import { plainItem } from '../table/plain-item.ts';
import type { StoreDependencies } from '../table/transaction.ts';
import { withinDeadline, writeWithinDeadline } from '../table/within-deadline.ts';

/** Answers to function calls that were refused. */
export function createAnswerStore(deps: StoreDependencies): AnswerStore {
  const { document, tableName: TableName, now } = deps;
  return {
    async get(key, deadline) {
      const get = new GetCommand({ TableName, Key: answerKey(key), ConsistentRead: true });
      const { Item } = await withinDeadline(deadline, deps, (options) => document.send(get, options));
      return fromAnswerItem(Item, now());
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
