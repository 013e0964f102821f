/** The values that occur most, with how often, most frequent first; those that occur once are left out. */
export function mostFrequent(values: readonly string[], most: number) {
  return [...Map.groupBy(values, (value) => value)]
    .map(([value, { length: count }]) => ({ value, count }))
    .filter(({ count }) => count > 1)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, most)
}
