import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { ran } from '../cli/run-cli.ts';

const inDocs = readdirSync('docs').filter((name) => name.endsWith('.md'));
const pages = ['README.md', 'CONTRIBUTING.md', ...inDocs.map((name) => `docs/${name}`)];

const groups =
  'accounts|calls|customers|data|events|leads refused|links|messages|notify|requests|secrets|services|technicians|users';

/** Commands after `dispatch`, and in code spans without it. Lines that end in a backslash go on. */
function commandsIn(page: string): string[] {
  const text = readFileSync(page, 'utf8').replaceAll(/\\\n\s*/g, '');
  const named = text.matchAll(
    new RegExp(`\`((?:${groups}) [a-z][^\`\n]*|(?:prompt|replay|schedule|send|tools) [^\`\n]*)\``, 'g'),
  );
  const called = text.matchAll(/(?:npm run (?:-s )?dispatch --|^\$ dispatch|`dispatch) ([a-z][^`\n]*)/gm);
  return [...named, ...called].map(([, command = '']) => command.replace(/ +[|>#] .*$/, ''));
}

/** The words that choose the command: one, or one more than those of its group. */
const wordsOf = (command: string): string =>
  new RegExp(`^(?:(?:${groups}) )?[a-z-]+`).exec(command)?.[0] ?? command;

it.each(pages)('%s names only existing commands and options', async (page) => {
  for (const command of new Set(commandsIn(page))) {
    const words = wordsOf(command);
    const { out } = await ran([...words.split(' '), '--help'], {
      environment: {},
      root: process.cwd(),
      now: () => new Date(0),
    });
    expect(out).toContain(`Usage: dispatch ${words}`);
    for (const [option] of command.matchAll(/(?<= )--[a-z-]+/g)) expect(out).toContain(option);
  }
});
