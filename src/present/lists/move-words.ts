import type { ToolName } from '#contract/resources/tool.ts'
import { listed } from '#core/plural.ts'
import type { Faced } from '#present/face.ts'
import { month } from '#present/words.ts'

/** What moved in the stack of a product in a month of the calendar, as readers see it. */
export interface ShownMove {
  product: Faced & { name: string }
  /** The month, `2026-07`. */
  month: string
  /** When the last of these changes was made. */
  at: string
  left: ToolName[]
  came: ToolName[]
}

/** The most tools that a sentence names of each. */
const mostNamed = 3

/** A move in words, without the product: "dropped LangChain and Celery, added Redis (July 2026)". */
export function moveWords({ left, came, month: of }: Omit<ShownMove, 'product' | 'at'>): string {
  const parts = [
    { verb: 'dropped', tools: left },
    { verb: 'added', tools: came },
  ].filter(({ tools }) => tools.length > 0)
  return `${parts.map(({ verb, tools }) => `${verb} ${named(tools)}`).join(', ')} (${month(of)})`
}

function named(tools: readonly ToolName[]): string {
  const names = tools.map(({ name }) => name)
  const rest = names.length - mostNamed
  return listed(rest > 0 ? [...names.slice(0, mostNamed), `${rest} more`] : names)
}
