/** Makes a value for a key once, and keeps the `most` that were made last. */
export function keepLast<K, V>(most: number): (key: K, make: () => V) => V {
  const kept = new Map<K, V>()
  return (key, make) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = make()
    // The first that came goes first: what is asked for often is back at once.
    if (kept.size >= most) kept.delete(kept.keys().next().value!)
    kept.set(key, made)
    return made
  }
}
