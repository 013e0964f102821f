// An issue of "State of the agent stack": the ranking of one day, kept as it was.
import { type RankedTool, type Replaced, movers, pointsWords } from './trend-words.ts'

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
  const moved = movers(tools, mostMoved)
  const changeOf = (verb: string) => (tool: RankedTool) => ({
    count: pointsWords(tool.points),
    what: `points in a year: ${tool.name} ${verb} most, to ${tool.shares.at(-1)!.percent} % of products`,
  })
  return {
    ...frozen,
    tools,
    slug: now.quarter.toLowerCase(),
    quarter: now.quarter,
    title: `State of the agent stack, ${now.quarter}`,
    lead: `What ${now.of} agent products were built with at the end of ${now.quarter}, and what changed since ${before.quarter}, when ${before.of} were known. Read from the histories of their repositories.`,
    /** The first of the ranking, of what rose and of what fell: each a figure and its words. */
    findings: [
      { count: `${now.percent} %`, what: `of products use ${tools[0]!.name}, the most used` },
      ...moved.up.slice(0, 1).map(changeOf('rose')),
      ...moved.down.slice(0, 1).map(changeOf('fell')),
    ],
    ...moved,
  }
}
export type QuarterView = ReturnType<typeof quarterView>
