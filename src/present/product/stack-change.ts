// The newest change that the history of a repository shows in a product's stack, in words.
import type { ProductProof } from '#contract/resources/proof.ts'
import { listed } from '#core/plural.ts'

/** The tools that left a stack about the same time, and those that came instead. */
export interface StackChange {
  /** When the last of the tools left. */
  until: string
  left: readonly string[]
  came: readonly string[]
}

interface NamedTool {
  name: string
  category: string
}

const day = 24 * 60 * 60 * 1000
/** Tools that left within this time of each other are one change. */
const together = 31 * day
/** A tool of the same category that came within this time took the place of one that left. */
const near = 90 * day
/** The most tools that a sentence names. */
const mostNamed = 3

/** The newest known change; undefined if no tool is known to have left. */
export function newestStackChange(
  proof: {
    tools: readonly Pick<ProductProof['tools'][number], 'slug' | 'since'>[]
    past_tools: readonly Pick<ProductProof['past_tools'][number], 'slug' | 'until'>[]
  } | null,
  tools: ReadonlyMap<string, NamedTool>,
): StackChange | undefined {
  const past = proof?.past_tools.filter(({ slug }) => tools.has(slug)) ?? []
  const until = past.map((tool) => tool.until).sort((a, b) => Date.parse(b) - Date.parse(a))[0]
  if (!proof || until === undefined) return undefined
  const end = Date.parse(until)
  const left = past.filter((tool) => end - Date.parse(tool.until) <= together)
  const categories = new Set(left.map(({ slug }) => tools.get(slug)!.category))
  const came = proof.tools.filter(
    ({ slug, since }) =>
      since !== null &&
      Math.abs(Date.parse(since) - end) <= near &&
      categories.has(tools.get(slug)?.category ?? ''),
  )
  const names = (of: readonly { slug: string }[]) => of.map(({ slug }) => tools.get(slug)!.name)
  return { until, left: names(left), came: names(came) }
}

/** A change in words: "LangChain left in May 2025; LangGraph joined". */
export function stackChangeWords({ until, left, came }: StackChange): string {
  const gone = `${named(left)} left in ${months.format(new Date(until))}`
  return came.length === 0 ? gone : `${gone}; ${named(came)} joined`
}

function named(names: readonly string[]): string {
  const rest = names.length - mostNamed
  return listed(rest > 0 ? [...names.slice(0, mostNamed), `${rest} more`] : names)
}

const months = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
