import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sentencesOf } from '../../support/source-scan.ts';

/** Descriptions in schemas. */
const written = /^lib\/voice\/results\b/;
const files = globSync('lib/{voice,adapters,wording}/**/*.ts', { cwd: process.cwd() }).sort();
const sourceOf = (file: string) => readFileSync(file, 'utf8');

describe('sentences for callers', () => {
  it('exist only in the phrases of a language', () => {
    const elsewhere = files
      .filter((file) => !file.startsWith('lib/wording/') && !written.test(file))
      .flatMap((file) => sentencesOf(sourceOf(file)).map((sentence) => `${file}: ${sentence}`));

    expect(elsewhere).toEqual([]);
  });

  it('are found in their files', () => {
    const phrases = files.filter(
      (file) => file.startsWith('lib/wording/en/') && !/\/(?:history|index|lists)\.ts$/.test(file),
    );
    const silent = phrases.filter((file) => sentencesOf(sourceOf(file)).length === 0);

    // The history has no sentences, and the other two files only join.
    expect(silent).toEqual([]);
  });

  it.each([
    "say('We are closed today.');",
    `say("I'm connecting you with someone");`,
    'say(`$' + '{time} on $' + '{day} is taken.`);',
    "const result = { message: 'Which works best for you?' };",
    "const words = ['one', 'Nobody can take the call right now.'];",
  ])('include %s', (source) => {
    expect(sentencesOf(source)).toHaveLength(1);
  });

  it.each([
    "throw new Error('A confirmed request has an appointment.');",
    "text('The day that the caller asks for, in their words.');",
    "v.pipe(v.string(), v.description('Its weekday, in words.'));",
    "type Code = 'No such thing here.';",
    "// 'I am a comment here.'",
    "const names = ['date', 'first available', 'next week'];",
  ])('do not include %s', (source) => {
    expect(sentencesOf(source)).toEqual([]);
  });
});
