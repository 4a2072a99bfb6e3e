import { globSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import packageJson from '../package.json' with { type: 'json' };
import lock from '../package-lock.json' with { type: 'json' };
import { importsOf } from './support/source-scan.ts';

/** The name of a package without the path in it. */
const packageOf = (specifier: string) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

// `npm audit --omit=dev` looks at nothing else.
it('are dependencies of production if a function or the page contains them', () => {
  const packages = globSync('{functions,lib,board/src}/**/*.ts')
    .flatMap((file) => importsOf(readFileSync(file, 'utf8')))
    .filter(
      ({ kind, specifier }) => kind !== 'type' && /^[a-z@]/.test(specifier) && !specifier.startsWith('node:'),
    )
    .map(({ specifier }) => packageOf(specifier));

  expect(packages).toEqual(expect.arrayContaining(['lit', 'oidc-client-ts', 'valibot']));
  expect([...new Set(packages)].filter((name) => !(name in packageJson.dependencies))).toEqual([]);
});

/** Whether a range such as `^18.12 || >=20` contains the last release of a major version of Node. */
const allows = (range: string, oldest: number): boolean =>
  range.split('||').some((part) => {
    const [, sign = '', major = '0'] = /^\s*(\D*)(\d+)/.exec(part) ?? [];
    return sign.startsWith('>') ? Number(major) <= oldest : Number(major) === oldest || major === '0';
  });

it('run on the oldest Node that package.json names, so that npm does not warn', () => {
  const oldest = Number(packageJson.engines.node.replace('>=', ''));
  const asking = Object.entries(lock.packages).flatMap(([name, found]) =>
    'engines' in found && 'node' in found.engines ? [{ name, node: found.engines.node }] : [],
  );

  expect(asking.length).toBeGreaterThan(100);
  expect(asking.filter(({ node }) => !allows(node, oldest))).toEqual([]);
});
