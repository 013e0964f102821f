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
  const shareOf = ({ name, shares: each, points }: RankedTool) =>
    `${name}: ${each.at(-1)!.percent} % of products, ${pointsWords(points)} points in a year`
  return {
    ...frozen,
    tools,
    slug: now.quarter.toLowerCase(),
    quarter: now.quarter,
    title: `State of the agent stack, ${now.quarter}`,
    lead: `What ${now.of} agent products were built with at the end of ${now.quarter}, and what changed since ${before.quarter}, when ${before.of} were known. Read from the histories of their repositories.`,
    /** The first of the ranking, of what rose and of what fell, each as a sentence. */
    findings: [
      `Used most is ${shareOf(tools[0]!)}.`,
      ...moved.up.slice(0, 1).map((tool) => `Rose most: ${shareOf(tool)}.`),
      ...moved.down.slice(0, 1).map((tool) => `Fell most: ${shareOf(tool)}.`),
    ],
    ...moved,
  }
}
export type QuarterView = ReturnType<typeof quarterView>
