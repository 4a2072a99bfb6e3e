import type { Command } from 'commander';
import { CliFault } from '../fault.ts';
import { toJson, toTable } from '../output.ts';
import type { CliHost, TargetOptions } from '../target.ts';
import { interruption } from './interruption.ts';
import { runSmoke, type SmokeStep } from './smoke-run.ts';

interface SmokeOptions extends TargetOptions {
  readonly secretFile?: string;
}

/** `smoke`. */
export function addSmoke(program: Command, cli: CliHost): void {
  program
    .command('smoke')
    .description(
      'books and cancels through every endpoint with an account and keys of its own, then removes them with everything stored',
    )
    .option(
      '--secret-file <file>',
      "secrets to sign with; default: keys that it adds to the stack's, or the running server's",
    )
    .action(async (_: unknown, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<SmokeOptions>();
      const interrupted = interruption();
      try {
        const { steps, planned, faults } = await runSmoke(cli, options, interrupted.signal);
        cli.print(json ? toJson(steps) : table(steps));
        const failed = steps.filter(({ fault }) => fault !== undefined).length;
        const told = [
          ...(failed > 0 ? [`${failed} of ${steps.length} failed.`] : []),
          ...(interrupted.signal.aborted ? [`Interrupted after ${steps.length} of ${planned}.`] : []),
          ...faults,
        ];
        if (told.length > 0) throw new CliFault(told.join('\n'));
      } finally {
        interrupted.end();
      }
    });
}

const table = (steps: readonly SmokeStep[]) =>
  toTable(
    ['sample', 'status', 'ms', 'result'],
    steps.map(({ sample, status, durationMs, fault = 'as expected' }) => [
      sample,
      String(status),
      String(durationMs),
      fault,
    ]),
  );
