import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { catalog } from '../../lib/voice/catalog.ts';
import { greetingNames } from '../../lib/voice/known-before-hello.ts';
import { wordsIn } from '../../lib/wording/index.ts';
import { reasonsIn } from '../../openapi/messages/reasons.ts';

import { promptPage } from '../../openapi/prompt-page.ts';

const page = readFileSync('docs/agent-prompt.md', 'utf8');
const texts = page.match(/(?<=```text\n)[^`]+(?=```)/g) ?? [];
const [voiceone = '', voicetwo = ''] = texts;

/** Reasons whose answers offer something else or name what is missing. */
const withAlternatives = [
  ...['past', 'too_soon', 'too_far', 'closed', 'holiday', 'no_technician', 'duration_exceeds_hours'],
  ...[
    'fully_booked',
    'no_match',
    'not_on_grid',
    'slot_taken',
    'not_skilled',
    'technician_not_in_area',
    'missing_argument',
  ],
];

describe("the agent's prompt", () => {
  it.each(catalog)('says when to call $voiceone, on either platform by its name there', (entry) => {
    expect(voiceone).toMatch(new RegExp(`\\b${entry.voiceone}\\b`));
    expect(voicetwo).toMatch(new RegExp(`\\b${entry.voicetwo}\\b`));
  });

  it('names no function of the other platform', () => {
    for (const entry of catalog) {
      expect(voiceone).not.toContain(entry.voicetwo);
      expect(voicetwo).not.toContain(entry.voiceone);
    }
  });

  it("takes the date from the platform's own variable, in the company's time zone", () => {
    expect(voiceone).toContain('{{current_time_America/New_York}}');
    expect(voicetwo).toMatch(/\{\{"now" \| date: "[^"]*%Y[^"]*", "America\/New_York"\}\}/);
  });

  it('is up to date (npm run docs)', () => {
    expect(page).toBe(promptPage());
  });

  it.each(texts)('has no variables except those that the platform or the service fills', (text) => {
    const variables = [...text.matchAll(/\{\{([^}]*)\}\}/g)].map(([, name]) => name);
    const own = variables.filter((name = '') => !/^(current_\w+_America\/New_York|"now" \|.*)$/.test(name));
    expect(own.toSorted()).toEqual(greetingNames.filter((name) => own.includes(name)).toSorted());
    expect(text).not.toMatch(/[^{]\{\w+\}|\$|COMPANY|TODAY/);
  });

  it.each(Object.keys(reasonsIn(wordsIn('en'))).filter((reason) => !withAlternatives.includes(reason)))(
    'says what to do for %s',
    (reason) => {
      for (const text of texts) expect(text).toMatch(new RegExp(`\\b${reason}\\b`));
    },
  );

  it('has the tools of the platform that dial and hang up', () => {
    for (const name of ['connect_caller', 'end_call']) expect(voiceone).toContain(name);
    for (const name of ['connectCaller', 'endCall']) expect(voicetwo).toContain(name);
  });

  it('is short', () => {
    for (const text of texts) expect(text.length).toBeLessThan(11_500);
  });

  it('discloses the assistant and the recording in the greeting', () => {
    for (const text of texts) expect(text).toMatch(/Greet: "[^"]*virtual assistant[^"]*recorded[^"]*"/);
  });
});
