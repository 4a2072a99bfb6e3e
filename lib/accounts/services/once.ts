/**
 * Works something out once for each object, and forgets it with the object. An account's services are the same objects
 * for as long as it is cached.
 */
export function once<Key extends WeakKey, Value>(workOut: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = workOut(key);
    known.set(key, value);
    return value;
  };
}
