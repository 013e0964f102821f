/**
 * A value as JSON with the keys of each object in their order: files and the database name them in
 * another, and jsonb has one of its own. Undefined stays so.
 */
export function stableJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
