// An issue of "State of the agent stack": the ranking of one day, kept as it was.
import type { RankedTool } from './trend-words.ts'

/** A file of content/quarters. */
export interface FrozenQuarter {
  /** The issues are numbered from 1. */
  number: number
  /** The day of the data. */
  frozen_on: string
  /** Tools with enough users, the most used first. The last share of each is that of the quarter. */
  tools: RankedTool[]
  /** Tools that products gave up, and what they began to use then. */
  replaced: (Tool & { left: number; came: (Tool & { count: number })[] })[]
}
type Tool = Pick<RankedTool, 'slug' | 'name'>

const mostMoved = 8

/** What an issue shows. */
export function quarterView({ tools, ...frozen }: FrozenQuarter) {
  const { shares } = tools[0]!
  const [now, before] = [shares.at(-1)!, shares.at(-5)!]
  const byPoints = tools.toSorted((a, b) => b.points - a.points)
  return {
    ...frozen,
    tools,
    slug: now.quarter.toLowerCase(),
    quarter: now.quarter,
    title: `State of the agent stack, ${now.quarter}`,
    lead: `What ${now.of} agent products were built with at the end of ${now.quarter}, and what changed since ${before.quarter}, when ${before.of} were known. Read from the histories of their repositories.`,
    up: byPoints.filter(({ points }) => points > 0).slice(0, mostMoved),
    down: byPoints
      .filter(({ points }) => points < 0)
      .slice(-mostMoved)
      .reverse(),
  }
}
export type QuarterView = ReturnType<typeof quarterView>
