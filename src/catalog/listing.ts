import type { Addresses } from '#core/addresses.ts'
import { once } from '#core/once.ts'
import type { Topic } from '#core/topics.ts'
import { productTool, reviewStatus } from '#present/present.ts'
import { type StoredListing, parsed, shortHash } from './listing-record.ts'
import type { CatalogTool, Listing } from './questions.ts'

/** Returns a function that makes listings of their rows, with these tools and topics. */
export function presenter(
  { tools, topics }: { tools: readonly CatalogTool[]; topics: readonly Topic[] },
  to: Addresses,
): (stored: StoredListing) => Listing {
  const toolTexts: string[] = []
  const toolJson = (place: number) =>
    (toolTexts[place] ??= JSON.stringify(productTool(tools[place]!, to)))
  const toolTags: string[] = []
  const toolTag = (place: number) => (toolTags[place] ??= shortHash(toolJson(place)))
  const topicsBySlug = new Map(topics.map((topic) => [topic.slug, topic]))

  return (stored) => {
    const { id, slug, domain } = stored
    const fields = once(() => ({
      ...parsed(stored.summary),
      topics: parsed(stored.brief).topics,
      lifecycle: parsed(stored.lifecycle),
    }))
    const tag = once(() => shortHash(`${stored.tag} ${stored.tools.map(toolTag).join(' ')}`))
    // Not kept: they are ten times as long as the fields of lists.
    const details = () => parsed(stored.details())
    const beyond = () => parsed(stored.beyond())
    const toolsJson = () => `[${stored.tools.map(toolJson).join()}]`
    const listItem = once(() => `${stored.summary.slice(0, -1)},"tools":${toolsJson()}}`)
    return {
      id,
      slug,
      domain,
      field: (name) => fields()[name],
      get tag() {
        return tag()
      },
      listItem,
      brief: () => {
        const named = stored.tools.map((place) => {
          const { slug: tool, name } = tools[place]!
          return { slug: tool, name }
        })
        return `${stored.brief.slice(0, -1)},"tools":${JSON.stringify(named)}}`
      },
      detail: once(() => {
        const matrix = beyond().compatibility.map(
          ({ tool, ...rest }) => `{"tool":${toolJson(tool)},${JSON.stringify(rest).slice(1)}`,
        )
        return `${listItem().slice(0, -1)},${stored.details().slice(1, -1)},"compatibility_matrix":[${matrix.join()}]}`
      }),
      review: () => {
        const review = reviewStatus(fields(), 'approved', to)
        return JSON.stringify(review).slice(1, -1)
      },
      tools: () => stored.tools.map((place) => tools[place]!),
      toolsJson,
      worksWith: () => beyond().compatibility.map(({ tool }) => tools[tool]!),
      examples: () => beyond().examples,
      evidence: () => beyond().evidence,
      correctedAt: () => beyond().corrected_at,
      activity: () => details().activity,
      facts: () => details().facts,
      topics: () => fields().topics.flatMap((topic) => topicsBySlug.get(topic) ?? []),
      proof: () => details().proof,
    }
  }
}
