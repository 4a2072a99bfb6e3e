import { posix } from 'node:path';

/** An import in a source file. A computed one has no specifier that could be read. */
export interface Import {
  readonly kind: 'value' | 'type' | 'dynamic' | 'computed';
  readonly specifier: string;
}

/** What the files of a folder may import. Their own folder is always allowed. */
interface Rule {
  /** A folder, or one file. The most specific rule counts. */
  readonly scope: string;
  /**
   * Folders or files of the repository (with `*` for any one folder), names of packages (with every path in them),
   * names with `*` at the end, or `(packages)` for any package and Node's modules.
   */
  readonly allows: readonly string[];
  /** The same, for imports of types, which do not exist at run time. */
  readonly typesOnly?: readonly string[];
  /** Whether `import()` of a computed path is allowed. */
  readonly computed?: true;
}

const PHONE = 'libphonenumber-js';
const PLATFORMS = 'lib/platforms';
const ROUTES = 'lib/routes.ts';
const MAP_FIELDS = 'lib/map-fields.ts';
const WORD_LISTS = 'lib/word-lists.ts';
const METER = 'lib/meter.ts';
const LAZILY = 'lib/lazily.ts';
const CLAIMS = 'lib/board/claims.ts';
const TIME_OF_DAY = 'lib/scheduling/time-of-day.ts';
/** Lists of words that the board's page sends as they are. */
const WORDS = [TIME_OF_DAY, 'lib/scheduling/calendar.ts'];
const NORMALIZED = 'lib/normalized.ts';
const FIELD_ERRORS = 'lib/field-errors.ts';

