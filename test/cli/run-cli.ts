import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { type CommandName, createProgram, runCli } from '../../cli/program.ts';
import type { CliContext } from '../../cli/target.ts';
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
  cli: Pick<CliContext, 'environment' | 'root' | 'now' | 'columns'> &
    Partial<Pick<CliContext, 'pause' | 'browse'>>,
  input = '',
): Promise<Ran> {
  const said = { out: '', err: '' };
  const code = await runCli(args, {
    pause: async () => undefined,
    browse: async () => undefined,
    ...cli,
    version: '1.2.3',
    print: (text) => {
      said.out += text;
    },
    complain: (text) => {
      said.err += text;
    },
    readInput: async () => Buffer.from(input),
  });
  return { code, ...said };
}

/** The command line over a service's table and clock. */
/** @param pause what happens while a command waits */
export function cliOf(service: Service, pause: CliContext['pause'] = async () => undefined) {
  const { endpoint, tableName } = service.table;
  const where = ['--endpoint', endpoint, '--table', tableName];
  const environment = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
  const run = (...args: string[]): Promise<Ran> =>
    ran([...where, ...args], {
      environment,
      root: process.cwd(),
      now: () => new Date(service.clock.now),
      pause,
    });

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

/** A command that does something, by its words, such as `requests list`. */
export interface NamedCommand {
  readonly name: string;
  readonly command: CommandUnknownOpts;
}

/** The commands that do something, of one name or of all. */
export async function allCommands(name?: CommandName): Promise<readonly NamedCommand[]> {
  const host = {
    ...{
      version: '',
      environment: {},
      root: '',
      now: () => new Date(),
      readInput: async () => Buffer.alloc(0),
      pause: async () => undefined,
      browse: async () => undefined,
    },
    ...{ print: () => undefined, complain: () => undefined },
  };
  const leaves = (command: CommandUnknownOpts, path: readonly string[]): readonly NamedCommand[] =>
    command.commands.length === 0
      ? [{ name: path.join(' '), command }]
      : command.commands.flatMap((below) => leaves(below, [...path, below.name()]));
  return leaves(await createProgram(host, name), []);
}
