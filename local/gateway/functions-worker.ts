import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { routeIds } from '../../lib/routes.ts';
import type { FunctionName, Invocation, InvocationResult } from './functions.ts';

/** The remaining time that the function's context reports. */
const TIME_LIMIT_MS = 10_000;

type Handler = (event: unknown, context: object) => Promise<unknown>;

const clock = { ahead: 0 };
if (workerData.setsClock === true) {
  const real = Date.now;
  Date.now = () => real() + clock.ahead;
}

const handlers = new Map<FunctionName, Handler>();
const broken = new Map<FunctionName, string>();

const names: readonly FunctionName[] = [
  ...routeIds,
  'board',
  'board-claims',
  'board-live',
  'board-updates',
  'events',
  'pages',
  'reminders',
  'urgent',
];

for (const id of names) {
  try {
    const module: { handler: Handler } = await import(`../../functions/${id}/index.ts`);
    handlers.set(id, module.handler);
  } catch (error) {
    broken.set(id, error instanceof Error ? error.message : String(error));
  }
}

// Without this, the cache would be lost when the server ends this thread, and the next start would compile everything again.
flushCompileCache();

/** The part of Lambda's context that functions use. */
function contextOf({ requestId, route }: Invocation): object {
  const deadline = Date.now() + TIME_LIMIT_MS;
  return {
    awsRequestId: requestId,
    functionName: route,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${route}`,
    memoryLimitInMB: '512',
    logGroupName: `/aws/lambda/${route}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

async function run(invocation: Invocation): Promise<InvocationResult> {
  const { number, route, event, at } = invocation;
  if (at !== undefined) clock.ahead += at - Date.now();
  const handler = handlers.get(route);
  if (handler === undefined) return { number, failure: `functions/${route} does not load` };
  try {
    return { number, answer: await handler(event, contextOf(invocation)) };
  } catch (error) {
    // If the database ends, the server ends too and reports it, and otherwise the next run of reminders tries again.
    if (route !== 'reminders')
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return { number, failure: 'the function threw' };
  }
}

parentPort?.on('message', async (invocation: Invocation) => {
  parentPort?.postMessage(await run(invocation));
});
parentPort?.postMessage({ ready: [...broken].map(([id, why]) => `functions/${id} does not load: ${why}`) });
