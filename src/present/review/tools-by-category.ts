/** The tools grouped by category, for choosing them in forms. */
export function toolsByCategory<T extends { category: string }>(
  categories: readonly { slug: string; name: string }[],
  tools: readonly T[],
): { name: string; tools: T[] }[] {
  return categories.map(({ slug, name }) => ({
    name,
    tools: tools.filter(({ category }) => category === slug),
  }))
}
