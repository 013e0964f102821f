import type { ProductTool } from '#contract/resources/tool.ts'
import { plural } from '#core/plural.ts'
import { namesOf } from '#present/product/comparison.ts'

interface Found {
  reasons: readonly string[]
  /** Slugs of the tools of the requested stack that the product is built with. */
  matched_tool_slugs: readonly string[]
}

type StackTool = Pick<ProductTool, 'slug' | 'name' | 'product_count'>

/**
 * The groups of recommendations on the page. For a stack without a task, products that use all of
 * its tools come before products that use some. `inAll` is the number of listings that use all.
 */
export function recommendedParts<T extends Found>(
  found: readonly T[],
  { hasTask, tools, inAll }: { hasTask: boolean; tools: readonly StackTool[]; inAll: number },
) {
  if (hasTask || tools.length === 0) {
    const heading = found.length === 1 ? 'One product fits' : `The ${found.length} that fit best`
    return partOf(heading, found, [])
  }
  const isWhole = ({ matched_tool_slugs: matched }: T) => matched.length === tools.length
  const whole = found.filter(isWhole)
  const rest = found.filter((one) => !isWhole(one) && one.matched_tool_slugs.length > 0)
  const working = found.filter((one) => one.matched_tool_slugs.length === 0)
  const used = tools.filter(({ product_count }) => product_count > 0)
  return [
    ...partOf(wholeHeading(whole.length, tools, inAll), whole, tools.length === 1 ? used : []),
    ...partOf(restHeading(rest, tools, whole.length === 0), rest, used),
    ...partOf(workingHeading(working.length, tools), working, []),
  ]
}

function wholeHeading(shown: number, tools: readonly StackTool[], inAll: number): string {
  const [only, ...others] = tools
  const what = others.length === 0 ? only!.name : others.length === 1 ? 'both' : 'all of them'
  // `inAll` may also count a listing that was approved after the search.
  return shown < inAll
    ? `${shown} of the ${inAll} that use ${what}`
    : `${plural(shown, 'uses', 'use')} ${what}`
}

const workingHeading = (count: number, tools: readonly StackTool[]) =>
  `${plural(count, 'only works', 'only work')} with ${tools.length === 1 ? 'it' : 'some of them'}`

function restHeading(rest: readonly Found[], tools: readonly StackTool[], isAlone: boolean) {
  const [all, part] = tools.length === 2 ? ['both', 'one of them'] : ['all of them', 'some of them']
  return `${isAlone ? `None uses ${all}; ` : 'And '}${plural(rest.length, 'uses', 'use')} ${part}`
}

/** A group with its own heading; none without products. */
function partOf<T extends Found>(heading: string, found: readonly T[], more: StackTool[]) {
  const [first, ...others] = found
  if (!first) return []
  /** The reasons that all products of the group share; those in `found` are without them. */
  const each =
    others.length === 0
      ? []
      : first.reasons.filter((reason) => others.every(({ reasons }) => reasons.includes(reason)))
  const own = found.map((one) => ({
    ...one,
    reasons: one.reasons.filter((reason) => !each.includes(reason)),
  }))
  /** The tools whose pages list more products. */
  const longer = more.filter((tool) => tool.product_count > found.length)
  return [{ heading, each, found: own, more: longer }]
}

/** A sentence on the requested tools that a product lacks; empty if it has all. */
export function lackingReason(
  requested: readonly { slug: string; name: string }[],
  { matched_tool_slugs: matched }: Pick<Found, 'matched_tool_slugs'>,
): string[] {
  const lacking = requested.filter(({ slug }) => !matched.includes(slug))
  return lacking.length > 0 ? [`It is not known to be built with ${namesOf(lacking)}.`] : []
}

/** Sorts requested tools to the front: a row shows only the first few tools. */
export function requestedFirst<T extends { slug: string }>(
  tools: readonly T[],
  requested: readonly string[],
): T[] {
  const place = ({ slug }: T) => {
    const at = requested.indexOf(slug)
    return at < 0 ? requested.length : at
  }
  return tools.toSorted((a, b) => place(a) - place(b))
}
