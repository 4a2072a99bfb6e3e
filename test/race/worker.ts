import { flushCompileCache } from 'node:module';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { createDocumentClient } from '../../lib/aws/table/client.ts';
import { functionCallHandler } from '../support/function-call.ts';
import { patient } from '../support/paused-clock.ts';
import { stoppedClock } from '../support/race-account.ts';

/** A worker's task: one event, answered under its number. */
export interface Job {
  readonly number: number;
  readonly event: APIGatewayProxyEventV2;
}

// Its own container, with its own client and caches. The parent passes the address of the table as arguments.
const [endpoint = '', tableName = ''] = process.argv.slice(2);
const document = createDocumentClient(
  {
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  },
  patient,
);
const handler = functionCallHandler(document, tableName, { now: stoppedClock });

process.on('message', async ({ number, event }: Job) => {
  // Only the parts of Lambda's context that are read; nothing in it says that time is running out.
  const answer = await handler(event, { awsRequestId: `job-${number}`, functionName: 'race' });
  process.send?.({ number, body: answer.body });
});
// A killed worker would keep nothing for the next worker to start with.
flushCompileCache();
process.send?.({ ready: true });
