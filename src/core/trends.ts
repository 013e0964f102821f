// What the histories of stacks say together: how many products used a tool at the end of each
// quarter, whether new products pick it, and what took its place.

/** The history of a product, with times in milliseconds since 1970. */
export interface StackHistory {
  /** When its first commit was made. */
  began: number
  /** When its newest known commit was made: nothing is known of a later time. */
  ended: number
  tools: readonly { slug: string; since: number; until: number | undefined }[]
}

export type Trends = ReturnType<typeof trendsOf>
/** The use of one tool over time. */
export type ToolTrend = Trends['tools'][number]

const day = 24 * 60 * 60 * 1000
/** A product that used a tool so soon after its first commit has picked it, not changed to it. */
const soon = 183 * day
/** A tool that came within this time of another's end may have taken its place. */
const near = 90 * day
/** Quarters with fewer products say nothing. */
const fewest = 5

/** The ends of the quarters between two times. */
function quartersBetween(first: number, last: number): { quarter: string; end: number }[] {
  const quarters: { quarter: string; end: number }[] = []
  // Of no histories the first time is Infinity.
  if (first > last) return quarters
  const from = new Date(first)
  for (let at = from.getUTCFullYear() * 4 + Math.trunc(from.getUTCMonth() / 3); ; at++) {
    const end = Date.UTC(Math.trunc(at / 4), (at % 4) * 3 + 3)
    if (end > last) return quarters
    quarters.push({ quarter: `${Math.trunc(at / 4)}-Q${(at % 4) + 1}`, end })
  }
}

/** Counts what the histories of products say. `categoryOf` returns the category of a tool. */
export function trendsOf(
  histories: readonly StackHistory[],
  categoryOf: (slug: string) => string | undefined,
) {
  const first = Math.min(...histories.map(({ began }) => began))
  const last = Math.max(...histories.map(({ ended }) => ended))
  const known = quartersBetween(first, last)
    .map((one) => ({ ...one, products: histories.filter((each) => isKnown(each, one.end)) }))
    .filter(({ products }) => products.length >= fewest)
  const byYear = Map.groupBy(
    histories.filter(({ began, ended }) => ended - began >= soon),
    ({ began }) => new Date(began).getUTCFullYear(),
  )
  const years = [...byYear].filter(([, begun]) => begun.length >= fewest).sort(([a], [b]) => a - b)
  const slugs = [...new Set(histories.flatMap(({ tools }) => tools.map(({ slug }) => slug)))].sort()
  const categories = [...new Set(slugs.flatMap((slug) => categoryOf(slug) ?? []))].sort()
  return {
    /** How many products have a known history. */
    products: histories.length,
    /** Each quarter, and how many products with a known history existed at its end. */
    quarters: known.map(({ quarter, products }) => ({ quarter, products: products.length })),
    /** Each year, and how many of these products began in it and are known for half a year. */
    years: years.map(([year, begun]) => ({ year, products: begun.length })),
    tools: slugs.map((slug) => ({
      slug,
      /** How many products have used it at any time. */
      ever: countWith(histories, (span) => span.slug === slug),
      /** How many products used it at the end of each quarter. */
      used: known.map(({ end, products }) =>
        countWith(products, (span) => span.slug === slug && isIn(span, end)),
      ),
      /** Of the products that began in each year, how many used it within half a year. */
      picked: years.map(([, begun]) =>
        countWith(begun, (span, { began }) => span.slug === slug && span.since - began <= soon),
      ),
      /** How many products gave it up, also those that took it up again. */
      left: countWith(histories, ({ slug: one, until }) => one === slug && until !== undefined),
      /** Tools of its category that products began to use when they gave it up. */
      gave_way_to: successors(slug, histories, categoryOf),
    })),
    /** How many products used a tool of each category at the end of each quarter. */
    categories: categories.map((category) => ({
      slug: category,
      used: known.map(({ end, products }) =>
        countWith(products, (span) => isIn(span, end) && categoryOf(span.slug) === category),
      ),
    })),
  }
}

type Span = StackHistory['tools'][number]

const isKnown = ({ began, ended }: StackHistory, at: number) => began <= at && ended >= at - near

const isIn = ({ since, until = Infinity }: Span, at: number) => since <= at && until > at

/** How many products have a span that fits. */
const countWith = (
  products: readonly StackHistory[],
  fits: (span: Span, product: StackHistory) => boolean,
) => products.filter((product) => product.tools.some((span) => fits(span, product))).length

/** The tools of its category that a product began to use when it gave up a tool. */
function cameFor(
  slug: string,
  { tools }: Pick<StackHistory, 'tools'>,
  categoryOf: (slug: string) => string | undefined,
): Set<string> {
  const ends = tools.flatMap((span) => (span.slug === slug && span.until ? [span.until] : []))
  return new Set(
    tools
      .filter((span) => span.slug !== slug && categoryOf(span.slug) === categoryOf(slug))
      .filter(({ since }) => ends.some((end) => Math.abs(since - end) <= near))
      .map((span) => span.slug),
  )
}

function successors(
  slug: string,
  histories: readonly StackHistory[],
  categoryOf: (slug: string) => string | undefined,
): { slug: string; count: number }[] {
  const came = histories.flatMap((history) => [...cameFor(slug, history, categoryOf)])
  return [...Map.groupBy(came, (one) => one)]
    .map(([one, all]) => ({ slug: one, count: all.length }))
    .sort((a, b) => b.count - a.count || (a.slug < b.slug ? -1 : 1))
}
