interface Found {
  reasons: readonly string[]
  /** The tools asked for that it is built with. */
  matched_tool_slugs: readonly string[]
}

interface AskedTool {
  slug: string
  name: string
  product_count: number
}

/** Recommendations that answer a question alike, under a heading of their own. */
export interface RecommendedPart<T> {
  heading: string
  /** The reasons that all of them share, said once; those of each are in `found` without them. */
  each: string[]
  found: (T & { reasons: string[] })[]
  /** The tools whose own pages show the rest. */
  more: AskedTool[]
}

/**
 * Recommendations as a page divides them. For a stack alone, what uses all of its tools is not what
 * uses one of them: ten that "fit best" were two, and eight of many that were all alike. `inAll`
 * says how many listings use all the tools.
 */
export function recommendedParts<T extends Found>(
  found: readonly T[],
  { hasTask, tools, inAll }: { hasTask: boolean; tools: readonly AskedTool[]; inAll: number },
): RecommendedPart<T>[] {
  if (hasTask || tools.length === 0) {
    const heading = found.length === 1 ? 'One product fits' : `The ${found.length} that fit best`
    return partOf(heading, found, [])
  }
  const isWhole = ({ matched_tool_slugs: matched }: T) => matched.length === tools.length
  const whole = found.filter(isWhole)
  const rest = found.filter((one) => !isWhole(one))
  const used = tools.filter(({ product_count }) => product_count > 0)
  return [
    ...partOf(wholeHeading(whole.length, tools, inAll), whole, tools.length === 1 ? used : []),
    ...partOf(restHeading(rest, tools, { inAll, isAlone: whole.length === 0 }), rest, used),
  ]
}

function wholeHeading(shown: number, tools: readonly AskedTool[], inAll: number): string {
  const [only, ...others] = tools
  const what = others.length === 0 ? only!.name : others.length === 1 ? 'both' : 'all of them'
  // What was listed since the question was asked is counted and not shown.
  return shown < inAll
    ? `${shown} of the ${inAll} that use ${what}`
    : `${shown} ${shown === 1 ? 'uses' : 'use'} ${what}`
}

function restHeading(
  rest: readonly Found[],
  tools: readonly AskedTool[],
  { inAll, isAlone }: { inAll: number; isAlone: boolean },
): string {
  const start = isAlone ? `None uses ${tools.length === 2 ? 'both' : 'all of them'}; ` : 'And '
  const verb = (count: number) => (count === 1 ? 'uses' : 'use')
  if (tools.length > 2) return `${start}${rest.length} ${verb(rest.length)} some of them`
  const alone = tools
    .map(({ name, product_count }) => ({ name, count: product_count - inAll }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${count} ${verb(count)} ${name} alone`)
  return `${start}${alone.join(', ')}`
}

function partOf<T extends Found>(
  heading: string,
  found: readonly T[],
  more: AskedTool[],
): RecommendedPart<T>[] {
  const [first, ...others] = found
  if (!first) return []
  const each =
    others.length === 0
      ? []
      : first.reasons.filter((reason) => others.every(({ reasons }) => reasons.includes(reason)))
  const own = found.map((one) => ({
    ...one,
    reasons: one.reasons.filter((reason) => !each.includes(reason)),
  }))
  // What is shown already is no more.
  return [
    { heading, each, found: own, more: more.filter((tool) => tool.product_count > found.length) },
  ]
}

/** The same tools, with those that were asked for first: a row shows the first few. */
export function askedFirst<T extends { slug: string }>(
  tools: readonly T[],
  asked: readonly string[],
): T[] {
  const place = ({ slug }: T) => {
    const at = asked.indexOf(slug)
    return at < 0 ? asked.length : at
  }
  return tools.toSorted((a, b) => place(a) - place(b))
}
