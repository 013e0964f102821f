// What moved in stacks, as pages and feeds of the build show it.
import { catalog } from '#catalog/published.ts'
import { shownMoves } from '#catalog/shown-moves.ts'
import type { ToolName } from '#contract/resources/tool.ts'
import type { ShownMove } from '#present/lists/move-words.ts'

/**
 * A move with its main tools first: those of a category in which a tool left and another came, then
 * those that most products use.
 */
function mainFirst({ left, came, ...move }: ShownMove): ShownMove {
  const toolOf = ({ slug }: ToolName) => catalog.toolsBySlug.get(slug)!
  const sorted = (tools: readonly ToolName[], others: readonly ToolName[]) => {
    const categories = new Set(others.map((other) => toolOf(other).category))
    const rank = (tool: ToolName) => Number(categories.has(toolOf(tool).category))
    const uses = (tool: ToolName) => toolOf(tool).product_count
    return tools.toSorted((a, b) => rank(b) - rank(a) || uses(b) - uses(a))
  }
  return { ...move, left: sorted(left, came), came: sorted(came, left) }
}

/** All moves, newest first. */
export const moves = [...shownMoves(catalog.moves(), catalog)].map(mainFirst)

const mostSwitches = 40
const isSwitch = ({ left }: ShownMove) => left.length > 0
/** The newest moves in which a product dropped a tool. */
export const switches = moves.filter(isSwitch).slice(0, mostSwitches)

/** `switches` by month; in each month, the products that added another tool stand first. */
export const switchesByMonth = [...Map.groupBy(switches, ({ month }) => month)].map(
  ([month, ofMonth]) => ({
    month,
    moves: ofMonth.toSorted((a, b) => Number(b.came.length > 0) - Number(a.came.length > 0)),
  }),
)

/** The newest moves in which a product that has not ended dropped one tool and added another. */
export function newestSwitches(count: number): ShownMove[] {
  return moves
    .filter((move) => isSwitch(move) && move.came.length > 0)
    .filter(({ product }) => catalog.product(product.slug)!.field('lifecycle').state === 'active')
    .slice(0, count)
}

/** The newest move of a product in which it dropped a tool; undefined if none is known. */
export function lastSwitch(slug: string): ShownMove | undefined {
  return moves.find((move) => move.product.slug === slug && isSwitch(move))
}

/** The products that added a tool, with what they dropped then, and the other way round. */
export function movesOfTool({ slug, name }: { slug: string; name: string }) {
  const has = (tools: ShownMove['came']) => tools.some((tool) => tool.slug === slug)
  return [
    {
      id: 'added',
      verb: 'Added',
      title: `Who added ${name}`,
      note: 'After its first 90 days, with what it dropped that month.',
      moves: moves.filter(({ came }) => has(came)).map((move) => ({ ...move, came: [] })),
    },
    {
      id: 'dropped',
      verb: 'Dropped',
      title: `Who dropped ${name}`,
      note: 'With what it added that month.',
      moves: moves.filter(({ left }) => has(left)).map((move) => ({ ...move, left: [] })),
    },
  ].filter((side) => side.moves.length > 0)
}

const week = 7 * 24 * 60 * 60 * 1000

/** What moved in the week before a time. */
export function movesBefore(time: string): ShownMove[] {
  const ago = ({ at }: ShownMove) => Date.parse(time) - Date.parse(at)
  return moves.filter((move) => ago(move) >= 0 && ago(move) < week)
}
