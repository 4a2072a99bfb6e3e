import * as v from 'valibot';

/** One action of an AWS API, as IAM judges it. */
export interface AwsCall {
  /** Such as `dynamodb:Query`. */
  readonly action: string;
  /** Its ARN. */
  readonly resource: string;
  /** The values of the request's condition keys; absent ones are absent from the request. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
}

const Texts = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((given) => [given].flat()),
);
const Statement = v.strictObject({
  Effect: v.literal('Allow'),
  Action: Texts,
  Resource: Texts,
  Condition: v.optional(v.record(v.string(), v.record(v.string(), Texts))),
});
const Policy = v.object({ Statement: v.array(Statement) });

/** One action on one resource of one statement, for one value of a leading key if the statement names any. */
interface Right {
  readonly action: string;
  readonly resource: string;
  readonly conditions: readonly (readonly [operator: string, key: string, values: readonly string[]])[];
  /** How a test names it. */
  readonly name: string;
}

/** A policy whose references are resolved, with the tags of who has it. Only what our policies use is understood. */
export function openPolicy(document: unknown, tags: Readonly<Record<string, string>>) {
  const { Statement: statements } = v.parse(Policy, document);
  const rights = statements.flatMap((statement) => rightsOf(statement, tags));
  const used = new Set<Right>();
  return {
    /** Whether a statement allows the call. */
    allows(call: AwsCall): boolean {
      const found = rights.filter((right) => covers(right, call));
      for (const right of found) used.add(right);
      return found.length > 0;
    },
    /** The rights that allowed no call so far. */
    unused: (): readonly string[] => rights.filter((right) => !used.has(right)).map(({ name }) => name),
    /** The rights without any one of which all these calls would still be allowed. */
    dispensable(calls: readonly AwsCall[]): readonly string[] {
      const covering = calls.map((call) => rights.filter((right) => covers(right, call)));
      const needed = new Set(covering.flatMap((found) => (found.length === 1 ? found : [])));
      return rights.filter((right) => !needed.has(right)).map(({ name }) => name);
    },
  };
}

function rightsOf(
  { Action, Resource, Condition = {} }: v.InferOutput<typeof Statement>,
  tags: Readonly<Record<string, string>>,
): readonly Right[] {
  const conditions = Object.entries(Condition).flatMap(([operator, keys]) =>
    Object.entries(keys).map(
      ([key, values]) => [operator, key, values.map((value) => tagged(value, tags))] as const,
    ),
  );
  // Each key apart, so that one that nothing uses is found.
  const [leading] = conditions.filter(([operator]) => operator === 'ForAllValues:StringLike');
  const keys = leading === undefined ? [undefined] : leading[2];
  return Action.flatMap((action) =>
    Resource.flatMap((resource) =>
      keys.map((key) => ({
        action,
        resource,
        conditions: conditions.map((condition) =>
          condition === leading && key !== undefined
            ? ([condition[0], condition[1], [key]] as const)
            : condition,
        ),
        name: `${action} on ${resource.replace(/^arn:aws:[^:]*:[^:]*:[^:]*:(?:table\/[\w-]+)?/, '')}${key === undefined ? '' : `: ${key}`}`,
      })),
    ),
  );
}

/** A variable without its tag matches nothing, as in IAM. */
const tagged = (text: string, tags: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{aws:PrincipalTag\/(\w+)\}/g, (_, name) => tags[name] ?? '(no such tag)');

const covers = ({ action, resource, conditions }: Right, call: AwsCall): boolean =>
  like(action, call.action) &&
  like(resource, call.resource) &&
  conditions.every(([operator, key, values]) => holds(operator, values, call.keys[key]));

function holds(operator: string, values: readonly string[], given: readonly string[] | undefined): boolean {
  switch (operator) {
    case 'ForAllValues:StringLike':
      return (given ?? []).every((one) => values.some((value) => like(value, one)));
    case 'StringEquals':
      return given?.some((one) => values.includes(one)) === true;
    case 'Null':
      return values.includes(String(given === undefined));
    default:
      throw new Error(`No policy of ours has had the condition ${operator} so far`);
  }
}

/** `StringLike`, with `*` for any text and `?` for one character. */
function like(pattern: string, text: string): boolean {
  const source = pattern
    .replaceAll(/[^\w*?]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(text);
}
