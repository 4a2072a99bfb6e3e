import fc from 'fast-check';

/** One change of a JSON text: replaces the value at a place, which is found by its number in the tree's order. */
export interface Mutation {
  /** From 0 to below 1, along the values of the tree. */
  readonly at: number;
  /** JSON text to insert; undefined removes the value. */
  readonly json: string | undefined;
}

const nested = (levels: number) => `${'{"a":['.repeat(levels)}0${']}'.repeat(levels)}`;

/** JSON as text, because JavaScript values can't represent all of it: `__proto__`, 1e999, lone surrogates. */
const oddJson = fc.oneof(
  fc.constantFrom(
    ...[
      'null',
      'true',
      'false',
      '0',
      '-1',
      '1e999',
      '-1e308',
      '9007199254740993',
      '""',
      '" "',
      '[]',
      '{}',
      '[[]]',
    ],
    ...[
      '"\\ud800"',
      '"\\udc00x\\ud83d"',
      '"\\u0000\\u001b[31m"',
      '"\\u202eabc\\u2028"',
      '"N/A"',
      '"unassigned"',
    ],
    ...['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}', '"__proto__"', '"constructor"'],
    ...[
      '"0000-01-01"',
      '"9999-12-31"',
      '"2026-02-30"',
      '"2026-11-23"',
      '"25:61 PM"',
      '"12:00 AM"',
      '"emergency"',
    ],
    ...['"https://\\ud800.example/"', '"javascript:alert(1)"', '"{\\"date\\":{\\"__proto__\\":1}}"'],
    ...[nested(3), nested(40), JSON.stringify(nested(20_000)), JSON.stringify('x'.repeat(100_000))],
    ...[
      JSON.stringify('🛠'.repeat(200)),
      '1'.repeat(400),
      `[${'{},'.repeat(2_000)}{}]`,
      'loc_acme',
      '{"a":1,"a":',
    ],
  ),
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  fc.double().map(String),
);

export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 0.999, noNaN: true }),
    json: fc.option(oddJson, { nil: undefined }),
  }),
  { minLength: 0, maxLength: 4 },
);

type Json =
  | string
  | { readonly entries: readonly (readonly [string, Json])[] }
  | { readonly items: readonly Json[] };

function treeOf(value: unknown): Json {
  if (Array.isArray(value)) return { items: value.map(treeOf) };
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return { entries: Object.entries(value).map(([key, item]) => [key, treeOf(item)] as const) };
}

const sizeOf = (tree: Json): number => {
  if (typeof tree === 'string') return 1;
  const children = 'items' in tree ? tree.items : tree.entries.map(([, item]) => item);
  return children.reduce((size, child) => size + sizeOf(child), 1);
};

/** The tree with the value of that number (1 is the first below the root) replaced by JSON text or removed. */
function replaced(tree: Json, number: number, json: string | undefined): Json | undefined {
  if (number === 0) return json;
  if (typeof tree === 'string') return tree;
  let next = 1;
  const visit = (child: Json): Json | undefined => {
    const first = next;
    next += sizeOf(child);
    return number >= first && number < next ? replaced(child, number - first, json) : child;
  };
  if ('items' in tree) return { items: tree.items.flatMap((item) => visit(item) ?? []) };
  const entries = tree.entries.map(([key, item]) => [key, visit(item)] as const);
  return { entries: entries.flatMap(([key, item]) => (item === undefined ? [] : [[key, item] as const])) };
}

function textOf(tree: Json): string {
  if (typeof tree === 'string') return tree;
  if ('items' in tree) return `[${tree.items.map(textOf).join(',')}]`;
  return `{${tree.entries.map(([key, item]) => `${JSON.stringify(key)}:${textOf(item)}`).join(',')}}`;
}

/** A body as JSON text (or nearly so) after the changes. */
export function mutated(body: object, changes: readonly Mutation[]): string {
  let tree = treeOf(body);
  for (const { at, json } of changes) {
    const number = 1 + Math.floor(at * (sizeOf(tree) - 1));
    tree = replaced(tree, number, json) ?? tree;
  }
  return textOf(tree);
}
