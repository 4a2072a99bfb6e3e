import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../cli/program.ts';
import { dispatch, startLocalServer } from './processes.ts';

/** The server that `npm start` runs, in a folder of its own, and the command line that finds it. */
export async function startCommandLine() {
  const folder = mkdtempSync(join(tmpdir(), 'dispatch-cli-'));
  const environment = { DISPATCH_DB: join(folder, 'dispatch.db') };
  const server = await startLocalServer(environment);

  async function run(args: readonly string[]) {
    let [stdout, stderr] = ['', ''];
    const code = await runCli(args, {
      environment,
      root: process.cwd(),
      now: () => new Date(),
      print: (text) => {
        stdout += `${text}\n`;
      },
      complain: (text) => {
        stderr += `${text}\n`;
      },
      readInput: async () => '',
    });
    return { code, stdout, stderr };
  }

  return {
    run,
    /** In a process of its own, for what concerns standard input and wrong usage. */
    spawned: (args: readonly string[], input?: string) => dispatch(args, environment, input),
    json: async (...args: string[]) => JSON.parse((await run([...args, '--json'])).stdout),
    /** The path of a file of that name, or of one that is not there. */
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
