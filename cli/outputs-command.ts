import type { Command } from 'commander';
import { oneLine } from '../lib/normalized.ts';
import { toJson } from './output.ts';
import { readStack } from './stack.ts';
import type { CliContext, TargetOptions } from './target.ts';

/** `outputs`. */
export function addOutputs(program: Command, { print }: CliContext): void {
  program
    .command('outputs')
    .description('shows the outputs of a deployed stack: URLs, table, secrets, logs, dashboard, events')
    .action(async (_: unknown, command: Command) => {
      const { stack, json } = command.optsWithGlobals<TargetOptions>();
      if (stack === undefined) return command.error("required option '--stack <name>' not specified");
      const { region, outputs } = await readStack(stack);
      print(json ? toJson({ stack, region, ...outputs }) : outputLines({ stack, region, ...outputs }));
    });
}

/** One per line and never truncated, so that they can be copied. */
function outputLines(outputs: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(outputs).map((name) => name.length));
  return Object.entries(outputs)
    .map(([name, value]) => `${name.padEnd(width)}  ${oneLine(value)}`)
    .join('\n');
}
