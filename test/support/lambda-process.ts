// Plays Lambda's runtime: loads the handler that the template names, then answers each event that its parent sends.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { mock } from 'node:test';

const [folder = '', name = '', startedAt = ''] = process.argv.slice(2);
// The clock stands still, so no deadline passes, however busy the machine is.
mock.timers.enable({ apis: ['Date'], now: Number(startedAt) });
const [file = '', exported = ''] = name.split('.');
const { [exported]: handler } = createRequire(join(folder, 'index.js'))(join(folder, `${file}.js`));

let count = 0;
process.on('message', async ({ event }) => {
  count += 1;
  const answer = await handler(event, {
    awsRequestId: `request-${count}`,
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: '$LATEST',
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    getRemainingTimeInMillis: () => 600_000,
  });
  process.send?.({ answer });
});
process.send?.({ ready: typeof handler === 'function' });
