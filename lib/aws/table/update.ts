type Values = Readonly<Record<string, unknown>>;

/** Attributes whose value is undefined are left alone. */
interface Changes {
  readonly set?: Values;
  /** The item gets these attributes only if it lacks them. */
  readonly setOnce?: Values;
  /** Numbers are added, and sets are united. */
  readonly add?: Values;
  readonly remove?: readonly string[];
}

/** A condition of a write. Its placeholders may not look like `#n0` and `:v0`. */
export interface Condition {
  readonly ConditionExpression: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, unknown>;
}

export const isNew = { ConditionExpression: 'attribute_not_exists(pk)' };

/** Returns the condition that an item still has the version that was read; undefined means that there is none. */
export const ifVersion = (read: number | undefined): Condition =>
  read === undefined
    ? isNew
    : {
        ConditionExpression: '#version = :read',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':read': read },
      };

/** Returns the condition that all of several conditions are met; undefined if there are none. */
export function allOf(conditions: readonly Condition[]): Condition | undefined {
  if (conditions.length === 0) return undefined;
  return {
    ConditionExpression: conditions.map(({ ConditionExpression }) => ConditionExpression).join(' AND '),
    ExpressionAttributeNames: Object.assign({}, ...conditions.map((one) => one.ExpressionAttributeNames)),
    ExpressionAttributeValues: Object.assign({}, ...conditions.map((one) => one.ExpressionAttributeValues)),
  };
}

/** Returns the input of an update of one item, which also is the `Update` of a transaction. */
export function updateOf(
  TableName: string,
  Key: { readonly pk: string; readonly sk: string },
  { set = {}, setOnce = {}, add = {}, remove = [] }: Changes,
  condition?: Condition,
) {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const named = (attribute: string): string => {
    const name = `#n${Object.keys(names).length}`;
    names[name] = attribute;
    return name;
  };
  const valued = (value: unknown): string => {
    const name = `:v${Object.keys(values).length}`;
    values[name] = value;
    return name;
  };
  const given = (all: Values) => Object.entries(all).filter(([, value]) => value !== undefined);
  const sets = given(set).map(([attribute, value]) => `${named(attribute)}=${valued(value)}`);
  const setsOnce = given(setOnce).map(([attribute, value]) => {
    const name = named(attribute);
    return `${name}=if_not_exists(${name},${valued(value)})`;
  });
  const clauses = {
    SET: [...sets, ...setsOnce],
    REMOVE: remove.map(named),
    ADD: given(add).map(([attribute, value]) => `${named(attribute)} ${valued(value)}`),
  };
  return {
    TableName,
    Key,
    ...condition,
    UpdateExpression: Object.entries(clauses)
      .filter(([, parts]) => parts.length > 0)
      .map(([clause, parts]) => `${clause} ${parts.join(',')}`)
      .join(' '),
    ExpressionAttributeNames: { ...names, ...condition?.ExpressionAttributeNames },
    ExpressionAttributeValues: { ...values, ...condition?.ExpressionAttributeValues },
  };
}
