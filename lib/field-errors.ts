import type * as v from 'valibot';

export interface FieldError {
  /** Such as `customData.preferredDate` or `items[0].name`; empty for the document as a whole. */
  readonly path: string;
  readonly expected: string;
}

/** Options for valibot: its own messages quote the input, so only our messages may be shown. */
export const withoutOwnMessages = { message: '' } as const;

const readable = new Map([
  ['Object', 'an object'],
  ['Array', 'a list'],
  ['string', 'text'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
]);

/** What each issue of a parse with `withoutOwnMessages` expects and where; never what was sent. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): FieldError[] {
  return issues.map((issue) => ({ path: pathOf(issue), expected: expectedOf(issue) }));
}

function pathOf(issue: v.BaseIssue<unknown>): string {
  const keys = issue.path?.map((item) => item.key) ?? [];
  // The sender chose the name of an unknown field, so it is not shown.
  const known = issue.expected === 'never' ? keys.slice(0, -1) : keys;
  return known.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    return path === '' ? String(key) : `${path}.${String(key)}`;
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