const rules: readonly Rule[] = [
  { scope: PLATFORMS, allows: [], typesOnly: ['lib/signatures/types.ts'] },
  { scope: ROUTES, allows: [PLATFORMS] },
  { scope: MAP_FIELDS, allows: [] },
  { scope: WORD_LISTS, allows: [] },
  { scope: METER, allows: ['node:async_hooks'] },
  { scope: LAZILY, allows: [] },
  { scope: 'lib/fault-frames.ts', allows: ['node:fs', 'node:module'] },
  { scope: NORMALIZED, allows: [] },
  { scope: FIELD_ERRORS, allows: [], typesOnly: ['valibot'] },
  { scope: 'lib/scheduling', allows: [LAZILY, NORMALIZED] },
  { scope: 'lib/signatures', allows: ['node:crypto'] },
  { scope: 'lib/secrets', allows: ['lib/signatures', LAZILY, FIELD_ERRORS, 'valibot'] },
  {
    scope: 'lib/accounts',
    allows: [
      ...['lib/scheduling', PLATFORMS, LAZILY, MAP_FIELDS, NORMALIZED, FIELD_ERRORS],
      ...['valibot', 'fastest-levenshtein', PHONE],
    ],
  },
  // What is stored and how it may change.
  {
    scope: 'lib/record',
    allows: [
      ...['lib/accounts', 'lib/scheduling', PLATFORMS, MAP_FIELDS, NORMALIZED, 'lib/fault-frames.ts'],
      ...['node:crypto', PHONE],
    ],
  },
  // Callers' words into facts.
  {
    scope: 'lib/understanding',
    allows: [
      ...['lib/record', 'lib/accounts', 'lib/scheduling', LAZILY, NORMALIZED, WORD_LISTS],
      ...['chrono-node', 'fastest-levenshtein'],
    ],
  },
  // Time: what a caller or dispatcher may book, move, hold or block.
  {
    scope: 'lib/booking',
    allows: [
      ...['lib/understanding', 'lib/record', 'lib/accounts', 'lib/scheduling'],
      ...[LAZILY, MAP_FIELDS, WORD_LISTS],
    ],
  },
  // Who should come when on a day, so that less is driven.
  {
    scope: 'lib/planning',
    allows: ['lib/accounts', 'lib/scheduling', LAZILY, NORMALIZED, 'node:module'],
    typesOnly: ['zipcodes'],
  },
  // The plan of a day in the table, and what people make of it.
  {
    scope: 'lib/plans',
    allows: ['lib/planning', 'lib/booking', 'lib/record', 'lib/accounts', 'lib/scheduling'],
  },
  // Leads, emergencies, messages, and what reminders do about them.
  {
    scope: 'lib/intake',
    allows: [
      ...['lib/booking', 'lib/understanding', 'lib/wording', 'lib/record', 'lib/accounts'],
      ...['lib/scheduling', NORMALIZED, WORD_LISTS, 'node:crypto'],
    ],
  },
  // Messages to people, and their answers.
  {
    scope: 'lib/touch',
    allows: [
      ...['lib/intake', 'lib/booking', 'lib/understanding', 'lib/wording', 'lib/record', 'lib/accounts'],
      ...['lib/scheduling', 'lib/secrets', 'lib/signatures', MAP_FIELDS, NORMALIZED, 'node:crypto', PHONE],
    ],
  },
  // Facts into words.
  {
    scope: 'lib/wording',
    allows: ['lib/record', 'lib/accounts', 'lib/scheduling', PLATFORMS, NORMALIZED, WORD_LISTS],
  },
  {
    scope: 'lib/voice',
    allows: [
      ...['lib/understanding', 'lib/wording', 'lib/intake', 'lib/booking', 'lib/record', 'lib/accounts'],
      ...['lib/scheduling', PLATFORMS, LAZILY, MAP_FIELDS, NORMALIZED, WORD_LISTS, 'valibot'],
    ],
  },
  {
    scope: 'lib/adapters',
    allows: [
      ...['lib/voice', 'lib/understanding', 'lib/wording', 'lib/intake', 'lib/record', 'lib/accounts'],
      ...[PLATFORMS, MAP_FIELDS, NORMALIZED, 'valibot'],
    ],
  },
  // What a developer pastes into a platform, and samples of what it sends.
  {
    scope: 'lib/kits',
    allows: [
      ...['lib/voice', 'lib/understanding', 'lib/wording', 'lib/accounts'],
      ...['lib/record/customers/contact.ts', TIME_OF_DAY, PLATFORMS, ROUTES],
      ...[NORMALIZED, 'valibot', '@valibot/to-json-schema'],
    ],
    typesOnly: ['lib/adapters', 'lib/signatures/types.ts'],
  },
  {
    scope: 'lib/http',
    allows: [
      ...['lib/signatures', 'lib/secrets', 'lib/record', ROUTES, METER, FIELD_ERRORS],
      ...['@middy/*', 'valibot'],
    ],
    typesOnly: ['lib/accounts', 'aws-lambda'],
  },
  {
    scope: 'lib/aws',
    allows: [
      ...['lib/intake', 'lib/booking', 'lib/record', 'lib/accounts', 'lib/scheduling', PLATFORMS],
      ...[MAP_FIELDS, METER, LAZILY],
      ...['@aws-sdk/*', '@smithy/*', 'node:crypto', 'node:zlib', 'valibot'],
    ],
    // Ports of providers of messages.
    typesOnly: ['lib/touch'],
  },
  { scope: 'lib/aws/webhook-container.ts', allows: ['lib/aws', 'lib/http', 'lib/secrets', PLATFORMS] },
  // What tests a deployment: the command line and hooks load it, no function that serves a platform.
  {
    scope: 'lib/smoke',
    allows: [
      ...['lib/kits', PLATFORMS, 'lib/signatures', 'lib/scheduling', ROUTES, MAP_FIELDS],
      ...['node:crypto'],
    ],
    typesOnly: ['aws-lambda'],
  },
  // The dispatchers' API.
  {
    scope: 'lib/board',
    allows: [
      ...['lib/http', 'lib/touch', 'lib/voice', 'lib/wording', 'lib/intake', 'lib/booking', 'lib/record'],
      ...['lib/understanding', 'lib/planning', 'lib/accounts', 'lib/scheduling', PLATFORMS],
      ...[FIELD_ERRORS, MAP_FIELDS, METER, NORMALIZED, 'node:crypto', '@middy/*', 'valibot'],
    ],
    typesOnly: ['aws-lambda'],
  },
  // The pages that messages link to.
  {
    scope: 'lib/pages',
    allows: [
      ...['lib/http', 'lib/wording', 'lib/intake', 'lib/booking', 'lib/record', 'lib/accounts'],
      ...['lib/scheduling', NORMALIZED, 'node:zlib', 'valibot'],
    ],
  },
  { scope: 'functions/*', allows: ['lib'], typesOnly: ['aws-lambda'] },
  { scope: 'functions/pages', allows: ['lib', 'pages/files.ts'] },
  { scope: 'infra', allows: ['lib', '(packages)'] },
  { scope: 'infra/write-bundle.ts', allows: ['infra', 'lib', 'pages/build.ts', '(packages)'] },
  { scope: 'infra/constructs/board', allows: ['lib', 'infra', 'board/build.ts', '(packages)'] },
  // Loads what lies beside the bundle, by a path that it puts together.
  { scope: 'infra/bundled', allows: ['lib', '(packages)'], computed: true },
  // The dispatchers' page: of the service, the browser gets types and what both must spell alike.
  { scope: 'board', allows: [LAZILY, CLAIMS, ...WORDS, '(packages)'], typesOnly: ['lib'] },
  // What browsers get of the pages: a style and a script.
  { scope: 'pages', allows: [LAZILY, '(packages)'], typesOnly: ['lib'] },
  { scope: 'local', allows: ['lib', '(packages)'] },
  { scope: 'local/server.ts', allows: ['lib', 'local', 'board/build.ts', '(packages)'] },
  // Plays Lambda on one's own machine: it loads the handlers by a path that it puts together.
  { scope: 'local/gateway/functions-worker.ts', allows: ['lib', 'local', '(packages)'], computed: true },
  { scope: 'cli', allows: ['lib', 'local', 'infra/output-name.ts', '(packages)'] },
  {
    scope: 'cli/preflight',
    allows: ['cli', 'lib', 'local', 'infra/stage-file.ts', '(packages)'],
    typesOnly: ['infra/options.ts'],
  },
  // Records what the handlers answer to the examples.
  { scope: 'openapi', allows: ['lib', 'functions', 'local', 'package.json', '(packages)'] },
];

