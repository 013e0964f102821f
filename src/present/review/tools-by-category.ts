/** Categories, each with its tools. */
export function toolsByCategory<C extends { slug: string }, T extends { category: string }>(
  categories: readonly C[],
  tools: readonly T[],
) {
  return categories.map((category) => ({
    ...category,
    tools: tools.filter((tool) => tool.category === category.slug),
  }))
}
