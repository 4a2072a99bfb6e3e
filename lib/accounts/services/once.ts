/**
 * Computes a value once per object and drops it with the object. A cached account keeps the same service objects.
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
