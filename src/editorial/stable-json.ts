/**
 * JSON with sorted keys, so that values of files and of jsonb columns can be compared. Undefined
 * stays undefined.
 */
export function stableJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
