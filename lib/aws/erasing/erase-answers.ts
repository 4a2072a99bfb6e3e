import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { callerIdOf, hiddenCallerId } from '../../record/answer-key.ts';
import { callsOfLinks, type Links } from '../../record/erasing/links.ts';
import { answersOf, withoutAnswer } from '../items/answer-item.ts';
import { itemsOfPartition, type TraceDependencies } from './read-traces.ts';

/**
 * Erases the texts of the answers to a person's numbers, and to their calls without one. The items stay as long as
 * tombstones, so that a repeat still stores nothing.
 */
export async function eraseAnswers(
  accountId: string,
  { identity, links }: Pick<Links, 'identity' | 'links'>,
  deps: Pick<TraceDependencies, 'document' | 'tableName'>,
): Promise<void> {
  const { document, tableName: TableName } = deps;
  const numbers = identity.phones().map(({ phone }) => callerIdOf(phone));
  for (const callerId of [...numbers, ...callsOfLinks(links).map(hiddenCallerId)]) {
    for (const item of await itemsOfPartition(answersOf(accountId, callerId), deps))
      await document.send(new PutCommand({ TableName, Item: withoutAnswer(item) }));
  }
}
