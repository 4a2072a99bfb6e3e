/** Reads the named environment variables. Throws one error that lists all missing ones. */
export function requiredVariables<Name extends string>(
  environment: Readonly<Record<string, string | undefined>>,
  ...names: readonly Name[]
): (name: Name) => string {
  const missing = names.filter((name) => environment[name] === undefined || environment[name] === '');
  if (missing.length > 0) throw new Error(`Missing environment variables: ${missing.join(', ')}`);
  return (name) => environment[name] ?? '';
}

/** A variable that may be empty, but not missing; undefined if it is empty. */
export function emptyableVariable(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined {
  const value = environment[name];
  if (value === undefined) throw new Error(`Missing environment variables: ${name}`);
  return value === '' ? undefined : value;
}

/** The texts that a variable lists with spaces between them; it may be empty, but not missing. */
export function listVariable(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
): readonly string[] {
  const listed = environment[name];
  if (listed === undefined) throw new Error(`Missing environment variables: ${name}`);
  return listed.split(' ').filter((text) => text !== '');
}

/** Writes per minute that an account may make in this container (`ACCOUNT_WRITES_PER_MINUTE`). */
export function accountWritesPerMinute(environment: Readonly<Record<string, string | undefined>>): number {
  const limit = Number(environment.ACCOUNT_WRITES_PER_MINUTE);
  if (limit >= 1) return limit;
  throw new Error('ACCOUNT_WRITES_PER_MINUTE: expected a number of 1 or more');
}
