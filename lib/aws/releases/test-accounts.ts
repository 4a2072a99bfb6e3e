import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { realDependencies, type StoreDependencies } from '../composition.ts';
import { deleteTestAccount, type TestAccount } from '../erasing/delete-test-account.ts';
import { createAccountStore } from '../stores/account-store.ts';
import { documentClientOf } from '../table/client.ts';

/** Time limit in milliseconds of storing or removing an account: nobody waits for it on the phone. */
const WITHIN_MS = 30_000;

export interface TestAccounts {
  put(document: { readonly accountId: string }): Promise<unknown>;
  /** Removes the account with all that its test stored; resolves to whether there was anything. */
  remove(test: TestAccount): Promise<boolean>;
}

/** The accounts by which a deployment is tested. */
export function testAccounts(table: Pick<StoreDependencies, 'document' | 'tableName'>): TestAccounts {
  const deps = realDependencies(table);
  return {
    put: (document) => createAccountStore({ ...deps, withinMs: WITHIN_MS }).put(document),
    remove: (test) => deleteTestAccount(test, deps, deps.now() + WITHIN_MS),
  };
}

/** A table whose client repeats what fails. */
export const patientTable = (tableName: string) => ({
  document: documentClientOf(new DynamoDBClient()),
  tableName,
});
