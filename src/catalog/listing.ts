import type { Addresses } from '#core/addresses.ts'
import { once } from '#core/once.ts'
import type { Topic } from '#core/topics.ts'
import { productTool, reviewStatus } from '#present/present.ts'
import type { CatalogFile } from './file/read.ts'
import { parsed, shortHash } from './listing-record.ts'
import type { CatalogTool } from './tables.ts'

/** Returns a function that makes listings of their rows, with these tools and topics. */
export function presenter(
  { tools, topics }: { tools: readonly CatalogTool[]; topics: readonly Topic[] },
  to: Addresses,
) {
  const toolTexts: string[] = []
  const toolJson = (place: number) =>
    (toolTexts[place] ??= JSON.stringify(productTool(tools[place]!, to)))
  const toolTags: string[] = []
  const toolTag = (place: number) => (toolTags[place] ??= shortHash(toolJson(place)))
  const topicsBySlug = new Map(topics.map((topic) => [topic.slug, topic]))

  return (stored: ReturnType<CatalogFile['at']>) => {
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
      /**
       * One field of the list item or the brief item: faster than parsing the whole item when only
       * a few fields are needed.
       */
      field: <F extends keyof ReturnType<typeof fields>>(name: F) => fields()[name],
      /**
       * Changes whenever the listing's JSON changes. ETags are made of it, not of the bytes of an
       * answer.
       */
      get tag() {
        return tag()
      },
      /** `ProductListItem` as JSON. */
      listItem,
      /** `ProductBrief` as JSON. */
      brief: () => {
        const named = stored.tools.map((place) => {
          const { slug: tool, name } = tools[place]!
          return { slug: tool, name }
        })
        return `${stored.brief.slice(0, -1)},"tools":${JSON.stringify(named)}}`
      },
      /** `ProductDetail` as JSON. */
      detail: once(() => {
        const matrix = beyond().compatibility.map(
          ({ tool, ...rest }) => `{"tool":${toolJson(tool)},${JSON.stringify(rest).slice(1)}`,
        )
        return `${listItem().slice(0, -1)},${stored.details().slice(1, -1)},"compatibility_matrix":[${matrix.join()}]}`
      }),
      /**
       * The review fields of a status answer as JSON without braces: `"badge":{…},"claim_status":…`.
       */
      review: () => JSON.stringify(reviewStatus(fields(), 'approved', to)).slice(1, -1),
      /** The tools of the product, in the order of the listing. */
      tools: () => stored.tools.map((place) => tools[place]!),
      /** The same tools as a JSON array of `ProductTool`. */
      toolsJson,
      /** The tools that its page says it works with. */
      worksWith: () => beyond().compatibility.map(({ tool }) => tools[tool]!),
      /** Example phrases: what people who need the product search for. */
      examples: () => beyond().examples,
      /** The evidence for the listing, each piece with the editors' note on it. */
      evidence: () => beyond().evidence,
      /** When a fact that readers rely on was last corrected; null if none was. */
      correctedAt: () => beyond().corrected_at,
      /** Whether it is worked on; null if unknown. */
      activity: () => details().activity,
      /** The facts that help to choose the product. */
      facts: () => details().facts,
      /** Its topics, the main one first. */
      topics: () => fields().topics.flatMap((topic) => topicsBySlug.get(topic) ?? []),
      /** What its repository proves; null if no repository was read. */
      proof: () => details().proof,
    }
  }
}
