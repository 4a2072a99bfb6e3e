import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const root = process.cwd();
const node = join(root, 'node_modules', '.bin', 'node');
/** Where Node keeps compiled code: a process that finds it starts in half of the time. */
export const compileCache = join(root, 'node_modules', '.cache', 'compiled');

/** The output of a script, and how it ended. */
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

export type Environment = Readonly<Record<string, string>>;

/** Runs a script of the project as `npm run` would, with only `env` of the service in its environment. */
export function runScript(
  script: string,
  args: readonly string[],
  env: Environment,
  input = '',
  nodeOptions: readonly string[] = [],
): Running {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(node, [...nodeOptions, join(root, script), ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE: compileCache, DISPATCH_DEMO: 'off', ...env },
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

export interface LocalServer extends Running {
  readonly url: string;
  readonly databaseUrl: string;
  /** Sends what Ctrl-C sends; resolves when it has ended. */
  stop(): Promise<Finished>;
}

/** Starts what `npm start` starts, on a free port; throws with its output if it ends instead. */
export async function startLocalServer(
  env: Environment,
  nodeOptions: readonly string[] = [],
): Promise<LocalServer> {
  const running = runScript('local/main.ts', [], { PORT: '0', ...env }, '', nodeOptions);
  await printed(running, 'send a first webhook');
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

/** The service's deadlines come so many times later, because tests share the machine with others. */
const SLOWER = 40;

/**
 * Options of Node that set a script's clock to an instant at its start, from which on it goes slowly. Worker threads inherit
 * them, even those with their own environment.
 */
export function clockSetTo(instant: number): readonly string[] {
  const slow = `const now = Date.now; Date.now = () => Math.floor(${instant} + (now() - ${Date.now()}) / ${SLOWER});`;
  return [`--import=data:text/javascript,${encodeURIComponent(slow)}`];
}

/** Waits until a script has printed a text; throws with its output if it ends instead. */
export async function printed({ child, output }: Running, text: string): Promise<void> {
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  await until(() => output().includes(text) || isOver());
  if (!output().includes(text)) throw new Error(output());
}

const PAUSE_MS = 20;

/** Waits for a condition for as long as it takes: jest ends a test that hangs. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(PAUSE_MS);
}
