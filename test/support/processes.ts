import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const root = process.cwd();
const node = join(root, 'node_modules', '.bin', 'node');

/** What a script has written, and how it ended. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  /** Standard output and standard error so far. */
  readonly output: () => string;
  readonly finished: Promise<Finished>;
}

type Environment = Readonly<Record<string, string>>;

/** Runs a script of the project as `npm run` would, with nothing of the service in its environment but `env`. */
export function runScript(script: string, args: readonly string[], env: Environment, input = ''): Running {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, script), ...args], {
    env: { PATH, HOME, ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const finished = new Promise<Finished>((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { child, output: () => stdout + stderr, finished };
}

/** Runs one `dispatch` command to its end. */
export function dispatch(args: readonly string[], env: Environment, input?: string): Promise<Finished> {
  return runScript('cli/main.ts', args, env, input).finished;
}

export interface LocalServer extends Running {
  readonly url: string;
  readonly databaseUrl: string;
  /** As Ctrl-C does; resolves when it has ended. */
  stop(): Promise<Finished>;
}

/** Starts what `npm start` starts, on a free port; throws with its output where it ends instead. */
export async function startLocalServer(env: Environment): Promise<LocalServer> {
  const running = runScript('local/main.ts', [], { PORT: '0', ...env });
  await until(() => running.output().includes('send a first webhook') || running.child.exitCode !== null);
  const url = /^listening on (\S+)$/m.exec(running.output())?.[1];
  const databaseUrl = /^dynamodb at (\S+) table \S+$/m.exec(running.output())?.[1];
  if (url === undefined || databaseUrl === undefined) throw new Error(running.output());
  return {
    ...running,
    url,
    databaseUrl,
    stop() {
      running.child.kill('SIGINT');
      return running.finished;
    },
  };
}

/** Waits for a condition; throws after ten seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 10_000; waited += 50) {
    if (await condition()) return;
    await wait(50);
  }
  throw new Error('It did not come to pass in 10 seconds');
}
