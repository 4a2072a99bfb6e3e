/** What a JSON document holds. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** The value that a text means: JSON where it is, else the text itself. */
export function parseValue(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The document with `value` at a dotted path; objects on the way are made where they lack. */
export function withValue(document: Json | undefined, path: readonly string[], value: Json): Json {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (isList(document)) {
    const index = Number(name);
    return Array.from({ length: Math.max(document.length, index + 1) }, (_, at) =>
      at === index ? withValue(document[at], rest, value) : (document[at] ?? null),
    );
  }
  const fields = typeof document === 'object' && document !== null ? document : {};
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return { ...fields, [name]: withValue(field, rest, value) };
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
