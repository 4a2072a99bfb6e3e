import {
  DynamoDBClient,
  ThrottlingException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { documentClientOf } from '../../lib/aws/table/client.ts';
import { testEndpoint } from './database.ts';

/** What may go wrong without a real wait. `lostAnswer`: the database has executed the request. */
export type InjectedFault = 'conflict' | 'throttle' | 'timeout' | 'lostAnswer';

/** The fault for the nth request (from 1) of an operation such as `TransactWriteItems`; undefined: none. */
export type FaultPlan = (operation: string, nth: number) => InjectedFault | undefined;

export interface FaultyDocument {
  readonly document: DynamoDBDocumentClient;
  /** The faults from now on; restarts the count of requests. */
  plan(plan: FaultPlan | undefined): void;
}

/** A client of the embedded database that fails immediately, as planned: no test has to wait for it. */
export function createFaultyDocument(): FaultyDocument {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new DynamoDBClient({ endpoint: testEndpoint(), region: 'us-east-1', credentials });
  const document = documentClientOf(client);
  const counts = new Map<string, number>();
  let current: FaultPlan | undefined;
  document.middlewareStack.add(
    (next, context) => async (args) => {
      const operation = String(context.commandName).replace(/Command$/, '');
      const nth = (counts.get(operation) ?? 0) + 1;
      counts.set(operation, nth);
      const fault = current?.(operation, nth);
      if (fault === undefined) return await next(args);
      if (fault === 'lostAnswer') await next(args).catch(() => undefined);
      throw errorOf(fault, operation);
    },
    { step: 'initialize', name: 'injectFaults' },
  );
  return {
    document,
    plan(plan) {
      counts.clear();
      current = plan;
    },
  };
}

/** Returns the error with which the client reports a fault of an operation. */
export function errorOf(fault: InjectedFault, operation: string): Error {
  const shared = { message: 'injected', $metadata: {} };
  switch (fault) {
    case 'conflict':
      return operation === 'TransactWriteItems'
        ? new TransactionCanceledException({
            ...shared,
            CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
          })
        : new TransactionConflictException(shared);
    case 'throttle':
      return new ThrottlingException(shared);
    case 'timeout':
    case 'lostAnswer':
      return Object.assign(new Error('injected'), { name: 'TimeoutError' });
  }
}
