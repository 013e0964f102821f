/** A number with its noun: "1 tool", "2 tools". `many` is the plural of other nouns, or of verbs. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

const lists = {
  and: new Intl.ListFormat('en-GB', { type: 'conjunction' }),
  or: new Intl.ListFormat('en-GB', { type: 'disjunction' }),
}

/** Joins texts as in "a, b and c". */
export function listed(texts: Iterable<string>, last: keyof typeof lists = 'and'): string {
  return lists[last].format(texts)
}
