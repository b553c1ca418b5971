/** A function that makes the value of each key once: what a file says stands on many of its lines. Unbounded. */
export function memoized<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    const value = known.get(key)
    if (value !== undefined || known.has(key)) return value as Value
    const made = make(key)
    known.set(key, made)
    return made
  }
}
