// What changed in the stack of a product by month: the tools that left, and those that came.
import type { StackHistory } from './trends.ts'

/** The changes of a product's stack in a month of the calendar, with the slugs of the tools. */
export type Move = ReturnType<typeof movesOf>[number]

const day = 24 * 60 * 60 * 1000
/** What a product uses so soon after its first commit is its beginning, no move. */
const beginning = 90 * day
/** What a product that has ended lost so shortly before its newest commit is its end, no move. */
const end = 30 * day

/** The moves of a product, by months such as `2026-07`. `isActive`: it has not ended. */
export function movesOf(product: string, isActive: boolean, { began, ended, tools }: StackHistory) {
  const changes = tools.flatMap(({ slug, since, until }) => {
    if (until === undefined)
      return since - began > beginning ? [{ slug, at: since, isEnd: false }] : []
    return isActive || ended - until > end ? [{ slug, at: until, isEnd: true }] : []
  })
  const months = Map.groupBy(changes, ({ at }) => new Date(at).toISOString().slice(0, 7))
  return [...months].map(([month, ofMonth]) => {
    const slugs = (of: boolean) => [
      ...new Set(ofMonth.flatMap(({ slug, isEnd }) => (isEnd === of ? [slug] : []))),
    ]
    // When the last of these changes was made.
    const at = new Date(Math.max(...ofMonth.map((change) => change.at))).toISOString()
    // `left`: tools that no manifest names any more; `came`: tools that its listing has today.
    return { product, month, at, left: slugs(true), came: slugs(false) }
  })
}

/** The order of moves: the newest first. */
export const byTime = (a: Move, b: Move) =>
  b.at.localeCompare(a.at) || a.product.localeCompare(b.product)
