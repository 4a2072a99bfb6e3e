import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { toE164 } from '../accounts/phone.ts';
import type { ContainerDependencies } from './composition.ts';

/** No item has this key. */
export const warmUpKey = { pk: 'WARM-UP', sk: 'WARM-UP' } as const;

/**
 * Fetches the secret and opens the connection to the table while Lambda initializes the container, so that the first
 * request finds both. Starts after the function has loaded and never fails, because the request that needs them
 * reports errors.
 * @param environment the variables of the process; does nothing unless Lambda started the process
 */
export function warmUp(
  { document, tableName }: Pick<ContainerDependencies, 'document' | 'tableName'>,
  secrets: { preload(): Promise<void> },
  environment: Readonly<Record<string, string | undefined>>,
): void {
  if (environment.AWS_LAMBDA_INITIALIZATION_TYPE === undefined) return;
  // Any read opens the connection; a read through the client also compiles its code path.
  const read = new GetCommand({ TableName: tableName, Key: warmUpKey });
  setImmediate(() => {
    for (const begun of [secrets.preload(), document.send(read)]) begun.catch(() => undefined);
    // The first formatter loads the data of all zones, which takes 12 ms while the network is slower.
    new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York' });
    // Nearly every request has a number; the first one loads the library that reads it.
    toE164('+12125550100', 'US');
  });
}
