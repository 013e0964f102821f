/**
 * Makes a cache of at most `limit` values. `make` computes a missing value. When the cache is full,
 * the oldest entry is dropped.
 */
export function fifoCache<K, V>(limit: number): (key: K, make: () => V) => V {
  const entries = new Map<K, V>()
  // One iterator for the whole life of the cache: a new one would pass all dropped places again.
  const oldest = entries.keys()
  return (key, make) => {
    const cached = entries.get(key)
    if (cached !== undefined) return cached
    const made = make()
    // A hit does not make an entry newer: a popular value that was dropped is soon cached again.
    if (entries.size >= limit) entries.delete(oldest.next().value!)
    entries.set(key, made)
    return made
  }
}
