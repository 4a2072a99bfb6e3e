const placeholders: ReadonlySet<string> = new Set([
  ...[
    'unknown',
    'n/a',
    'na',
    'none',
    'null',
    'nil',
    'undefined',
    'tbd',
    'tba',
    'not provided',
    'not given',
    'not available',
  ],
  ...[
    'not specified',
    'not known',
    'not sure',
    'unspecified',
    'anonymous',
    'caller',
    'the caller',
    'customer',
    'the customer',
  ],
  ...[
    'client',
    'user',
    'unavailable',
    'withheld',
    'private',
    'restricted',
    'blocked',
    'unknown caller',
    'no name',
  ],
  ...[
    'unknown customer',
    'name',
    'your name',
    'first last',
    'missing',
    'empty',
    'id rather not say',
    'prefer not to say',
    'declined',
    'pending',
    'to be determined',
    'string',
  ],
]);

/** True for a model's placeholder, which counts as absent: `unknown`, `N/A`, `-`, `?`. */
export function isPlaceholder(text: string): boolean {
  const said = text
    .trim()
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
    .replace(/[<>[\](){}"'.!]/g, '');
  return !/[\p{L}\p{N}]/u.test(said) || placeholders.has(said);
}
