import { CommanderError } from '@commander-js/extra-typings';
import { printableJson } from '../local/terminal-text.ts';
import { newProgram, type Program, takeAccountFrom } from './command.ts';
import { COMPLETE, completions } from './completion.ts';
import { faultText, JsonFault } from './fault.ts';
import type { CliContext } from './target.ts';
import { usageText } from './usage.ts';

const WRONG_USAGE = 2;

/**
 * Runs one command. The exit code is 0, 1 for a fault or missing data, or 2 for wrong usage. With `--json`, a fault is a
 * JSON document on stderr too: `{ message }`, or `{ reason: "usage", message }`.
 */
export async function runCli(args: readonly string[], cli: CliContext): Promise<number> {
  const isJson = args.includes('--json');
  try {
    const [first, ...words] = args;
    if (first === COMPLETE) {
      const found =
        words.length > 1
          ? completions(await createProgram(cli, commandNamed(unanswered(words), cli)), words)
          : commandNames;
      cli.print(found.join('\n'));
      return 0;
    }
    const program = await createProgram(cli, commandNamed(args, cli));
    await program.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      if (error.code === 'commander.help') return WRONG_USAGE;
      const message = usageText(error);
      cli.complain(isJson ? jsonText({ reason: 'usage', message }) : message);
      return WRONG_USAGE;
    }
    const text = faultText(error);
    const isPlain = !isJson || error instanceof JsonFault;
    if (text !== '') cli.complain(isPlain ? text : jsonText({ message: text }));
    return 1;
  }
}

/** Returns words without the option that is answered as soon as it is read. */
const unanswered = (words: readonly string[]): readonly string[] =>
  words.filter((word) => word !== '--version');

const jsonText = (fault: object): string => printableJson(JSON.stringify(fault));

type AddCommand = (program: Program, cli: CliContext) => void;

/** How each command is loaded, in the order of the help. All of them take a second, so a command loads only its own. */
const commands = {
  accounts: async () => (await import('./accounts.ts')).addAccounts,
  requests: async () => (await import('./requests/requests-command.ts')).addRequests,
  messages: async () => (await import('./requests/messages.ts')).addMessages,
  leads: async () => (await import('./leads.ts')).addLeads,
  schedule: async () => (await import('./technicians/schedule.ts')).addSchedule,
  plan: async () => (await import('./planning/plan-command.ts')).addPlan,
  technicians: async () => (await import('./technicians/technicians-command.ts')).addTechnicians,
  calls: async () => (await import('./calls.ts')).addCalls,
  send: async () => (await import('./samples/send.ts')).addSend,
  replay: async () => (await import('./samples/send.ts')).addReplay,
  smoke: async () => (await import('./samples/smoke.ts')).addSmoke,
  tools: async () => (await import('./tools.ts')).addTools,
  prompt: async () => (await import('./prompt.ts')).addPrompt,
  services: async () => (await import('./services.ts')).addServices,
  secrets: async () => (await import('./secrets/secrets-command.ts')).addSecrets,
  'hash-api-key': async () => (await import('./secrets/secrets-command.ts')).addHashApiKey,
  customers: async () => (await import('./customers.ts')).addCustomers,
  links: async () => (await import('./links.ts')).addLinks,
  notify: async () => (await import('./notify.ts')).addNotify,
  data: async () => (await import('./data/data-command.ts')).addData,
  users: async () => (await import('./users.ts')).addUsers,
  outputs: async () => (await import('./outputs.ts')).addOutputs,
  events: async () => (await import('./events/events-command.ts')).addEvents,
  preflight: async () => (await import('./preflight/preflight-command.ts')).addPreflight,
  releases: async () => (await import('./releases/releases-command.ts')).addReleases,
  logs: async () => (await import('./outputs.ts')).addLogs,
  open: async () => (await import('./open.ts')).addOpen,
  completion: async () => (await import('./completion.ts')).addCompletion,
  'sam-events': async () => (await import('./samples/sam-events.ts')).addSamEvents,
} as const satisfies Readonly<Record<string, () => Promise<AddCommand>>>;

export type CommandName = keyof typeof commands;

const isCommandName = (text: string | undefined): text is CommandName =>
  text !== undefined && Object.hasOwn(commands, text);

export const commandNames: readonly CommandName[] = Object.keys(commands).filter(isCommandName);

/** Returns the first word of the command that the arguments name. None for the help and for anything unknown. */
function commandNamed(args: readonly string[], cli: CliContext): CommandName | undefined {
  const [name] = newProgram(cli).parseOptions([...args]).operands;
  return isCommandName(name) ? name : undefined;
}

/** Returns the program with the commands of one name; without a name, with every command. */
export async function createProgram(cli: CliContext, name?: CommandName): Promise<Program> {
  const program = newProgram(cli);
  const added = await Promise.all((name === undefined ? commandNames : [name]).map((one) => commands[one]()));
  for (const add of added) add(program, cli);
  takeAccountFrom(cli.environment, program);
  return program;
}
