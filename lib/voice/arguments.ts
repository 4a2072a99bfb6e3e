/** What a language model sent along: nothing in it can be relied on. */
export type Arguments = Readonly<Record<string, unknown>>;

const MAX_TEXT = 200;
const MAX_NOTES = 2000;

/** The first of the names under which there is text or a number, trimmed and cut. Null and `""` count as absent. */
export function textArgument(args: Arguments, ...names: readonly string[]): string | undefined {
  return cutArgument(args, MAX_TEXT, names);
}

/** As `textArgument`, for text in which people tell a story. */
export function notesArgument(args: Arguments, ...names: readonly string[]): string | undefined {
  return cutArgument(args, MAX_NOTES, names);
}

function cutArgument(args: Arguments, length: number, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = Object.hasOwn(args, name) ? args[name] : undefined;
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const text = String(value).toWellFormed().trim();
    if (text !== '') return text.slice(0, length).toWellFormed();
  }
  return undefined;
}

/** The names of the texts that could not be kept as they came: too long, or no text at all. */
export function unclearArguments(args: Arguments): readonly string[] {
  const limits = {
    customerName: MAX_TEXT,
    email: MAX_TEXT,
    address: MAX_TEXT,
    city: MAX_TEXT,
    state: MAX_TEXT,
  };
  return Object.entries({ ...limits, zip: MAX_TEXT, notes: MAX_NOTES })
    .filter(([name, length]) => {
      const value = Object.hasOwn(args, name) ? args[name] : undefined;
      if (value === undefined || value === null || typeof value === 'number') return false;
      return typeof value !== 'string' || value.trim().length > length;
    })
    .map(([name]) => name);
}

/** Whether a flag is set; models also write it as text. */
export function flagArgument(args: Arguments, name: string): boolean {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  return value === true || (typeof value === 'string' && value.trim().toLowerCase() === 'true');
}
