import * as contract from '#contract/operations/list-trends.ts'
import { shownMoves } from '#catalog/shown-moves.ts'
import { limits } from '#contract/limits.ts'
import { nameResolver } from '#core/stack.ts'
import type { ToolTrend } from '#core/trends.ts'
import { countedNote } from '#present/lists/trend-words.ts'
import { handling } from './answer.ts'
import { knownTool } from './known-tool.ts'

/** GET /trends: the use of tools over time, as counted at the build. */
export const listTrends = handling(
  contract.listTrends,
  async ({ query: { tool, category, limit } }, { catalog }) => {
    const published = await catalog.current()
    const { toolsBySlug } = published
    const one = tool === undefined ? undefined : knownTool(tool, published)
    const of = category && (nameResolver(catalog.categories)(category)?.slug ?? category)
    const { products, quarters, years, tools } = catalog.trends()
    const asked = (slug: string) => {
      const known = toolsBySlug.get(slug)
      const isAsked =
        (one === undefined || known === one) && (of === undefined || known?.category === of)
      return isAsked ? known : undefined
    }
    const shown = tools.flatMap((trend) => {
      const known = asked(trend.slug)
      return known ? [{ name: known.name, category: known.category, ...trend }] : []
    })
    shown.sort((a, b) => change(b) - change(a) || (a.slug < b.slug ? -1 : 1))
    const moved = catalog
      .moves()
      .values()
      .filter(({ left, came }) => [...left, ...came].some(asked))
    const { all, of_tool } = limits.trend_moves
    const moves = shownMoves(moved, published).take(tool === undefined ? all : of_tool)
    const most = { tools: shown.slice(0, limit), moves: [...moves] }
    const body = { products, quarters, years, ...most, note: countedNote }
    return { status: 200, body }
  },
)

/** How much the number of users changed in the last year. */
const change = ({ used }: ToolTrend) => Math.abs((used.at(-1) ?? 0) - (used.at(-5) ?? 0))
