import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { accountDocument, parseAccount } from '../../lib/accounts/document/account-document.ts';
import { demoAccount } from '../../local/demo/demo-account.ts';
import { meanings } from '../../openapi/account/meanings.ts';
import { accountPage, documentedFields, exampleOf, fieldsOf } from '../../openapi/account/page.ts';

describe('docs/account.md', () => {
  it('is what `npm run docs` writes', () => {
    expect(readFileSync('docs/account.md', 'utf8')).toBe(accountPage());
  });

  it('says what each field of the schema means, in its order, and no other', () => {
    expect(Object.keys(meanings)).toEqual(documentedFields().map(({ path }) => path));
  });

  it('lists every field at any depth, except those that an outer field explains', () => {
    const omitted = fieldsOf(accountDocument()).filter(
      ({ path }) => !documentedFields().some((field) => field.path === path),
    );
    const outer = Object.keys(meanings).filter((path) => meanings[path]?.coversFields);

    expect(omitted.length).toBeGreaterThan(0);
    expect(omitted.filter(({ path }) => !outer.some((name) => path.startsWith(name)))).toEqual([]);
  });

  it('has an example of each field', () => {
    expect(innermost().filter((path) => exampleOf(path) === undefined)).toEqual([]);
  });

  it.each(documentedFields().filter(({ required }) => !required))(
    'says what holds without $path',
    (field) => {
      const said = meanings[field.path]?.without;

      expect(said !== undefined).toBe(field.fallback === undefined);
    },
  );

  it('has examples that a document accepts', () => {
    const { accountId } = demoAccount;
    expect(parseAccount(withExamples(demoAccount))).toMatchObject({ accountId });
  });

  it('has no default that the schema does not fill in', () => {
    const { accountId, name, timezone, hours, serviceTypes, technicians } = demoAccount;
    const bare = parseAccount({ accountId, name, timezone, hours, serviceTypes, technicians });
    const tops = documentedFields().filter(({ path, required }) => !path.includes('.') && !required);
    const filledIn = Object.keys(bare).filter((key) => tops.some(({ path }) => path === key));

    expect(tops.flatMap(({ path, fallback }) => (fallback === undefined ? [] : [path])).sort()).toEqual(
      filledIn.sort(),
    );
  });
});

/** Paths of fields that contain no other listed field. */
function innermost(): readonly string[] {
  const paths = documentedFields().map(({ path }) => path);
  return paths.filter(
    (outer) => !paths.some((path) => path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`)),
  );
}

/** The demo's document with the example of each field that is in no list. */
function withExamples(document: object): unknown {
  const copy: unknown = structuredClone(document);
  const paths = documentedFields().filter(({ path }) => !path.includes('[]'));
  for (const { path } of paths) {
    const keys = path.split('.');
    const parent = keys.slice(0, -1).reduce<unknown>(childOf, copy);
    if (typeof parent === 'object' && parent !== null)
      Reflect.set(parent, keys.at(-1) ?? '', exampleOf(path));
  }
  return copy;
}

/** The object under a key, which is added if it is missing. */
function childOf(parent: unknown, key: string): unknown {
  if (typeof parent !== 'object' || parent === null) return undefined;
  const child: unknown = Reflect.get(parent, key) ?? {};
  Reflect.set(parent, key, child);
  return child;
}
