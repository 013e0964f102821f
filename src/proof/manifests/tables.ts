// Reads parts of documents of strangers: a value of another type than wanted counts as empty.

/** An object of JSON, or a table of TOML. */
export type Table = Readonly<Record<string, unknown>>

/** The value if it is a table, else an empty table. */
export function tableOf(value: unknown): Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Table)
    : {}
}

/** The entries of an array as tables; empty for values that are no arrays. */
export const tablesOf = (value: unknown) => (Array.isArray(value) ? value.map(tableOf) : [])

/** The strings in an array; empty for values that are no arrays. */
export function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
