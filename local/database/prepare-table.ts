import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Account } from '../../lib/accounts/account.ts';
import { InvalidAccountDocument } from '../../lib/accounts/document/invalid-account-document.ts';
import { realDependencies } from '../../lib/aws/composition.ts';
import { createAccountStore } from '../../lib/aws/stores/account-store.ts';
import { documentClientOf } from '../../lib/aws/table/client.ts';
import { faultLines, StartFault } from '../start-fault.ts';
import { ensureTable } from './create-table.ts';

/** Creates a missing table and stores the accounts. Resolves to whether the table is new. */
export async function prepareTable(
  client: DynamoDBClient,
  tableName: string,
  accounts: readonly Account[],
): Promise<boolean> {
  try {
    const isNew = await ensureTable(client, tableName);
    const store = createAccountStore(realDependencies({ document: documentClientOf(client), tableName }));
    for (const account of accounts) {
      await store.put(account).catch((error: unknown) => {
        throw error instanceof InvalidAccountDocument ? refused(account, error) : error;
      });
    }
    return isNew;
  } catch (error) {
    if (error instanceof StartFault) throw error;
    const why = faultLines(error)[0];
    throw new StartFault([
      `The database can't be used: ${why}. Does it run, and is DYNAMODB_ENDPOINT right?`,
    ]);
  }
}

/** Faults that depend on stored data: an origin of another account, or a time zone with upcoming appointments. */
function refused({ accountId }: Account, { faults }: InvalidAccountDocument): StartFault {
  return new StartFault(faults.map(({ path, expected }) => `${accountId}: ${path}: expected ${expected}`));
}
