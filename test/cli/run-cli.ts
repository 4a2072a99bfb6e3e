import { type CliHost, runCli } from '../../cli/program.ts';
import type { Service } from '../functions/service.ts';

/** The output of a command and its exit code. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line and captures its output. */
export async function ran(
  args: readonly string[],
  cli: Pick<CliHost, 'environment' | 'root' | 'now' | 'columns'>,
): Promise<Ran> {
  const said = { out: '', err: '' };
  const code = await runCli(args, {
    ...cli,
    version: '1.2.3',
    print: (text) => {
      said.out += text;
    },
    complain: (text) => {
      said.err += text;
    },
    readInput: async () => Buffer.alloc(0),
  });
  return { code, ...said };
}

/** The command line over a service's table and clock. */
export function cliOf(service: Service) {
  const { endpoint, tableName } = service.table;
  const where = ['--endpoint', endpoint, '--table', tableName];
  const environment = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
  const run = (...args: string[]): Promise<Ran> =>
    ran([...where, ...args], { environment, root: process.cwd(), now: () => new Date(service.clock.now) });

  /** The JSON document on standard output of a successful command. */
  async function json(...args: string[]) {
    const ran = await run(...args, '--json');
    if (ran.code !== 0) throw new Error(ran.err);
    return JSON.parse(ran.out);
  }

  /** The JSON document on standard error of a refused command. */
  async function refusal(...args: string[]) {
    const ran = await run(...args, '--json');
    if (ran.code !== 1 || ran.out !== '') throw new Error(`It was not refused: ${ran.out}`);
    return JSON.parse(ran.err);
  }

  return { run, json, refusal };
}
