/** Creates a value on first use and caches it, so that loading a function does not build it. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Computes a value once per object and drops it with the object. A cached account keeps the same objects. */
export function once<Key extends WeakKey, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}

const MAX_KEYS = 100;

/** Works as `once`, for an object and a key. Forgets an object's values when it has 100 of them. */
export function oncePer<Owner extends WeakKey, Key, Value extends {}>(
  compute: (owner: Owner, key: Key) => Value,
): (owner: Owner, key: Key) => Value {
  const known = once((_owner: Owner) => new Map<Key, Value>());
  return (owner, key) => {
    const values = known(owner);
    const before = values.get(key);
    if (before !== undefined) return before;
    if (values.size >= MAX_KEYS) values.clear();
    const value = compute(owner, key);
    values.set(key, value);
    return value;
  };
}
