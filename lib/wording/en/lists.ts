/** Joins options: `a`, `a or b`, `a, b or c`. */
export function either(options: readonly string[]): string {
  if (options.length < 2) return options[0] ?? '';
  return `${options.slice(0, -1).join(', ')} or ${options.at(-1) ?? ''}`;
}

/** Joins items: `a`, `a and b`, `a, b and c`. */
export function all(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;
}
