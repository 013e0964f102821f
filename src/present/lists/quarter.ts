// An issue of "State of the agent stack": the ranking of one day, kept as it was.
import { type RankedTool, type Replaced, movers } from './trend-words.ts'

/** A file of content/quarters. */
export interface FrozenQuarter {
  /** The issues are numbered from 1. */
  number: number
  /** The day of the data. */
  frozen_on: string
  /** Tools with enough users, the most used first. The last share of each is that of the quarter. */
  tools: RankedTool[]
  replaced: Replaced[]
}

const mostMoved = 8

/** What an issue shows. */
export function quarterView({ tools, ...frozen }: FrozenQuarter) {
  const { shares } = tools[0]!
  const [now, before] = [shares.at(-1)!, shares.at(-5)!]
  return {
    ...frozen,
    tools,
    slug: now.quarter.toLowerCase(),
    quarter: now.quarter,
    title: `State of the agent stack, ${now.quarter}`,
    lead: `What ${now.of} agent products were built with at the end of ${now.quarter}, and what changed since ${before.quarter}, when ${before.of} were known. Read from the histories of their repositories.`,
    ...movers(tools, mostMoved),
  }
}
export type QuarterView = ReturnType<typeof quarterView>
