import type * as v from 'valibot';

export interface FieldError {
  /** Such as `customData.preferredDate` or `items[0].name`; empty for the document as a whole. */
  readonly path: string;
  readonly expected: string;
}

/** Valibot's own messages quote the input, so only our messages may be shown. */
export const withoutOwnMessages = { message: '' } as const;

const readable = new Map([
  ['Object', 'an object'],
  ['Array', 'a list'],
  ['string', 'text'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
]);

/** Returns what each issue of a parse with `withoutOwnMessages` expects and where; never what was sent. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): FieldError[] {
  return issues.map((issue) => {
    const { path = [], expected } = issue;
    // The sender chose the name of an unknown field, so it is not shown.
    const known = expected === 'never' ? path.slice(0, -1) : path;
    return { path: pathOf(known), expected: expectedOf(issue) };
  });
}

/** Returns the path of an issue as text, such as `items[0].name`; empty for the document as a whole. */
export function pathOf(path: readonly { readonly key: unknown }[] = []): string {
  return path.reduce((before, { key }) => {
    if (typeof key === 'number') return `${before}[${key}]`;
    return before === '' ? String(key) : `${before}.${String(key)}`;
  }, '');
}

function expectedOf(issue: v.BaseIssue<unknown>): string {
  if (issue.message !== '') return issue.message;
  if (issue.expected === null) return 'a valid value';
  if (issue.expected === 'never') return 'no unknown fields';
  const key = issue.path?.at(-1)?.key;
  if (issue.type.endsWith('object') && issue.expected === `"${String(key)}"`) return 'a value';
  return readable.get(issue.expected) ?? issue.expected;
}
