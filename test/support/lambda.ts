import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TemplateFunction } from '../../cli/lambda-functions.ts';
import type { Assembly } from './assembly.ts';

/** A function in its own process. */
export interface Lambda {
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert on answers, whatever their shape.
  invoke(event: unknown): Promise<any>;
  /** Ends the process; returns its standard output and standard error. */
  stop(): Promise<{ stdout: string; stderr: string }>;
}

/** The variables that Lambda itself sets. */
const ofLambda = (name: string, folder: string) => ({
  AWS_REGION: 'us-east-1',
  AWS_DEFAULT_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_SESSION_TOKEN: 'test',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_FUNCTION_NAME: name,
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
  AWS_LAMBDA_LOG_FORMAT: 'JSON',
  LAMBDA_TASK_ROOT: folder,
  TZ: ':UTC',
});

/**
 * Starts the bundle of a function with the variables of the template, with references resolved by `resolve`, and
 * with `overrides` instead of the variables that it declares.
 */
export async function startLambda(
  assembly: Assembly,
  { logicalId, asset, handler, variables }: TemplateFunction,
  { resolve, overrides, now }: StackContext,
): Promise<Lambda> {
  const folder = join(assembly.folder, asset);
  const own = Object.entries(variables).map(([name, value]) => [
    name,
    overrides[name] ?? resolved(value, resolve),
  ]);
  const child = fork(
    join(process.cwd(), 'test', 'support', 'lambda-process.ts'),
    [folder, handler, String(now)],
    {
      cwd: folder,
      env: { ...ofLambda(logicalId, folder), ...Object.fromEntries(own) },
      execArgv: ['--disable-warning=ExperimentalWarning'],
      silent: true,
    },
  );
  const stdout = child.stdout === null ? '' : text(child.stdout);
  const stderr = child.stderr === null ? '' : text(child.stderr);
  const { ready } = await message(child, stderr);
  if (ready !== true) throw new Error(`${handler} is no function of the bundle ${asset}`);
  return {
    invoke: async (event) => {
      child.send({ event });
      return (await message(child, stderr)).answer;
    },
    stop: async () => {
      // Doesn't wait for it to exit: kept-alive connections would prevent that.
      child.kill();
      return { stdout: await stdout, stderr: await stderr };
    },
  };
}

export interface StackContext {
  /** The physical name of a resource, by its logical id. */
  readonly resolve: (logicalId: string) => string;
  readonly overrides: Readonly<Record<string, string>>;
  /** The time of the process's clock, milliseconds since the epoch. */
  readonly now: number;
}

function resolved(value: unknown, resolve: StackContext['resolve']): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'Ref' in value) return resolve(String(value.Ref));
  throw new Error(`The tests can't resolve ${JSON.stringify(value)}`);
}

/** The next message of the process, or an error with its output if it ended instead. */
async function message(child: ChildProcess, stderr: string | Promise<string>) {
  const answered = new AbortController();
  const { signal } = answered;
  const ended = once(child, 'exit', { signal }).then(async ([code]) => {
    throw new Error(`The function ended (${code}): ${await stderr}`);
  });
  try {
    const [next] = await Promise.race([once(child, 'message', { signal }), ended]);
    return next;
  } finally {
    // Otherwise the listeners of every event would stay until the process ends.
    answered.abort();
  }
}
