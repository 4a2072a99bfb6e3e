import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { catalog } from '../../lib/voice/catalog.ts';

const texts = readFileSync('docs/agent-prompt.md', 'utf8').match(/(?<=```text\n)[^`]+(?=```)/g) ?? [];
const [voiceone = '', voicetwo = ''] = texts;

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

  it("takes the date from the platform's own variable, in the zone of the company", () => {
    expect(voiceone).toContain('{{current_time_America/New_York}}');
    expect(voicetwo).toMatch(/\{\{"now" \| date: "[^"]*%Y[^"]*", "America\/New_York"\}\}/);
  });

  it('says the same on both platforms but for names, date and transfer', () => {
    const isOwn = (line: string) => /\{\{|transfer/i.test(line);
    const neutral = (text: string) =>
      text
        .split('\n')
        .filter((line) => !isOwn(line))
        .map((line) => line.replace(/\b[a-z]+(?:_[a-z]+)+\b|\b[a-z]+(?:[A-Z][a-z]+)+\b/g, '()'));
    expect(neutral(voicetwo)).toEqual(neutral(voiceone));
  });
});
