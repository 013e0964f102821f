// What the counts of core/trends.ts show to readers: shares over time, the tools that changed most,
// and what took the place of what.
import type { ToolTrend, Trends } from '#core/trends.ts'
import { shortDay } from '#present/words.ts'

/** What every answer and page with these counts says of them. */
export const trendsNote =
  'Counted are listed products whose repository could be read with its history, by the manifests of their main line. A manifest does not tell how much a tool is used, and products that ended before they could be listed are missing.'

/** The note of the current counts; an issue of /state may be older than this rule. */
export const countedNote = `${trendsNote} A stack that is not that of the product’s own code, such as its SDK’s, is not counted.`

/** A share of fewer products says nothing. */
const fewestProducts = 20
/** A change or a replacement of fewer products may be chance. */
const fewestUsers = 5
const fewestReplaced = 2

/** The share of the products at the end of each quarter that used something, by `used`. */
export function sharesOf({ quarters }: Pick<Trends, 'quarters'>, used: readonly number[]) {
  const first = quarters.findIndex(({ products }) => products >= fewestProducts)
  return quarters.flatMap(({ quarter, products }, at) =>
    first < 0 || at < first
      ? []
      : [{ quarter, count: used[at]!, of: products, percent: percentOf(used[at]!, products) }],
  )
}

export type QuarterShare = ReturnType<typeof sharesOf>[number]

/** In tenths below ten per cent, else whole. */
function percentOf(count: number, of: number): number {
  const percent = (100 * count) / Math.max(1, of)
  return percent < 10 ? Math.round(10 * percent) / 10 : Math.round(percent)
}

/** "Used by 32 of the 202 products whose history was read, 16 %, in 2026-Q2; 40 of 209 …" */
export function useSentence(shares: readonly QuarterShare[]): string {
  const [now, before] = [shares.at(-1), shares.at(-5)]
  if (!now) return ''
  const then = before ? `; ${before.count} of ${before.of} a year before` : ''
  return `Used by ${now.count} of the ${now.of} products whose history was read, ${now.percent} %, in ${now.quarter}${then}.`
}

/** A line in words: "From 3 % in 2023-Q1 to 15 % in 2026-Q2, at most 18 % in 2025-Q4." */
export function lineWords(shares: readonly QuarterShare[]): string {
  const at = ({ percent, quarter }: QuarterShare) => `${percent} % in ${quarter}`
  const [first, last] = [shares.at(0), shares.at(-1)]
  if (!first || !last) return ''
  const most = shares.reduce((top, one) => (one.percent > top.percent ? one : top))
  const isBetween = most.percent > Math.max(first.percent, last.percent)
  return `From ${at(first)} to ${at(last)}${isBetween ? `, at most ${at(most)}` : ''}.`
}

/** Whether enough products have used a tool for a chart of it. */
export const hasTrend = ({ ever }: Pick<ToolTrend, 'ever'>) => ever >= fewestUsers

/** The names of tools by slug. Tools without a name are left out. */
type Names = ReadonlyMap<string, { name: string }>

/** A tool with its shares by quarter, and the change of a year in per cent of all products. */
export interface RankedTool {
  slug: string
  name: string
  shares: QuarterShare[]
  points: number
}

/** The change of a share in a year, in per cent of all products; undefined of a shorter time. */
export function yearChange(shares: readonly QuarterShare[]): number | undefined {
  const [now, before] = [shares.at(-1), shares.at(-5)]
  if (!now || !before) return undefined
  return Math.round(1000 * (now.count / now.of - before.count / before.of)) / 10
}

/**
 * The tools that most products use now. Left out are tools that had fewer than five users a year ago
 * and have fewer than five now.
 */
export function ranking(trends: Trends, names: Names): RankedTool[] {
  const ranked = trends.tools.flatMap(({ slug, used }): RankedTool[] => {
    const name = names.get(slug)?.name
    const shares = sharesOf(trends, used)
    const [now, before] = [shares.at(-1), shares.at(-5)]
    if (name === undefined || !now || !before) return []
    if (Math.max(now.count, before.count) < fewestUsers) return []
    return [{ slug, name, shares, points: yearChange(shares)! }]
  })
  return ranked.sort((a, b) => b.shares.at(-1)!.count - a.shares.at(-1)!.count)
}

/** The tools of a ranking whose share changed most in the last year. */
export function movers(ranked: readonly RankedTool[], most: number) {
  const byPoints = ranked.toSorted((a, b) => b.points - a.points || (a.slug < b.slug ? -1 : 1))
  const fallen = byPoints.filter(({ points }) => points < 0).reverse()
  return {
    up: byPoints.filter(({ points }) => points > 0).slice(0, most),
    down: fallen.slice(0, most),
  }
}

/** A change of a share: "+4.5" or "−3.0", with a minus sign. */
export function pointsWords(points: number): string {
  return `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)}`
}

/** A tool that several products gave up, and what they began to use within 90 days. */
export interface Replaced {
  slug: string
  name: string
  /** How many products gave it up. */
  left: number
  came: { slug: string; name: string; count: number }[]
}

const mostReplaced = 16

/** The tools that others replaced in at least two products, the most frequent replacement first. */
export function replacedTools({ tools }: Pick<Trends, 'tools'>, names: Names): Replaced[] {
  const named = <T extends { slug: string }>(tool: T) => {
    const name = names.get(tool.slug)?.name
    return name === undefined ? [] : [{ ...tool, name }]
  }
  const most = ({ came }: Replaced) => came[0]!.count
  return tools
    .flatMap(({ slug, left, gave_way_to }) => {
      const came = gave_way_to.filter(({ count }) => count >= fewestReplaced).flatMap(named)
      return came.length > 0 ? named({ slug, left, came }) : []
    })
    .toSorted((a, b) => most(b) - most(a) || most(b) / b.left - most(a) / a.left)
    .slice(0, mostReplaced)
}

/** How many of the products that say the version of a tool ask for a line that has ended. */
export interface PastEndShare {
  count: number
  of: number
  tools: { slug: string; name: string; count: number; of: number }[]
  /** The days of the newest commit and of the newest page of a maker that were read. */
  commit: string
  page: string
}

/** The share of products with a tool past its end. */
export function pastEndSentence({ count, of }: PastEndShare): string {
  return `${count} of ${of} products, ${percentOf(count, of)} %, ask for a tool in a version that its maker no longer supports. Counted are those whose code says the version of a tool with a published end; “3.9 or newer” says none.`
}

/** Up to which day the counts can see, and why. */
export function pastEndReach({ commit, page }: PastEndShare): string {
  return `The newest commit that was read is of ${shortDay(commit)}, the newest page of a maker of ${shortDay(page)}: what was changed or announced later is not seen. A version has ended if its last day was over when the product or that page was last read. It is what the code asks for, not what runs.`
}
