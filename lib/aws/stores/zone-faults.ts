import type { Account } from '../../accounts/account.ts';
import type { AccountFault } from '../../accounts/document/invalid-account-document.ts';
import type { Deadline } from '../../record/ports.ts';
import { activeStatuses } from '../../record/request.ts';
import { blocksKey } from '../items/block-item.ts';
import { accountKey } from '../items/request-item.ts';
import { type QueryInput, queryAll } from '../table/queries.ts';
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
  query: QueryInput & { readonly ExpressionAttributeValues: Readonly<Record<string, string>> },
  deadline: Deadline,
): Promise<boolean> {
  const now = new Date(deps.now()).toISOString();
  const values = { ...query.ExpressionAttributeValues, ':now': now };
  const input = { ...query, IndexName: 'byAccount', ExpressionAttributeValues: values };
  return (await queryAll({ ...input, ProjectionExpression: 'pk' }, deps, deadline)).length > 0;
}
