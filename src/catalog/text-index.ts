import type { ProductRecord } from '#core/present.ts'
import { type SearchDocument, productDocument, toolDocument } from '#core/search-document.ts'
import type { SearchSignals } from '#core/search-ranking.ts'
import type { Snapshot } from './snapshot.ts'

type Entry = Omit<SearchSignals, 'is_exact' | 'is_prefix' | 'text_rank' | 'share'> & {
  id: string
  keys: string[]
}

/** Entry → the weight of the best of its texts that holds a word. */
type Holders = ReadonlyMap<Entry, number>

const textWeights = { A: 1, B: 0.6, C: 0.3, D: 0.1 } as const

/**
 * The snapshot as something to search in, for when the database is away. It has no dictionary: a
 * word matches one that begins with it, or that differs in a common ending.
 */
export function createTextIndex({ tools, products }: Pick<Snapshot, 'tools' | 'products'>) {
  const toolsById = new Map(tools.map((tool) => [tool.id, tool]))
  const named = (product: ProductRecord) =>
    product.tool_ids.flatMap((id) => toolsById.get(id) ?? [])
  const documents = [
    ...tools.map((tool) => {
      const document = toolDocument(tool)
      return [entry('tool', { ...tool, view_count: 0 }, document), document] as const
    }),
    ...products.map((product) => {
      const document = productDocument({ ...product, tools: named(product) })
      return [entry('product', product, document), document] as const
    }),
  ]
  const entries = documents.map(([one]) => one)
  const vocabulary = vocabularyOf(documents)

  /**
   * Words with who holds them and their weights: rare ones count more, and one that every second
   * entry holds says nothing.
   */
  const weigh = (words: readonly string[]) => {
    const found = words.map((word) => ({ held: holdersOf(word, vocabulary) }))
    const telling = found.filter(({ held }) => held.size * 2 < entries.length)
    return (telling.length > 0 ? telling : found).map(({ held }) => ({
      held,
      weight: Math.log(1 + entries.length / (1 + held.size)),
    }))
  }

  return {
    /** What is known of everything of this kind; which of it answers is for the ranking to say. */
    signals: ({
      key,
      words,
      kind,
    }: {
      key: string
      words: readonly string[]
      kind: 'tool' | 'product' | null
    }) => {
      const weights = weigh(words)
      return entries
        .filter((one) => kind === null || one.kind === kind)
        .map((one) => ({
          ...one,
          is_exact: one.keys.includes(key),
          is_prefix: one.name_key.startsWith(key),
          text_rank:
            weights.reduce((sum, { held }) => sum + (held.get(one) ?? 0), 0) /
            Math.max(1, weights.length),
          share: share(weights, (held) => (held.has(one) ? 1 : 0)),
        }))
    },
    /**
     * How well each product's words match a task, from 0 to 1: a word in the overview alone counts
     * less.
     */
    taskMatches: (words: readonly string[]): Map<string, number> => {
      const weights = weigh(words)
      const worth = (held: Holders, one: Entry) =>
        held.has(one) ? (held.get(one)! > textWeights.D ? 1 : 0.4) : 0
      const matches = entries.flatMap((one) =>
        one.kind === 'product'
          ? [[one.id, share(weights, (held) => worth(held, one))] as const]
          : [],
      )
      return new Map(matches)
    },
  }
}

function entry(
  kind: 'tool' | 'product',
  { id, slug, name, view_count }: { id: string; slug: string; name: string; view_count: number },
  { name_key, keys }: SearchDocument,
): Entry {
  return { kind, id, slug, name, name_key, view_count, keys }
}

/** Every word with who holds it, so that a question looks at words and not at texts. */
function vocabularyOf(
  documents: readonly (readonly [Entry, SearchDocument])[],
): Map<string, Map<Entry, number>> {
  const vocabulary = new Map<string, Map<Entry, number>>()
  for (const [one, { texts }] of documents) {
    for (const [field, weight] of Object.entries(textWeights) as [
      keyof typeof textWeights,
      number,
    ][]) {
      for (const word of texts[field].split(' ')) {
        const holders = vocabulary.get(word) ?? new Map<Entry, number>()
        vocabulary.set(word, holders)
        // The weightiest text comes first.
        if (word !== '' && !holders.has(one)) holders.set(one, weight)
      }
    }
  }
  return vocabulary
}

function holdersOf(asked: string, vocabulary: ReadonlyMap<string, Holders>): Holders {
  const held = new Map<Entry, number>()
  for (const [word, holders] of vocabulary) {
    if (!isSameWord(asked, word)) continue
    for (const [one, weight] of holders) held.set(one, Math.max(weight, held.get(one) ?? 0))
  }
  return held
}

// English endings, so that "answering" is "answers"; a stem is at least this long.
const ending = /(?:ing|ings|ers?|ed|es|s|ions?|ations?)$/
const shortestStem = 4

function isSameWord(asked: string, other: string): boolean {
  if (asked.length < 3) return other === asked
  if (other.startsWith(asked)) return true
  const stem = asked.replace(ending, '')
  return (
    stem.length >= shortestStem &&
    other.startsWith(stem) &&
    other.replace(ending, '').length <= stem.length
  )
}

function share(
  weights: readonly { held: Holders; weight: number }[],
  worth: (held: Holders) => number,
): number {
  const all = weights.reduce((sum, { weight }) => sum + weight, 0)
  return all === 0
    ? 0
    : weights.reduce((sum, { held, weight }) => sum + weight * worth(held), 0) / all
}
