import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { languages } from '../../lib/accounts/account.ts';
import { wordsIn } from '../../lib/wording/index.ts';
import { messagesPage, spanishMessagesPage } from '../../openapi/messages/page.ts';
import { reasonsIn } from '../../openapi/messages/reasons.ts';
import { groupsIn, holdingPhrases, notes } from '../../openapi/messages/sentences.ts';

const english = [...groupsIn(wordsIn('en')), holdingPhrases];
const phrases = [...english, ...groupsIn(wordsIn('es'))].flatMap((group) =>
  [...group.phrases].map(([name, said]) => ({ name: `${group.file}: ${name}`, said })),
);
const examples = languages.flatMap((language) =>
  Object.entries(reasonsIn(wordsIn(language))).flatMap(([reason, said]) =>
    said.map(([of, message]) => ({ name: `${language} ${reason}, ${of}`, said: message })),
  ),
);

describe('docs/messages.md', () => {
  it('is what `npm run docs` writes', () => {
    expect(readFileSync('docs/messages.md', 'utf8')).toBe(messagesPage());
    expect(readFileSync('docs/messages-spanish.md', 'utf8')).toBe(spanishMessagesPage());
  });

  it('lists the phrases of every file but those of the history and of texts, which callers never hear', () => {
    const files = readdirSync('lib/wording/en').map((name) => name.replace('.ts', ''));
    const listed = new Set([...english, notes].map(({ file }) => file));

    expect([...listed, 'history', 'index', 'lists', 'texts'].sort()).toEqual(files.sort());
  });
});

describe('what callers hear', () => {
  const heard = [...phrases, ...examples];

  it('is one short line without gaps', () => {
    const isLine = (said: string) =>
      /^\S(?:[^\n]{0,218}\S)?$/.test(said) && !/undefined|NaN|\[object| {2}/.test(said);
    expect(heard.filter(({ said }) => !isLine(said))).toEqual([]);
  });

  it('contains no instruction to the model', () => {
    const instructs = /\bthe caller\b|\bplease ask\b|[a-z]+_[a-z]+|\b[a-z]+[A-Z][a-z]+\b/;
    expect(heard.filter(({ said }) => instructs.test(said))).toEqual([]);
  });

  it('never says that nothing is booked, because the caller may have an older appointment', () => {
    const saying = phrases.filter(({ said }) => /(?:nothing|no appointment) is booked/i.test(said));
    expect(saying).toEqual([]);
  });
});
