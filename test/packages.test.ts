import { globSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import packageJson from '../package.json' with { type: 'json' };
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
