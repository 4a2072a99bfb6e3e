import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Account } from '../../lib/accounts/account.ts';
import { InvalidAccountDocument } from '../../lib/accounts/invalid-account-document.ts';
import { createAccountRepository } from '../../lib/aws/accounts/account-repository.ts';
import { documentClientOf } from '../../lib/aws/client.ts';
import { realDependencies } from '../../lib/aws/composition.ts';
import { faultLines, StartFault } from '../start-fault.ts';
import { ensureTable } from './create-table.ts';

/** Creates the table if it is absent and stores the accounts in it. */
export async function prepareTable(
  client: DynamoDBClient,
  tableName: string,
  accounts: readonly Account[],
): Promise<void> {
  try {
    await ensureTable(client, tableName);
    const repository = createAccountRepository(
      realDependencies({ document: documentClientOf(client), tableName }),
    );
    for (const account of accounts) {
      await repository.put(account).catch((error: unknown) => {
        throw error instanceof InvalidAccountDocument ? refused(account, error) : error;
      });
    }
  } catch (error) {
    if (error instanceof StartFault) throw error;
    const why = faultLines(error)[0];
    throw new StartFault([
      `The database can't be used: ${why}. Does it run, and is DYNAMODB_ENDPOINT right?`,
    ]);
  }
}

/** What only the table can tell: an origin of another account, a time zone that appointments hang on. */
function refused({ accountId }: Account, { faults }: InvalidAccountDocument): StartFault {
  return new StartFault(faults.map(({ path, expected }) => `${accountId}: ${path}: expected ${expected}`));
}
