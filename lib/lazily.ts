/** Makes a value when it is first asked for, and keeps it: what loads a function need not build what its first request reads. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
