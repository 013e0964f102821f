import type { CatalogTables, CatalogTool, Published } from '#catalog/questions.ts'
import { alike, askedBy, toldBy } from '#core/alike.ts'
import { onceFor } from '#core/once.ts'
import { stackResolver } from '#core/stack.ts'
import { type Topic, topicsIn } from '#core/topics.ts'
import { type WordGroup, wordGroups } from '#core/word-groups.ts'

/** What a question means, in groups of words: by topics, use cases, and what is listed. */
export function readQuestion(
  text: string,
  { topics, useCases }: Pick<CatalogTables, 'topics' | 'useCases'>,
  { product, tools, texts }: Pick<Published, 'product' | 'tools' | 'texts'>,
): WordGroup[] {
  const toolNamed = stackResolver(tools)
  const topicsOfNamed = (key: string): Topic[] => {
    const listing = product(key)
    const text = listing ? listing.field('description') : toolNamed(key)?.description
    const all = text ? topicsIn(text, topics) : []
    // What has a trait in common is no alternative.
    const kinds = all.filter(({ is_trait }) => !is_trait)
    return kinds.length > 0 ? kinds : all
  }
  const isTool = (word: string) => toolNamed(word) !== undefined
  return wordGroups(text, {
    topics,
    useCases,
    topicsOfNamed,
    isTool,
    isWritten: (word) => texts().holds(word),
  })
}

/** The tools that a question says are not wanted: "agent framework without LangChain". */
export function unwantedTools(
  groups: readonly WordGroup[],
  { tools }: Pick<Published, 'tools'>,
): ReadonlySet<string> {
  const toolNamed = stackResolver(tools)
  const named = groups.filter(({ by }) => by === 'unwanted').map(({ words }) => words.join(''))
  return new Set(named.flatMap((name) => toolNamed(name)?.slug ?? []))
}

/** Whether a listing is built with one of the tools. */
export function isBuiltWith(
  tools: ReadonlySet<string>,
  slug: string,
  { product }: Pick<Published, 'product'>,
): boolean {
  return tools.size > 0 && (product(slug)?.tools() ?? []).some((tool) => tools.has(tool.slug))
}

/** How many listings and tools a question is asked of. */
export function documentsOf({ total, tools }: Pick<Published, 'total' | 'tools'>): number {
  return total + tools.length
}

/** What a question can be compared with. */
interface Named {
  kind: 'tool' | 'product'
  id: string
  slug: string
}

/** How much a question is like what people ask for who need a listing or a tool, from 0 to 1. */
export function likenessTo(
  groups: readonly WordGroup[],
  { told, toolsById }: Pick<Published, 'told' | 'toolsById'>,
): (one: Named) => number {
  const isWanted = ({ by }: WordGroup) => by !== 'unwanted' && by !== 'named'
  const asked = askedBy(groups.filter(isWanted).flatMap(({ words }) => words))
  return ({ kind, id, slug }) => {
    if (asked.size === 0) return 0
    if (kind === 'product') return alike(asked, told(slug))
    const tool = toolsById.get(id)
    return tool ? alike(asked, toldOfTool(tool)) : 0
  }
}

/** Candidates with how like the question is to each. */
export function withLikeness<C extends Named>(
  candidates: readonly C[],
  likeness: (one: Named) => number,
): (C & { alike: number })[] {
  return candidates.map((one) => ({ ...one, alike: likeness(one) }))
}

const toldOfTool = onceFor(({ asks, name, description }: CatalogTool) =>
  toldBy([...asks, name, description ?? '']),
)
