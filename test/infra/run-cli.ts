import { runCli } from '../../infra/cli/program.ts';
import type { Service } from '../functions/service.ts';

/** What a command has written, and its exit code. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The command line over a service's table and clock. */
export function cliOf(service: Service) {
  async function run(...args: string[]): Promise<Ran> {
    const said = { out: '', err: '' };
    const { endpoint, tableName } = service.table;
    const code = await runCli(['--endpoint', endpoint, '--table', tableName, ...args], {
      environment: {},
      root: process.cwd(),
      now: () => new Date(service.clock.now),
      print: (text) => {
        said.out += text;
      },
      complain: (text) => {
        said.err += text;
      },
      readInput: async () => '',
    });
    return { code, ...said };
  }

  /** The document on standard output of a command that did what was asked. */
  async function json(...args: string[]) {
    const ran = await run(...args, '--json');
    if (ran.code !== 0) throw new Error(ran.err);
    return JSON.parse(ran.out);
  }

  /** The document on standard error of a command that was refused. */
  async function refusal(...args: string[]) {
    const ran = await run(...args, '--json');
    if (ran.code !== 1 || ran.out !== '') throw new Error(`It was not refused: ${ran.out}`);
    return JSON.parse(ran.err);
  }

  return { run, json, refusal };
}
