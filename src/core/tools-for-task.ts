import { onceFor } from './once.ts'
import { type Topic, topicsIn } from './topics.ts'
import type { WordGroup } from './word-groups.ts'

interface DescribedTool {
  slug: string
  name: string
  description: string | null
  category: string
  product_count: number
}

/**
 * The tools that are for what a task asks for, most used first: those of most of its topics. "Search
 * the web from my agent" is what Tavily is for, and no product of the directory.
 */
export function toolsForTask<T extends DescribedTool>(
  groups: readonly Pick<WordGroup, 'topics' | 'isLike'>[],
  tools: readonly T[],
  topics: readonly Topic[],
): T[] {
  const asked = groups
    .filter(({ isLike }) => !isLike)
    .map((group) => group.topics.filter(({ is_trait }) => !is_trait))
    .filter((of) => of.length > 0)
  const topicsOf = topicsByTool(topics)
  const scored = tools.map((tool) => ({
    tool,
    met: asked.filter((of) => of.some((topic) => topicsOf(tool).has(topic))).length,
  }))
  const most = Math.max(1, ...scored.map(({ met }) => met))
  return scored
    .filter(({ met }) => met === most)
    .map(({ tool }) => tool)
    .sort((a, b) => b.product_count - a.product_count || (a.slug < b.slug ? -1 : 1))
}

// A tool is described as long as a build stands; its count alone changes.
const topicsByTool = onceFor((topics: readonly Topic[]) =>
  onceFor(({ name, description, category }: DescribedTool): ReadonlySet<Topic> => {
    const said = topicsIn(`${name} ${description ?? ''}`, topics)
    return new Set([...said, ...topics.filter(({ categories }) => categories.includes(category))])
  }),
)
