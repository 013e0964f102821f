import type { ProductRecord } from '#core/present.ts'
import { type SearchDocument, productDocument, toolDocument } from '#core/search-document.ts'
import type { SearchSignals } from '#core/search-ranking.ts'
import type { Snapshot } from './snapshot.ts'

type Entry = Omit<SearchSignals, 'is_exact' | 'is_prefix' | 'text_rank' | 'share'> & {
  id: string
  keys: string[]
  /** The folded words of each text, the weightiest first. */
  texts: readonly { weight: number; words: readonly string[] }[]
}

const textWeights = { A: 1, B: 0.6, C: 0.3, D: 0.1 } as const

/**
 * The snapshot as something to search in, for when the database is away. It has no dictionary: a word matches one that begins with it, or
 * that differs in a common ending.
 */
export function createTextIndex({ tools, products }: Pick<Snapshot, 'tools' | 'products'>) {
  const toolsById = new Map(tools.map((tool) => [tool.id, tool]))
  const named = (product: ProductRecord) => product.tool_ids.flatMap((id) => toolsById.get(id) ?? [])
  const entries = [
    ...tools.map((tool) => entry('tool', { ...tool, view_count: 0 }, toolDocument(tool))),
    ...products.map((product) => entry('product', product, productDocument({ ...product, tools: named(product) }))),
  ]

  /** Words with their weights: rare ones count more, and one that every second text holds says nothing. */
  const weigh = (words: readonly string[]) => {
    const counted = words.map((word) => ({ word, documents: entries.filter((one) => held(one, word) > 0).length }))
    const telling = counted.filter(({ documents }) => documents * 2 < entries.length)
    return (telling.length > 0 ? telling : counted).map(({ word, documents }) => ({
      word,
      weight: Math.log(1 + entries.length / (1 + documents)),
    }))
  }

  return {
    /** What is known of everything of this kind; which of it answers is for the ranking to say. */
    signals: ({ key, words, kind }: { key: string; words: readonly string[]; kind: 'tool' | 'product' | null }) => {
      const weights = weigh(words)
      return entries
        .filter((one) => kind === null || one.kind === kind)
        .map((one) => ({
          ...one,
          is_exact: one.keys.includes(key),
          is_prefix: one.name_key.startsWith(key),
          text_rank: weights.reduce((sum, { word }) => sum + held(one, word), 0) / Math.max(1, weights.length),
          share: share(weights, (word) => (held(one, word) > 0 ? 1 : 0)),
        }))
    },
    /** How well each product's words match a task, from 0 to 1: a word in the overview alone counts less. */
    taskMatches: (words: readonly string[]): Map<string, number> => {
      const weights = weigh(words)
      const worth = (one: Entry, word: string) => (held(one, word) > textWeights.D ? 1 : held(one, word) > 0 ? 0.4 : 0)
      return new Map(entries.flatMap((one) => (one.kind === 'product' ? [[one.id, share(weights, (word) => worth(one, word))]] : [])))
    },
  }
}

function entry(
  kind: 'tool' | 'product',
  record: { id: string; slug: string; name: string; view_count: number },
  { name_key, keys, texts }: SearchDocument,
): Entry {
  const { id, slug, name, view_count } = record
  const weighted = (['A', 'B', 'C', 'D'] as const).map((field) => ({ weight: textWeights[field], words: texts[field].split(' ') }))
  return { kind, id, slug, name, name_key, view_count, keys, texts: weighted }
}

/** The weight of the best text that holds a word, 0 when none does. */
function held({ texts }: Entry, word: string): number {
  return texts.find(({ words }) => words.some((other) => isSameWord(word, other)))?.weight ?? 0
}

// English endings, so that "answering" is "answers"; a stem is at least this long.
const ending = /(?:ing|ings|ers?|ed|es|s|ions?|ations?)$/
const shortestStem = 4

function isSameWord(asked: string, other: string): boolean {
  if (asked.length < 3) return other === asked
  if (other.startsWith(asked)) return true
  const stem = asked.replace(ending, '')
  return stem.length >= shortestStem && other.startsWith(stem) && other.replace(ending, '').length <= stem.length
}

function share(weights: readonly { word: string; weight: number }[], worth: (word: string) => number): number {
  const all = weights.reduce((sum, { weight }) => sum + weight, 0)
  return all === 0 ? 0 : weights.reduce((sum, { word, weight }) => sum + weight * worth(word), 0) / all
}
