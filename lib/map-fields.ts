export function mapFields<Field extends string, Value>(
  fields: readonly Field[],
  toValue: (field: Field) => Value,
): { readonly [Name in Field]: Value };
export function mapFields<Value>(fields: readonly string[], toValue: (field: string) => Value) {
  return Object.fromEntries(fields.map((field) => [field, toValue(field)]));
}
