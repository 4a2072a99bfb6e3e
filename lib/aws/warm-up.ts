import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { RepositoryDependencies } from './composition.ts';

/** No item has it. */
export const warmUpKey = { pk: 'WARM-UP', sk: 'WARM-UP' } as const;

/**
 * Fetches the secret and opens the connection to the table while Lambda initialises the container, so that its first
 * request finds both. Begins after the function has loaded, and can't fail: what doesn't work now is met, and told, by
 * the request that needs it.
 * @param environment the process's: where Lambda did not start it, nobody waits for a cold start, and nothing is done
 */
export function warmUp(
  { document, tableName }: Pick<RepositoryDependencies, 'document' | 'tableName'>,
  secrets: { preload(): Promise<void> },
  environment: Readonly<Record<string, string | undefined>>,
): void {
  if (environment.AWS_LAMBDA_INITIALIZATION_TYPE === undefined) return;
  // Any read opens the connection; one through the client also compiles what requests go through.
  const read = new GetCommand({ TableName: tableName, Key: warmUpKey });
  setImmediate(() => {
    for (const begun of [secrets.preload(), document.send(read)]) begun.catch(() => undefined);
    // The first one opens the data of all zones, 12 ms that fit into the wait for the network.
    new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York' });
  });
}
