import { Command, CommanderError, Option } from 'commander';
import { printableJson } from '../local/terminal-text.ts';
import { addAccounts } from './accounts/accounts-command.ts';
import { addCalls } from './calls/calls-command.ts';
import { addCustomers } from './customers/customers-command.ts';
import { addData } from './data/data-command.ts';
import { addEvents } from './events/events-command.ts';
import { faultText, JsonFault } from './fault.ts';
import { addLeads } from './leads/leads-command.ts';
import { addLogs } from './logs/logs-command.ts';
import { addMessages } from './messages/messages-command.ts';
import { fitTablesTo } from './output.ts';
import { addOutputs } from './outputs-command.ts';
import { addPreflight } from './preflight/preflight-command.ts';
import { addReleases } from './releases/releases-command.ts';
import { addRequests } from './requests/requests-command.ts';
import { addReplay } from './samples/replay-command.ts';
import { addSamEvents } from './samples/sam-command.ts';
import { addSend } from './samples/send-command.ts';
import { addSmoke } from './samples/smoke-command.ts';
import { addSecrets } from './secrets/secrets-command.ts';
import { addServices } from './services-command.ts';
import type { CliHost } from './target.ts';
import { addSchedule } from './technicians/schedule-command.ts';
import { addTechnicians } from './technicians/technicians-command.ts';
import { addTools } from './tools-command.ts';
import { usageText } from './usage.ts';
import { addUsers } from './users/users-command.ts';

/** The help of an option; commander does not say whether it is required. */
function optionDescription(option: Option): string {
  return option.mandatory ? `${option.description} (required)` : option.description;
}

const WRONG_USAGE = 2;

/**
 * Runs one command; the exit code is 0, 1 for a fault or missing data, 2 for wrong usage. With `--json` a fault is a JSON
 * document on stderr too.
 */
export async function runCli(args: readonly string[], cli: CliHost): Promise<number> {
  const isJson = args.includes('--json');
  fitTablesTo(cli.columns);
  try {
    await createProgram(cli).parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      if (error.code !== 'commander.help') cli.complain(usageText(error));
      return WRONG_USAGE;
    }
    const text = faultText(error);
    if (text !== '')
      cli.complain(
        isJson && !(error instanceof JsonFault) ? printableJson(JSON.stringify({ message: text })) : text,
      );
    return 1;
  }
}

/** Every command. */
export function createProgram(cli: CliHost): Command {
  const program = new Command('dispatch')
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
    .configureHelp({ showGlobalOptions: true, optionDescription })
    .configureOutput({
      writeOut: (text) => cli.print(text.trimEnd()),
      writeErr: (text) => cli.complain(text.trimEnd()),
      // `runCli` says it in our own words.
      outputError: () => undefined,
    })
    .exitOverride();
  addAccounts(program, cli);
  addRequests(program, cli);
  addMessages(program, cli);
  addLeads(program, cli);
  addSchedule(program, cli);
  addTechnicians(program, cli);
  addCalls(program, cli);
  addSend(program, cli);
  addReplay(program, cli);
  addSmoke(program, cli);
  addTools(program, cli);
  addServices(program, cli);
  addSecrets(program, cli);
  addCustomers(program, cli);
  addData(program, cli);
  addUsers(program, cli);
  addOutputs(program, cli);
  addEvents(program, cli);
  addPreflight(program, cli);
  addReleases(program, cli);
  addLogs(program, cli);
  addSamEvents(program, cli);
  return program;
}
