import { CommanderError } from '@commander-js/extra-typings';
import { printableJson } from '../local/terminal-text.ts';
import { addAccounts } from './accounts.ts';
import { addCalls } from './calls.ts';
import { newProgram, type Program } from './command.ts';
import { addCustomers } from './customers.ts';
import { addData } from './data/data-command.ts';
import { addEvents } from './events/events-command.ts';
import { faultText, JsonFault } from './fault.ts';
import { addLeads } from './leads.ts';
import { addLinks } from './links.ts';
import { addNotify } from './notify.ts';
import { fitTablesTo } from './output.ts';
import { addLogs, addOutputs } from './outputs.ts';
import { addPreflight } from './preflight/preflight-command.ts';
import { addPrompt } from './prompt.ts';
import { addReleases } from './releases/releases-command.ts';
import { addMessages } from './requests/messages.ts';
import { addRequests } from './requests/requests-command.ts';
import { addSamEvents } from './samples/sam-events.ts';
import { addReplay, addSend } from './samples/send.ts';
import { addSmoke } from './samples/smoke.ts';
import { addSecrets } from './secrets/secrets-command.ts';
import { addServices } from './services.ts';
import type { CliContext } from './target.ts';
import { addSchedule } from './technicians/schedule.ts';
import { addTechnicians } from './technicians/technicians-command.ts';
import { addTools } from './tools.ts';
import { usageText } from './usage.ts';
import { addUsers } from './users.ts';

const WRONG_USAGE = 2;

/**
 * Runs one command. The exit code is 0, 1 for a fault or missing data, or 2 for wrong usage. With `--json`, a fault is a
 * JSON document on stderr too.
 */
export async function runCli(args: readonly string[], cli: CliContext): Promise<number> {
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
    const isPlain = !args.includes('--json') || error instanceof JsonFault;
    if (text !== '') cli.complain(isPlain ? text : printableJson(JSON.stringify({ message: text })));
    return 1;
  }
}

const groups = [
  ...[addAccounts, addRequests, addMessages, addLeads, addSchedule, addTechnicians, addCalls, addSend],
  ...[
    addReplay,
    addSmoke,
    addTools,
    addPrompt,
    addServices,
    addSecrets,
    addCustomers,
    addLinks,
    addNotify,
    addData,
    addUsers,
    addOutputs,
  ],
  ...[addEvents, addPreflight, addReleases, addLogs, addSamEvents],
];

/** Returns the program with every command, in the order of its help. */
export function createProgram(cli: CliContext): Program {
  const program = newProgram(cli);
  for (const add of groups) add(program, cli);
  return program;
}
