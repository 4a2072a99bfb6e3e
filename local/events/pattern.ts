/** Whether an event, or a record of a stream, matches a pattern of EventBridge. Knows the rules in use and throws for others. */
export function matchesPattern(pattern: unknown, event: unknown): boolean {
  if (Array.isArray(pattern)) return pattern.some((rule) => matchesRule(rule, event));
  return Object.entries(fieldsOf(pattern)).every(([name, inner]) =>
    matchesPattern(inner, fieldsOf(event)[name]),
  );
}

function matchesRule(rule: unknown, value: unknown): boolean {
  if (typeof rule === 'string') return value === rule;
  const [name, ...others] = Object.keys(fieldsOf(rule));
  const operand = Object.values(fieldsOf(rule))[0];
  if (others.length === 0 && name === 'exists') return (value !== undefined) === operand;
  if (others.length === 0 && name === 'prefix') return String(value ?? '').startsWith(String(operand));
  if (others.length === 0 && name === 'anything-but') {
    return value !== undefined && ![operand].flat().includes(value);
  }
  throw new Error(`Not a known rule of a pattern: ${JSON.stringify(rule)}`);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
