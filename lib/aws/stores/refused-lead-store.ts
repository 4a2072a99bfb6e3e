import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import {
  type Kept,
  MAX_KEPT_PER_DAY,
  type RefusedLead,
  type RefusedLeadStore,
} from '../../intake/leads/refused-lead.ts';
import { OutcomeUnknown } from '../../record/faults.ts';
import type { Deadline } from '../../record/ports.ts';
import { untilSettled } from '../../record/until-settled.ts';
import {
  REFUSED_KEY,
  refusedDayKey,
  refusedLeadKey,
  refusedUntil,
  toRefusedItem,
} from '../items/refused-lead-item.ts';
import { type TransactionDependencies, transact } from '../table/transaction.ts';
import { writeWithinDeadline } from '../table/within-deadline.ts';

export interface RefusedLeadDependencies extends TransactionDependencies {
  readonly tableName: string;
}

/** Refused leads, each with the count of its day in one transaction. */
export function createRefusedLeadStore(deps: RefusedLeadDependencies): RefusedLeadStore {
  const { tableName: TableName } = deps;

  const keepOnce = async (lead: RefusedLead, deadline: Deadline): Promise<Kept | undefined> => {
    const put = {
      TableName,
      Item: toRefusedItem(lead),
      // Compares the value, because DynamoDB deletes expired items late.
      ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': Math.floor(deps.now() / 1000) },
    };
    const counted = dayUpdate(TableName, lead, 'kept');
    const result = await transact([{ Put: put }, { Update: counted }], deps, deadline);
    if (result.kind === 'unknown') throw new OutcomeUnknown({ cause: result.cause });
    if (result.kind === 'contended') return undefined;
    if (result.kind === 'stored') return 'kept';
    return result.refusals[0]?.code === 'ConditionalCheckFailed' ? 'repeated' : 'over_limit';
  };

  const update = async (input: ConstructorParameters<typeof UpdateCommand>[0], deadline: Deadline) => {
    const send = (options: object) => deps.document.send(new UpdateCommand(input), options);
    await writeWithinDeadline(deadline, deps, send).catch((error: unknown) => {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
  };

  return {
    async keep(lead, deadline) {
      const kept = await untilSettled(() => keepOnce(lead, deadline), deps, deadline);
      if (kept === 'repeated') await update(repeatUpdate(TableName, lead), deadline);
      if (kept === 'over_limit') await update(dayUpdate(TableName, lead, 'dropped'), deadline);
      return kept;
    },
  };
}

/** What is left of an erased lead has no body, and stays as it is. */
const repeatUpdate = (TableName: string, { refusedLeadId, receivedAt }: RefusedLead) => ({
  TableName,
  Key: refusedLeadKey(refusedLeadId),
  UpdateExpression: 'SET lastAt = :at ADD times :one',
  ConditionExpression: 'attribute_exists(bytes)',
  ExpressionAttributeValues: { ':at': receivedAt, ':one': 1 },
});

/** Counts a lead of the day, as one that is kept only up to the limit. */
function dayUpdate(
  TableName: string,
  { accountId, receivedAt, errors }: RefusedLead,
  name: 'kept' | 'dropped',
) {
  const date = receivedAt.slice(0, 10);
  const wrong = errors.map(({ path }) => path);
  // DynamoDB has no empty sets.
  const added = { [name]: 1, ...(wrong.length === 0 ? {} : { fields: new Set(wrong) }) };
  const set = {
    ...{ v: 1, date, createdAt: receivedAt, accountKey: REFUSED_KEY, expiresAt: refusedUntil(receivedAt) },
    ...(accountId === undefined ? {} : { accountId }),
  };
  const [names, addedNames] = [Object.keys(set), Object.keys(added)];
  const isLimited = name === 'kept';
  return {
    TableName,
    Key: refusedDayKey(accountId, date),
    UpdateExpression: [
      `SET ${names.map((field) => `#${field} = :${field}`).join(', ')}`,
      `ADD ${addedNames.map((field) => `#${field} :${field}`).join(', ')}`,
    ].join(' '),
    ...(isLimited ? { ConditionExpression: 'attribute_not_exists(#kept) OR #kept < :limit' } : {}),
    ExpressionAttributeNames: Object.fromEntries(
      [...names, ...addedNames].map((field) => [`#${field}`, field]),
    ),
    ExpressionAttributeValues: {
      ...Object.fromEntries(
        Object.entries({ ...set, ...added }).map(([field, value]) => [`:${field}`, value]),
      ),
      ...(isLimited ? { ':limit': MAX_KEPT_PER_DAY } : {}),
    },
  };
}
