import { searchKey } from '#core/search-key.ts'
import { type TextLetter, firstTool, letters, textIndex } from './schema.ts'
import type { CatalogFile } from './read.ts'

/** How many entries each part of a question brings. */
const bounds = { names: 60, similar: 3000, text: 2000 }

/** Entry → the first of its texts that holds a word. */
export type Holders = ReadonlyMap<number, TextLetter>

/** What the file knows of words and names. An entry is the place of a listing, or `firstTool` and more. */
export function fileTexts({ database, total, tools }: CatalogFile) {
  const select = {
    exact: database.prepare("select entry from names where key = ? and role <> 'word'"),
    begun: database.prepare(
      "select entry from names where role = 'name' and key >= ? and key < ? limit ?",
    ),
    similar: database.prepare(`select key, entry from names
      where role <> 'alias' and key >= ? and key < ? and length(key) between ? and ? limit ?`),
  }
  const holding = letters.map((letter) => {
    const index = textIndex(letter)
    const match = `select rowid as entry from ${index} where ${index} match ? limit ?`
    return { letter, statement: database.prepare(match) }
  })
  const size = total + tools.length

  const holdersOf = (word: string): Holders => {
    const held = new Map<number, TextLetter>()
    if (word === '') return held
    for (const { letter, statement } of holding) {
      // Folded words are letters and digits alone, so they stand between quotes as they are.
      for (const row of statement.all(`"${word}" OR "${word}" *`, bounds.text)) {
        const entry = Number(row['entry'])
        if (!held.has(entry)) held.set(entry, letter)
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
    /** Who holds a word. */
    holders: holdersOf,
    /** What so few entries hold weighs more. */
    rarity: (count: number) => Math.log(1 + size / (1 + count)),
    /** What every second entry holds says nothing. */
    isBroad: (count: number) => count * 2 >= size,
    isTool: (entry: number) => entry >= firstTool,
  }
}

function entries(rows: Record<string, unknown>[]): number[] {
  return rows.map((row) => Number(row['entry']))
}
