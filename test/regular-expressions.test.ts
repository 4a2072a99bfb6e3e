import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { checkSync } from 'recheck';
import { type RegularExpression, regularExpressionsOf } from './support/source-scan.ts';

// Uses the checker in JavaScript; otherwise it would depend on what is installed.
process.env.RECHECK_BACKEND = 'pure';

// No time limits and one seed, so that a pattern gets the same answer on any machine.
const limits = { timeout: null, attackTimeout: null, incubationTimeout: null, randomSeed: 1 };

/** Why the matching time may grow faster than the text; undefined if it can't. */
function faultOf({ pattern, flags }: RegularExpression): string | undefined {
  if (pattern === undefined) return 'is put together at run time, so it cannot be checked';
  const diagnostics = checkSync(pattern, flags, limits);
  if (diagnostics.status === 'safe') return undefined;
  return diagnostics.status === 'vulnerable'
    ? `may take ${diagnostics.complexity.type} time`
    : 'is not understood by the checker';
}

const expressions = globSync('{functions,lib}/**/*.ts', { cwd: process.cwd() })
  .sort()
  .flatMap((file) =>
    regularExpressionsOf(readFileSync(file, 'utf8')).map((expression) => ({
      ...expression,
      where: `${file}: /${expression.pattern}/${expression.flags}`,
    })),
  );

// Minutes, because a machine may be busy; an answer takes two seconds at most.
const MINUTES = 10 * 60_000;

describe('a regular expression of the service takes linear time', () => {
  it.each(expressions)(
    '$where',
    ({ where, ...expression }) => {
      const fault = faultOf(expression);
      expect(fault && `${where} ${fault}`).toBeUndefined();
    },
    MINUTES,
  );

  it('all regular expressions are found', () => {
    const files = new Set(expressions.map(({ where }) => where.slice(0, where.indexOf(':'))));
    expect([...files]).toEqual(
      expect.arrayContaining(['lib/signatures/encoding.ts', 'lib/accounts/service-names.ts']),
    );
  });
});

describe('the check of regular expressions', () => {
  it.each([
    ['text.split(/\\s*,\\s*/)', 'may take polynomial time'],
    ['text.split(/\\s*,\\s*(?=v=)/)', 'may take polynomial time'],
    ['/^Bearer +(.+)$/i.exec(text)', 'may take polynomial time'],
    ['/^(?:ab)*(?:ab)*$/.test(text)', 'may take polynomial time'],
    ['/^(\\w+\\s?)*$/.test(text)', 'may take exponential time'],
    ['new RegExp(pattern).test(text)', 'is put together at run time, so it cannot be checked'],
    ["RegExp('a+').test(text)", 'is put together at run time, so it cannot be checked'],
  ])(
    'refuses %s',
    (source, fault) => {
      expect(regularExpressionsOf(source).map(faultOf)).toEqual([fault]);
    },
    MINUTES,
  );

  it.each(['/^[a-z]+$/.test(text)', 'text.split(",")', 'let a: RegExp;', '// /\\s*,\\s*/'])(
    'accepts %s',
    (source) => {
      expect(regularExpressionsOf(source).flatMap((found) => faultOf(found) ?? [])).toEqual([]);
    },
  );
});
