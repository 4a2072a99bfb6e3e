import { voiceKits } from '../lib/kits/index.ts';
import { promptFor } from '../lib/kits/prompt/prompt.ts';
import type { Program } from './command.ts';
import { platformArgument } from './options.ts';
import { type CliContext, readAccount, withTarget } from './target.ts';

/** Adds `prompt`, whose output is made to be pasted. */
export function addPrompt(program: Program, cli: CliContext): void {
  program
    .command('prompt')
    .description("prints the prompt of a company's agent on a voice platform")
    .argument(...platformArgument)
    .requiredOption('--account <id>', 'account whose name and time zone the prompt has')
    .action(async (platform, _, command) => {
      const { account: id, ...options } = command.optsWithGlobals();
      const account = await withTarget(cli, options, (target) => readAccount(target, id));
      cli.print(promptFor(platform, voiceKits[platform].promptToday, account).trimEnd());
    });
}
