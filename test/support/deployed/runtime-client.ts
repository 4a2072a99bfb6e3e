// Plays the process of a Lambda: finds the handler by the rules of AWS's own client (aws-lambda-ric 4.0), then asks the
// runtime API for events, one after the other. `LAMBDA_RUNTIME_CLIENT` names that one instead.
import { existsSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const { AWS_LAMBDA_RUNTIME_API = '', LAMBDA_TASK_ROOT = '', _HANDLER = '' } = process.env;
const base = `http://${AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime`;

type Handler = (event: unknown, context: object) => unknown;

class RuntimeError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = `Runtime.${name}`;
  }
}

/** The module and the dotted name of its export, from a name such as `folder/index.handler`. */
function parseHandler(name: string) {
  if (name.includes('..'))
    throw new RuntimeError('MalformedHandlerName', `'${name}' is not a valid handler name.`);
  const last = basename(name);
  const match = /^([^.]*)\.(.*)$/.exec(last);
  if (match === null) throw new RuntimeError('MalformedHandlerName', 'Bad handler');
  const [, file = '', exported = ''] = match;
  return { folder: name.slice(0, name.indexOf(last)), file, exported };
}

async function loadModule(folder: string, file: string): Promise<unknown> {
  const path = resolve(LAMBDA_TASK_ROOT, folder, file);
  const found = ['', '.js', '.mjs', '.cjs'].map((ending) => `${path}${ending}`).find(existsSync);
  try {
    if (found !== undefined) return await import(pathToFileURL(found).href);
    const require = createRequire(import.meta.url);
    const paths = [LAMBDA_TASK_ROOT, join(LAMBDA_TASK_ROOT, folder)];
    return require(require.resolve(file, { paths }));
  } catch (error) {
    if (error instanceof SyntaxError) throw new RuntimeError('UserCodeSyntaxError', String(error));
    const isMissing = error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND';
    throw isMissing ? new RuntimeError('ImportModuleError', String(error)) : error;
  }
}

const exportOf = (name: string, module: unknown): unknown =>
  name
    .split('.')
    .reduce<unknown>(
      (inside, key) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, key) : undefined),
      module,
    );

async function loadHandler(): Promise<Handler> {
  const { folder, file, exported } = parseHandler(_HANDLER);
  const module = await loadModule(folder, file);
  // Node finds the names that a CommonJS file exports only if they are written in one of a few forms.
  const found = exportOf(exported, module) ?? exportOf(`default.${exported}`, module);
  if (found === undefined)
    throw new RuntimeError('HandlerNotFound', `${_HANDLER} is undefined or not exported`);
  if (!(found instanceof Function))
    throw new RuntimeError('HandlerNotFound', `${_HANDLER} is not a function`);
  if (found.length >= 3)
    throw new RuntimeError('CallbackHandlerDeprecated', 'Handlers with callbacks are not supported');
  return (event, context) => Reflect.apply(found, undefined, [event, context]);
}

/** What the runtime tells a function about an event. */
function contextOf(headers: IncomingMessage['headers']): object {
  const deadline = Number(headers['lambda-runtime-deadline-ms']);
  return {
    invokedFunctionArn: headers['lambda-runtime-invoked-function-arn'],
    awsRequestId: headers['lambda-runtime-aws-request-id'],
    xRayTraceId: headers['lambda-runtime-trace-id'],
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
}

/** Asks the runtime API without a time limit, because it answers only when there is an event. */
async function ask(method: 'GET' | 'POST', path: string, body: unknown = null) {
  const sent = request(`${base}${path}`, { method });
  sent.end(method === 'POST' ? JSON.stringify(body ?? null) : undefined);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  return { headers: answer.headers, body: await text(answer) };
}

function reportOf(thrown: unknown) {
  const error = thrown instanceof Error ? thrown : undefined;
  const { message = String(thrown), stack = message } = error ?? {};
  process.stderr.write(`${stack}\n`);
  return { errorType: error?.name ?? typeof thrown, errorMessage: message, trace: stack.split('\n') };
}

const handler = await loadHandler().catch(async (error) => {
  await ask('POST', '/init/error', reportOf(error));
  process.exit(1);
});
for (;;) {
  const { headers, body } = await ask('GET', '/invocation/next');
  const path = `/invocation/${headers['lambda-runtime-aws-request-id']}`;
  try {
    await ask('POST', `${path}/response`, await handler(JSON.parse(body), contextOf(headers)));
  } catch (error) {
    await ask('POST', `${path}/error`, reportOf(error));
  }
}