/** One sentence per import of `file` that its rule forbids; `file` is a path from the repository's root. */
export function forbiddenImports(file: string, imports: readonly Import[]): string[] {
  const rule = ruleOf(file);
  if (rule === undefined) return [`${file} lies where test/support/import-rules.ts has no rule`];
  return imports
    .filter((found) => !isAllowed(file, rule, found))
    .map((found) => `${file} has a ${found.kind} import of ${targetOf(file, found)}: ${inWords(rule)}`);
}

function ruleOf(file: string): Rule | undefined {
  const [root, folder, ...inside] = file.split('/');
  // Each function is a scope of its own, so that none imports another.
  if (root === 'functions' && inside.length > 0) {
    const scope = `${root}/${folder}`;
    const template =
      rules.find((one) => one.scope === scope) ?? rules.find((one) => one.scope === 'functions/*');
    return template && { ...template, scope };
  }
  return rules
    .filter(({ scope }) => contains(scope, file))
    .sort((a, b) => b.scope.length - a.scope.length)
    .at(0);
}

function isAllowed(file: string, rule: Rule, found: Import): boolean {
  if (found.kind === 'computed') return rule.computed === true;
  const target = targetOf(file, found);
  const allowed = [rule.scope, ...rule.allows, ...(found.kind === 'type' ? (rule.typesOnly ?? []) : [])];
  return allowed.some((pattern) => matches(pattern, target, isRelative(found.specifier)));
}

function matches(pattern: string, target: string, relative: boolean): boolean {
  if (pattern === '(packages)') return !relative;
  if (pattern.endsWith('*')) return !relative && target.startsWith(pattern.slice(0, -1));
  return relative === isInRepository(pattern) && contains(pattern, target);
}

/** The specifier of a file of the project as a path from the repository's root, any other as it is. */
function targetOf(file: string, { kind, specifier }: Import): string {
  if (kind === 'computed') return 'a computed path';
  return isRelative(specifier) ? posix.join(posix.dirname(file), specifier) : specifier;
}

const isRelative = (specifier: string) => specifier.startsWith('.') || specifier.startsWith('/');

const isInRepository = (pattern: string) =>
  /^(?:lib|functions|infra|cli|local|openapi|board|pages|package\.json)(?:\/|$)/.test(pattern);

/** A `*` stands for any one folder. */
function contains(scope: string, path: string): boolean {
  const steps = path.split('/');
  return scope.split('/').every((step, index) => step === '*' || step === steps[index]);
}

function inWords({ scope, allows, typesOnly = [] }: Rule): string {
  const types = typesOnly.map((name) => `types of ${name}`);
  const others = [...allows, ...types];
  return `${scope} may import ${others.length === 0 ? 'nothing but itself' : `only ${others.join(', ')} and itself`}`;
}
