import { join } from 'node:path';
import type { Argument, CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import type { Program } from './command.ts';
import { oneOf } from './options.ts';
import type { CliContext } from './target.ts';

/** The word with which a shell asks what may come next. The words that were typed follow; the last one is unfinished. */
export const COMPLETE = '__complete';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** Adds `completion`. */
export function addCompletion(program: Program, { print, root }: CliContext): void {
  program
    .command('completion')
    .description('prints what makes a shell complete commands, options and values')
    .argument('<shell>', `one of ${shells.join(', ')}`, oneOf(shells))
    .addHelpText(
      'after',
      [
        '',
        'For the shell that is open, in the folder of the project:',
        '  bash, zsh: eval "$(npx dispatch completion bash)"',
        '  fish: npx dispatch completion fish | source',
        'It also makes "dispatch" a command in every folder.',
      ].join('\n'),
    )
    .action((shell) => {
      const quoted = [process.execPath, join(root, 'cli/main.ts')].map(
        (path) => `'${path.replaceAll("'", "'\\''")}'`,
      );
      print(scripts[shell](quoted.join(' ')));
    });
}

/** The script of each shell, which runs a command line. Files are completed where nothing else is. */
const scripts: Readonly<Record<Shell, (run: string) => string>> = {
  bash: (run) => `dispatch() { ${run} "$@"; }
_dispatch() {
  mapfile -t COMPREPLY < <(compgen -W "$(dispatch ${COMPLETE} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _dispatch dispatch`,
  zsh: (run) => `dispatch() { ${run} "$@"; }
_dispatch() {
  local -a found
  found=(\${(f)"$(dispatch ${COMPLETE} "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( \${#found} )); then compadd -a found; else _files; fi
}
autoload -Uz compinit && compinit
compdef _dispatch dispatch`,
  fish: (run) => `function dispatch; ${run} $argv; end
function __dispatch_complete
    set -l found (dispatch ${COMPLETE} (commandline -opc)[2..] (commandline -ct | string collect) 2>/dev/null)
    if test -n "$found"; printf '%s\\n' $found; else; __fish_complete_path (commandline -ct); end
end
complete -c dispatch -f -a '(__dispatch_complete)'`,
};

/**
 * Returns what may stand in place of the last of the words, whatever it begins with: names of commands, options, or values
 * of an option or an argument.
 */
export function completions(program: CommandUnknownOpts, words: readonly string[]): readonly string[] {
  const before = words.slice(0, -1);
  const last = words.at(-1) ?? '';
  const { command, taken } = innermost(program, before);
  const options = [...command.options, ...program.options];
  const valued = options.find(({ long, required }) => required && long === before.at(-1));
  if (valued !== undefined) return choicesOf(valued);
  if (last.startsWith('-')) return [...new Set(options.flatMap(({ long }) => long ?? [])), '--help'];
  if (command.commands.length > 0) return command.commands.map((below) => below.name());
  const { registeredArguments } = command;
  const argument = registeredArguments[Math.min(taken, registeredArguments.length - 1)];
  return argument === undefined ? [] : choicesOf(argument);
}

/** Returns the command that the words name, and how many arguments of its own they have. */
function innermost(program: CommandUnknownOpts, words: readonly string[]) {
  let command = program;
  let taken = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const option = [...command.options, ...program.options].find(({ long }) => long === word);
    if (option?.required) at += 1;
    if (word.startsWith('-')) continue;
    const below = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
    if (below === undefined) taken += 1;
    else command = below;
  }
  return { command, taken };
}

/** Returns the values that an option or an argument takes, if it takes no others. */
function choicesOf({ argChoices, parseArg }: Option | Argument): readonly string[] {
  if (argChoices !== undefined) return argChoices;
  return parseArg !== undefined && 'choices' in parseArg && Array.isArray(parseArg.choices)
    ? parseArg.choices
    : [];
}
