import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { normalized, oneLine } from '../../lib/normalized.ts';
import { understandUrgency } from '../../lib/understanding/urgency.ts';

/** One character, which becomes eighteen in NFKC. */
const LONG = '\ufdfa';

describe('a text that is normalized', () => {
  it('is cut first, and well-formed', () => {
    expect(normalized('a'.repeat(2_000_000), 'NFKC')).toHaveLength(12_000);
    expect(normalized(LONG.repeat(2_000_000), 'NFKC')).toHaveLength(18 * 12_000);
    expect(normalized(`${'a'.repeat(11_999)}😀`, 'NFC')).toBe(`${'a'.repeat(11_999)}\ufffd`);
    expect(normalized('ｕｒｇｅｎｔ', 'NFKC')).toBe('urgent');
    expect(normalized('e\u0301', 'NFC', 1)).toBe('e');
  });

  it('has its meaning at its beginning', () => {
    expect(understandUrgency(`urgent ${LONG.repeat(2_000_000)}`)).toBe('urgent');
    expect(understandUrgency(`${'x '.repeat(1_000_000)} urgent`)).toBeUndefined();
  });

  it('is normalized nowhere else', () => {
    const files = globSync('{functions,lib,cli,local,infra}/**/*.ts', { cwd: process.cwd() });
    const others = files.filter((file) => /\.normalize\(/.test(readFileSync(file, 'utf8')));
    expect(others).toEqual(['lib/normalized.ts']);
  });
});

describe('a text as one line', () => {
  it.each([
    [' Ann\t\r\n\u2028 Lee ', 'Ann Lee'],
    ['Ann\u0007\u001b\u202e\u200b\u034f Lee', 'Ann Lee'],
    ['Ann \ud800Lee\udc00', 'Ann Lee'],
    ['Zoë 李', 'Zoë 李'],
  ])('%j is %j', (text, line) => {
    expect(oneLine(text)).toBe(line);
  });

  it('is made nowhere else', () => {
    const files = globSync('{functions,lib,cli,local,infra,openapi}/**/*.ts', { cwd: process.cwd() });
    const others = files.filter((file) => /\\p\{Cc\}/.test(readFileSync(file, 'utf8')));
    expect(others).toEqual(['lib/normalized.ts']);
  });
});
