import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../cli/program.ts';
import type { CliContext } from '../../cli/target.ts';
import { type Environment, type Finished, startLocalServer } from './processes.ts';

/** What a test has a command do in place of waiting and of the browser. */
type Host = Partial<Pick<CliContext, 'pause' | 'browse'>>;

/** Runs one `dispatch` command to its end in this process. */
export async function dispatch(
  args: readonly string[],
  environment: Environment,
  input = '',
  host: Host = {},
): Promise<Finished> {
  let [stdout, stderr] = ['', ''];
  const code = await runCli(args, {
    pause: async () => undefined,
    browse: async () => undefined,
    ...host,
    version: '1.2.3',
    environment,
    root: process.cwd(),
    now: () => new Date(),
    print: (text) => {
      stdout += `${text}\n`;
    },
    complain: (text) => {
      stderr += `${text}\n`;
    },
    readInput: async () => Buffer.from(input),
  });
  return { code, stdout, stderr };
}

/**
 * The same, with the variables also in the process's environment, where the SDK looks for a region and credentials.
 */
export async function dispatchToAws(
  args: readonly string[],
  environment: Environment,
  input?: string,
  host?: Host,
): Promise<Finished> {
  const own = process.env;
  // Not the home of the user who runs the tests, who may be logged in to AWS.
  process.env = { HOME: join(tmpdir(), 'nobody'), ...environment };
  try {
    return await dispatch(args, environment, input, host);
  } finally {
    process.env = own;
  }
}

/** The server of `npm start` in a new folder, and the command line that finds it. */
export async function startCommandLine() {
  const folder = mkdtempSync(join(tmpdir(), 'dispatch-cli-'));
  const environment = { DISPATCH_DB: join(folder, 'dispatch.db') };
  const server = await startLocalServer(environment);

  const run = (args: readonly string[], input?: string, host?: Host) =>
    dispatch(args, environment, input, host);

  return {
    run,
    json: async (...args: string[]) => JSON.parse((await run([...args, '--json'])).stdout),
    /** The path of a file with that name, or of a missing one. */
    file(name: string, content?: string | Uint8Array) {
      const path = join(folder, name);
      if (content !== undefined) writeFileSync(path, content);
      return path;
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

export type CommandLine = Awaited<ReturnType<typeof startCommandLine>>;
