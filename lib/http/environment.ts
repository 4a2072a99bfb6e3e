/** The variables of that names. Throws one error that names all that are missing. */
export function requiredVariables<Name extends string>(
  environment: Readonly<Record<string, string | undefined>>,
  ...names: readonly Name[]
): (name: Name) => string {
  const missing = names.filter((name) => environment[name] === undefined || environment[name] === '');
  if (missing.length > 0) throw new Error(`Missing environment variables: ${missing.join(', ')}`);
  return (name) => environment[name] ?? '';
}
