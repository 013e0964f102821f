import { searchKey } from '#core/search-key.ts'
import { firstTool } from './schema.ts'
import type { CatalogFile } from './read.ts'

/** How many entries each part of a question brings. */
const bounds = { names: 60, similar: 3000, text: 2000 }

/** The four texts of an entry, the weightiest first, with what a word in each is worth. */
const textWeights = { a: 1, b: 0.6, c: 0.3, d: 0.1 } as const

/** Entry → the weight of the best of its texts that holds a word. */
export type Holders = ReadonlyMap<number, number>

/** A word of a question with who holds it; rare words weigh more. */
export interface WeighedWord {
  held: Holders
  weight: number
}

/** What the file knows of words and names. An entry is the place of a listing, or `firstTool` and more. */
export function fileTexts({ database, total, tools }: CatalogFile) {
  const select = {
    exact: database.prepare("select entry from names where key = ? and role <> 'word'"),
    begun: database.prepare(
      "select entry from names where role = 'name' and key >= ? and key < ? limit ?",
    ),
    similar: database.prepare(`select key, entry from names
      where role <> 'alias' and key >= ? and key < ? and length(key) between ? and ? limit ?`),
    text: database.prepare('select rowid as entry from texts where texts match ? limit ?'),
  }
  const size = total + tools.length

  const holdersOf = (word: string): Holders => {
    const held = new Map<number, number>()
    for (const [column, weight] of Object.entries(textWeights)) {
      // Folded words are letters and digits alone, so they stand between quotes as they are.
      for (const row of select.text.all(
        `{${column}} : "${word}" OR {${column}} : "${word}" *`,
        bounds.text,
      )) {
        const entry = Number(row['entry'])
        if (!held.has(entry)) held.set(entry, weight)
      }
    }
    return held
  }

  return {
    /** Those whose name, slug or alias is exactly this. */
    exact: (key: string): number[] => entries(select.exact.all(key)),
    /** Those whose name begins so. */
    begun: (key: string): number[] =>
      entries(select.begun.all(key, `${key}\u{10ffff}`, bounds.names)),
    /** Those whose name begins with the same letter and is about as long: among them are slips of the key. */
    similar: (key: string): number[] => {
      const first = searchKey(key).slice(0, 1)
      if (first === '') return []
      const [shortest, longest] = [key.length - 3, key.length + 3]
      return entries(
        select.similar.all(first, `${first}\u{10ffff}`, shortest, longest, bounds.similar),
      )
    },
    /** Words with who holds them: one that every second entry holds says nothing. */
    weigh: (words: readonly string[]): WeighedWord[] => {
      const found = words.map(holdersOf)
      const telling = found.filter((held) => held.size * 2 < size)
      return (telling.length > 0 ? telling : found).map((held) => ({
        held,
        weight: Math.log(1 + size / (1 + held.size)),
      }))
    },
    isTool: (entry: number) => entry >= firstTool,
  }
}

function entries(rows: Record<string, unknown>[]): number[] {
  return rows.map((row) => Number(row['entry']))
}

/** The share of the words that an entry holds, each as far as `worth` says; rare ones count more. */
export function shareOf(words: readonly WeighedWord[], worth: (held: Holders) => number): number {
  const all = words.reduce((sum, { weight }) => sum + weight, 0)
  if (all === 0) return 0
  return words.reduce((sum, { held, weight }) => sum + weight * worth(held), 0) / all
}
