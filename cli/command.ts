import { Command, Option } from '@commander-js/extra-typings';
import { type DeployedStack, readStack } from './stack.ts';
import type { CliContext, TargetOptions } from './target.ts';

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
      new Option('--stack <name>', 'a deployed stack, such as dispatch-dev, by its outputs').conflicts([
        'endpoint',
        'table',
      ]),
    )
    .option('--json', 'print one JSON document')
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
    .exitOverride();
}

export type Program = ReturnType<typeof newProgram>;

/** A command, whatever its arguments and its own options are. */
export interface AnyCommand<Options = TargetOptions> {
  optsWithGlobals(): Options;
  error(message: string): never;
}

/** Reads the stack of `--stack`. A command without it was used wrongly. */
export function requiredStack(command: AnyCommand): Promise<DeployedStack> {
  return readStack(stackName(command));
}

/** Returns the value of `--stack`. A command without it was used wrongly. */
export function stackName(command: AnyCommand): string {
  return command.optsWithGlobals().stack ?? command.error("required option '--stack <name>' not specified");
}
