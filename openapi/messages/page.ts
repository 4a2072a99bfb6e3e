import type { Language } from '../../lib/accounts/account.ts';
import { type Words, wordsIn } from '../../lib/wording/index.ts';
import { MAX_MESSAGE } from '../../lib/wording/speech.ts';
import { TODAY } from './moments.ts';
import { causes, reasonsIn } from './reasons.ts';
import { type Group, groupsIn, holdingPhrases, instructions, notes } from './sentences.ts';

const introduction = ({ speakDateWithYear }: Words) => `# Messages

What callers hear, word for word. \`npm run docs\` writes this page from \`lib/wording/en/\`; change the sentences there. Names,
dates and times are examples, on ${speakDateWithYear(TODAY)}.

A \`message\` is one line of at most ${MAX_MESSAGE} characters: sentences that don't fit are omitted from the end. A date in another
year than today's is spoken with its year. A refusal names an existing appointment ("Your appointment on … stays.") and what is
free instead. "Nothing is free as far ahead as we book." is said only after every day was read: an incomplete search says how far it got.`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');

const cell = (text: string): string => text.replaceAll('|', '\\|');

const reasonTable = (words: Words): string =>
  table(
    ['reason', 'of', 'example'],
    Object.entries(reasonsIn(words)).flatMap(([reason, examples]) =>
      examples.map(([of, said], index) => [index === 0 ? `\`${reason}\`` : '', of, said]),
    ),
  );

const faultTable = ({ faults }: Words): string => {
  const causeOf = new Map(Object.entries(causes));
  const rows = Object.entries(faults).map(([code, said]) => [
    `\`${code}\``,
    said.join(' '),
    causeOf.get(code) ?? '',
  ]);
  return table(['code', 'message', 'cause'], rows);
};

const section = (folder: string, { title, file, phrases }: Group): string =>
  [`### ${title}`, `\`lib/wording/${folder}${file}.ts\``, table(['phrase', 'said'], [...phrases])].join(
    '\n\n',
  );

const sections = (language: Language): readonly string[] =>
  groupsIn(wordsIn(language))
    .filter(({ title }) => title !== 'Faults')
    .map((group) => section(`${language}/`, group));

/** The page of the docs with everything that callers hear in Spanish. */
export function spanishMessagesPage(): string {
  const words = wordsIn('es');
  const parts = [
    '# Messages in Spanish',
    `What callers hear if the call is in Spanish. [Messages](messages.md) explains these tables.`,
    '## Reasons',
    reasonTable(words),
    '## Error codes of results',
    faultTable(words),
    '## All phrases',
    ...sections('es'),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The page of the docs with everything that callers hear in English. */
export function messagesPage(): string {
  const words = wordsIn('en');
  const parts = [
    introduction(words),
    '## Reasons',
    'Why a voice function did not do what was asked: `reason` in its result, with status 200.',
    reasonTable(words),
    '## Error codes of results',
    'Faults of the voice functions: `{ "error": { "code", "message" } }` as the result, with status 200.',
    faultTable(words),
    '## All phrases',
    ...sections('en'),
    section('en/', holdingPhrases),
    '## What the model is told',
    'In `nextStep`, where the next step is not obvious. Nobody hears it.',
    section('', instructions),
    '## What the office is told',
    section('en/', notes),
  ];
  return `${parts.join('\n\n')}\n`;
}
