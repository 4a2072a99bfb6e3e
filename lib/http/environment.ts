/** Reads the named environment variables. Throws one error that lists all missing ones. */
export function requiredVariables<Name extends string>(
  environment: Readonly<Record<string, string | undefined>>,
  ...names: readonly Name[]
): (name: Name) => string {
  const missing = names.filter((name) => environment[name] === undefined || environment[name] === '');
  if (missing.length > 0) throw new Error(`Missing environment variables: ${missing.join(', ')}`);
  return (name) => environment[name] ?? '';
}

/** Writes per minute that an account may make in this container (`ACCOUNT_WRITES_PER_MINUTE`); unlimited if unset. */
export function accountWritesPerMinute(environment: Readonly<Record<string, string | undefined>>): number {
  const { ACCOUNT_WRITES_PER_MINUTE: given } = environment;
  if (given === undefined) return Number.POSITIVE_INFINITY;
  const limit = Number(given);
  if (limit >= 1) return limit;
  throw new Error('ACCOUNT_WRITES_PER_MINUTE: expected a number of 1 or more');
}
