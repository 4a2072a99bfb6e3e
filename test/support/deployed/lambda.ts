import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { REGION } from './names.ts';
import { startRuntimeApi } from './runtime-api.ts';

/** What a template says about a function, with references resolved. */
export interface LambdaSettings {
  /** The name, which is also the access key of its role. */
  readonly name: string;
  readonly arn: string;
  /** The folder of its code. */
  readonly folder: string;
  /** File and export, such as `index.handler`. */
  readonly handler: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly logGroup: string;
  readonly variables: Readonly<Record<string, string>>;
}

export interface Surroundings {
  /** The time of the process's clock until it is set: epoch milliseconds. */
  readonly now: number;
  /** Origins on this machine, by the hosts that `fetch` finds there. */
  readonly hosts?: Readonly<Record<string, string>>;
  /** Where requests to services of AWS go for which the template declares no address. */
  readonly elsewhere?: string;
}

/** A function in its own process. */
export interface Lambda {
  /** Rejects with `FunctionError` if the function throws. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert on answers, whatever their shape.
  invoke(event: unknown): Promise<any>;
  /** Sets the clock of the process. */
  setClock(now: number): Promise<void>;
  /** Ends the process; returns its standard output and standard error. */
  stop(): Promise<{ readonly stdout: string; readonly stderr: string }>;
}

const here = (file: string) => join(process.cwd(), 'test', 'support', 'deployed', file);
const node = join(process.cwd(), 'node_modules', '.bin', 'node');

/** AWS's own runtime client, if this variable names its `index.mjs`. */
const runtimeClient = () => process.env.LAMBDA_RUNTIME_CLIENT || here('runtime-client.ts');

/** Nobody listens at this address, so no request reaches AWS. */
const NOWHERE = 'http://127.0.0.1:1';

/** The variables that Lambda itself sets. */
const ofLambda = ({ name, folder, handler, memoryMb, logGroup }: LambdaSettings, api: string) => ({
  AWS_REGION: REGION,
  AWS_DEFAULT_REGION: REGION,
  AWS_ACCESS_KEY_ID: name,
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_SESSION_TOKEN: 'test',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_FUNCTION_NAME: name,
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
  AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  AWS_LAMBDA_LOG_FORMAT: 'JSON',
  AWS_LAMBDA_LOG_GROUP_NAME: logGroup,
  AWS_LAMBDA_LOG_STREAM_NAME: '2026/06/08/[$LATEST]0123456789abcdef0123456789abcdef',
  AWS_LAMBDA_RUNTIME_API: api,
  LAMBDA_TASK_ROOT: folder,
  _HANDLER: handler,
  TZ: ':UTC',
});

/** Starts a function as Lambda would. Rejects with `FunctionError` if its handler doesn't load. */
export async function startLambda(
  settings: LambdaSettings,
  { now, hosts = {}, elsewhere = NOWHERE }: Surroundings,
): Promise<Lambda> {
  const { arn, folder, memoryMb, timeoutSeconds, variables } = settings;
  const api = await startRuntimeApi();
  const child = spawn(
    node,
    [
      `--max-old-space-size=${Math.floor(memoryMb * 0.9)}`,
      `--import=${pathToFileURL(here('surroundings.ts')).href}`,
      runtimeClient(),
    ],
    {
      cwd: folder,
      env: {
        AWS_ENDPOINT_URL: elsewhere,
        ...variables,
        ...ofLambda(settings, api.address),
        TEST_SURROUNDINGS: JSON.stringify({ now, hosts }),
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  const stdout = child.stdout === null ? '' : text(child.stdout);
  const stderr = child.stderr === null ? '' : text(child.stderr);
  child.once('exit', async (code) => {
    api.stop(new Error(`The function ${settings.name} ended (${code}): ${await stderr}`));
  });
  let clock = now;
  const lambda: Lambda = {
    invoke: (event) => api.invoke({ event, functionArn: arn, deadline: clock + timeoutSeconds * 1_000 }),
    async setClock(instant) {
      if (instant === clock) return;
      clock = instant;
      const set = once(child, 'message');
      child.send(instant);
      await set;
    },
    async stop() {
      // Doesn't wait for it to exit: kept-alive connections would prevent that.
      child.kill();
      return { stdout: await stdout, stderr: await stderr };
    },
  };
  await api.ready.catch(async (error) => {
    await ended(child);
    throw error;
  });
  return lambda;
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
