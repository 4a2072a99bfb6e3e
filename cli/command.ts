import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { layOutTables } from './output.ts';
import type { DeployedStack } from './stack.ts';
import type { CliContext, TargetOptions } from './target.ts';

/** The options that name another target than a stack. */
const otherTargets = ['endpoint', 'table'];

/** The program without its commands: its global options and how it writes. */
export function newProgram(cli: CliContext) {
  return new Command('dispatch')
    .description('Accounts, dispatch requests, calls and sample webhooks of the dispatch service.')
    .option(
      '--endpoint <url>',
      'DynamoDB endpoint (or DYNAMODB_ENDPOINT); default: that of the running server',
    )
    .option('--table <name>', 'table name (or DISPATCH_TABLE)')
    .addOption(
      new Option(
        '--stack <name>',
        'a deployed stack, such as dispatch-dev, by its outputs (or DISPATCH_STACK)',
      ).conflicts(otherTargets),
    )
    .option('--json', 'print one JSON document')
    .addOption(
      new Option('--tsv', 'print tables as tab-separated lines, for other programs').conflicts('json'),
    )
    .version(cli.version, '--version', 'print the version')
    .configureHelp({
      showGlobalOptions: true,
      // Commander doesn't say which options are required.
      optionDescription: ({ description, mandatory }) =>
        mandatory ? `${description} (required)` : description,
    })
    .configureOutput({
      writeOut: (text) => cli.print(text.trimEnd()),
      writeErr: (text) => cli.complain(text.trimEnd()),
      // `runCli` reports wrong usage in the service's own words.
      outputError: () => undefined,
    })
    .hook('preAction', (program, action) => {
      const stack = valueIn(cli.environment, 'DISPATCH_STACK');
      const given: Readonly<Record<string, unknown>> = action.optsWithGlobals();
      // A URL that a command can't do without is printed, and is no target.
      const isPrinted = action.options.some(({ long, mandatory }) => long === '--url' && mandatory);
      const targets = ['stack', ...otherTargets, ...(isPrinted ? [] : ['url'])];
      const isNamed = targets.some((name) => given[name] !== undefined);
      if (stack !== undefined && !isNamed) program.setOptionValueWithSource('stack', stack, 'env');
      layOutTables({ columns: cli.columns, isTsv: given.tsv === true });
    })
    .exitOverride();
}

const valueIn = (environment: CliContext['environment'], name: string): string | undefined =>
  environment[name]?.trim() || undefined;

/** Commands that let keys and people act for accounts, which nobody should do by mistake. */
const granting: ReadonlySet<string> = new Set(['secrets', 'users']);

/** Gives all commands of a program that need one account that of the environment, unless they get another. */
export function takeAccountFrom(environment: CliContext['environment'], command: CommandUnknownOpts): void {
  if (granting.has(command.name())) return;
  const account = valueIn(environment, 'DISPATCH_ACCOUNT');
  for (const below of command.commands) takeAccountFrom(environment, below);
  for (const option of command.options) {
    if (option.long !== '--account' || !option.mandatory) continue;
    option.description += ' (or DISPATCH_ACCOUNT)';
    if (account !== undefined) command.setOptionValueWithSource('account', account, 'env');
  }
}

export type Program = ReturnType<typeof newProgram>;

/** A command, whatever its arguments and its own options are. */
export interface AnyCommand<Options = TargetOptions> {
  optsWithGlobals(): Options;
  error(message: string): never;
}

/** Reads the stack of `--stack`. A command without it was used wrongly. */
export async function requiredStack(command: AnyCommand): Promise<DeployedStack> {
  const name = stackName(command);
  // Its client takes a fifth of the time in which a command starts that needs no stack.
  const { readStack } = await import('./stack.ts');
  return await readStack(name);
}

/** Returns the value of `--stack`. A command without it was used wrongly. */
export function stackName(command: AnyCommand): string {
  return command.optsWithGlobals().stack ?? command.error("required option '--stack <name>' not specified");
}
