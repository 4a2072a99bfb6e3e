import type { Command } from 'commander';
import { CliFault } from '../fault.ts';
import { toJson } from '../output.ts';
import { readStack } from '../stack.ts';
import type { CliContext, TargetOptions } from '../target.ts';
import { type Redriven, redrive } from './redrive.ts';

interface RedriveOptions extends TargetOptions {
  readonly dryRun?: boolean;
}

/** `events`. */
export function addEvents(program: Command, { print }: CliContext): void {
  const events = program.command('events').description('events of a deployed stack');
  events
    .command('redrive')
    .description("publishes the events in a stack's dead-letter queue again (--stack)")
    .option('--dry-run', 'only show what would be published')
    .action(async (_: unknown, command: Command) => {
      const { stack, json, dryRun = false } = command.optsWithGlobals<RedriveOptions>();
      if (stack === undefined) return command.error("required option '--stack <name>' not specified");
      const { region, outputs } = await readStack(stack);
      const { DeadLetterQueueUrl: queueUrl, EventBusName: busName } = outputs;
      if (queueUrl === undefined || busName === undefined) {
        throw new CliFault(
          `${stack}: the stack has no output DeadLetterQueueUrl or EventBusName: deploy it again.`,
        );
      }
      const results = await redrive({ region, queueUrl, busName, dryRun });
      print(json ? toJson(results) : resultLines(results, dryRun));
      if (results.some(({ stays }) => stays !== undefined)) throw new CliFault('');
    });
}

function resultLines(results: readonly Redriven[], dryRun: boolean): string {
  if (results.length === 0) return 'The dead-letter queue is empty.';
  const done = dryRun ? 'would publish' : 'published';
  return results
    .map(({ messageId, published, stays }) => {
      if (stays !== undefined) return `${messageId}  stays in the queue: ${stays}`;
      return `${messageId}  ${done} ${published.length === 0 ? 'nothing: its change has no event' : published.join(', ')}`;
    })
    .join('\n');
}
