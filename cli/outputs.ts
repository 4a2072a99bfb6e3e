import { oneLine } from '../lib/normalized.ts';
import { type Program, requiredStack } from './command.ts';
import { toJson } from './output.ts';
import type { CliContext } from './target.ts';

/** Questions that people ask of the log lines of routes, in the language of CloudWatch Logs Insights. */
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

export function addOutputs(program: Program, { print }: CliContext): void {
  program
    .command('outputs')
    .description('shows the outputs of a deployed stack: URLs, table, secrets, logs, dashboard, events')
    .action(async (_, command) => {
      const { name, region, outputs } = await requiredStack(command);
      const shown = { stack: name, region, ...outputs };
      if (command.optsWithGlobals().json) return print(toJson(shown));
      // The values are never cut, so that they can be copied.
      const width = Math.max(...Object.keys(shown).map((name) => name.length));
      const lines = Object.entries(shown).map(([name, value]) => `${name.padEnd(width)}  ${oneLine(value)}`);
      print(lines.join('\n'));
    });
}

export function addLogs(program: Program, { print }: CliContext): void {
  program
    .command('logs')
    .description('logs of a deployed stack')
    .command('queries')
    .description(
      'prints queries about single companies for CloudWatch Logs Insights, and where to run them (--stack)',
    )
    .action(async (_, command) => {
      const { outputs } = await requiredStack(command);
      const logGroups = Object.entries(outputs).flatMap(([name, value]) =>
        name.startsWith('LogGroup') && !/Access|Edge/.test(name) ? [value] : [],
      );
      if (command.optsWithGlobals().json) return print(toJson({ logGroups, queries }));
      const texts = queries.map(({ title, query }) => `# ${title}\n${query}`);
      print(['# Log groups', ...logGroups, '', texts.join('\n\n')].join('\n'));
    });
}
