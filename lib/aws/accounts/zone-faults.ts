import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../accounts/account.ts';
import type { AccountFault } from '../../accounts/invalid-account-document.ts';
import type { Deadline } from '../../dispatch/ports.ts';
import { activeStatuses } from '../../dispatch/requests/request.ts';
import { blocksKey } from '../block-item.ts';
import { accountKey } from '../requests/request-item.ts';
import { withinDeadline } from '../within-deadline.ts';
import type { ReadDependencies } from './account-reader.ts';

/** Appointments and blocks were made in local time; a new zone would move those that are not over. */
export async function zoneFaults(
  deps: ReadDependencies,
  account: Account,
  before: Account | undefined,
  deadline: Deadline,
): Promise<AccountFault[]> {
  if (before === undefined || before.timezone === account.timezone) return [];
  const { accountId } = account;
  const statuses = Object.fromEntries(activeStatuses.map((status) => [`:${status}`, status]));
  const appointments = {
    KeyConditionExpression: 'accountKey = :account',
    FilterExpression: `appointment.endsAt > :now AND #status IN (${Object.keys(statuses).join(', ')})`,
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':account': accountKey(accountId), ...statuses },
  };
  const blocks = {
    KeyConditionExpression: 'accountKey = :account',
    FilterExpression: 'endsAt > :now',
    ExpressionAttributeValues: { ':account': blocksKey(accountId) },
  };
  if (!(await isAnyLater(deps, appointments, deadline)) && !(await isAnyLater(deps, blocks, deadline)))
    return [];
  const expected = `${before.timezone} until all appointments and blocks of the account are over`;
  return [{ path: 'timezone', expected }];
}

/** Whether a query of the index `byAccount` finds anything; it compares with `:now`, an ISO instant. */
async function isAnyLater(
  deps: ReadDependencies,
  query: Pick<
    QueryCommandInput,
    'KeyConditionExpression' | 'FilterExpression' | 'ExpressionAttributeNames'
  > & {
    readonly ExpressionAttributeValues: Readonly<Record<string, string>>;
  },
  deadline: Deadline,
): Promise<boolean> {
  const values = { ...query.ExpressionAttributeValues, ':now': new Date(deps.now()).toISOString() };
  let from: Record<string, unknown> | undefined;
  do {
    const command = new QueryCommand({
      ...query,
      TableName: deps.tableName,
      IndexName: 'byAccount',
      ExpressionAttributeValues: values,
      ExclusiveStartKey: from,
    });
    const page = await withinDeadline(deadline, deps, (options) => deps.document.send(command, options));
    if (page.Items?.length) return true;
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return false;
}
