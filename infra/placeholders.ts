/** A name at example.com, which belongs to nobody: alarms that are sent there are lost. */
const PLACEHOLDER = /(?:^|[.@/])example\.com(?![\w-]|\.\w)/i;

/** The paths of the fields of a document whose text is still a placeholder, such as `domain.name`. */
export function placeholdersIn(document: unknown, path = ''): readonly string[] {
  if (typeof document === 'string') return PLACEHOLDER.test(document) ? [path] : [];
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([key, value]) =>
    placeholdersIn(value, path === '' ? key : `${path}.${key}`),
  );
}
