import type { Command } from 'commander';
import { toJson } from '../output.ts';
import { readStack } from '../stack.ts';
import type { CliContext, TargetOptions } from '../target.ts';

/** What people ask of the log lines of routes, in the language of CloudWatch Logs Insights. */
const queries = [
  {
    title: 'What happened to one company, hour by hour',
    query: 'filter account = "<account>" | stats count() by bin(1h), route, function, outcome, code',
  },
  {
    title: 'The faults of one company, with their places',
    query:
      'filter account = "<account>" and ispresent(error) | display @timestamp, requestId, function, code, error, frames.0',
  },
  {
    title: 'When each company was last heard of: one may have gone silent in its business hours',
    query:
      'filter ispresent(account) | stats max(@timestamp) as last, count() as requests by account | sort last asc',
  },
  {
    title: 'Which companies hear the most refusals and faults',
    query:
      'filter outcome in ["refused", "fault"] | stats count() as times by account, function, reason, code | sort times desc',
  },
  {
    title: 'Genuine requests that were refused, before their account is known',
    query: 'filter status in [403, 422] | stats count() by route, code, account',
  },
] as const;

/** `logs`. */
export function addLogs(program: Command, { print }: CliContext): void {
  const logs = program.command('logs').description('logs of a deployed stack');
  logs
    .command('queries')
    .description(
      'prints queries about single companies for CloudWatch Logs Insights, and where to run them (--stack)',
    )
    .action(async (_: unknown, command: Command) => {
      const { stack, json } = command.optsWithGlobals<TargetOptions>();
      if (stack === undefined) return command.error("error: required option '--stack <name>' not specified");
      const { outputs } = await readStack(stack);
      const logGroups = Object.entries(outputs).flatMap(([name, value]) =>
        name.startsWith('LogGroup') && !/Access|Edge/.test(name) ? [value] : [],
      );
      if (json) return print(toJson({ logGroups, queries }));
      const texts = queries.map(({ title, query }) => `# ${title}\n${query}`);
      print(['# Log groups', ...logGroups, '', texts.join('\n\n')].join('\n'));
    });
}
