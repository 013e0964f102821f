import type { AgentUseCase } from '#contract/enums.ts'
import { listed } from './comparison.ts'
import { spoken } from './words.ts'

/** Figures of the listings of a use case that are built with a tool. */
export interface UseWithToolFacts {
  use: AgentUseCase
  /** The name of the tool. */
  tool: string
  count: number
  /**
   * `ofUse`, `ofTool`, `total`: listings of the use case, with the tool, and in the whole
   * directory.
   */
  ofUse: number
  ofTool: number
  total: number
  /**
   * How many of `count` listings have every tool shown in the code, and how many are open source.
   */
  everyTool: number
  openSource: number
  /** Other tools that these listings use, most common first. */
  together: readonly { slug: string; name: string; count: number }[]
}

/**
 * A tool counts as more common for a use case if its share there is at least this multiple of its
 * share in the whole directory, and as rarer if it is the other way round.
 */
const noticeable = 1.5
/** The most other tools that the sentence lists. */
const named = 4

/** The figures in words: a short line, a sentence on the share, and further sentences. */
export function useWithToolWords(facts: UseWithToolFacts): {
  brief: string
  share: string
  others: string[]
} {
  const { use, tool, count, ofUse, ofTool, total, everyTool, openSource, together } = facts
  const here = count / ofUse
  const anywhere = ofTool / total
  const differs =
    here >= noticeable * anywhere
      ? `more common for ${spoken.agent_use_case[use]} than elsewhere`
      : here * noticeable <= anywhere
        ? `rarer for ${spoken.agent_use_case[use]} than elsewhere`
        : 'about as common as elsewhere'
  const beside = together.slice(0, named).map((one) => `${one.name} (${one.count})`)
  const ofThem = (some: number) => (some === count ? `All ${count}` : `${some} of them`)
  return {
    brief: `${tool} in ${count} of ${ofUse} listings for ${spoken.agent_use_case[use]}`,
    share: `${count} of ${ofUse} listings for ${spoken.agent_use_case[use]} are built with ${tool}: ${percent(here)}, ${differs} (${percent(anywhere)} of all listings).`,
    others: [
      ...(everyTool > 0
        ? [`${ofThem(everyTool)} ${haveOrHas(everyTool)} every tool shown in the code.`]
        : []),
      ...(openSource > 0
        ? [`${ofThem(openSource)} ${openSource === 1 ? 'is' : 'are'} open source.`]
        : []),
      ...(beside.length > 0 ? [`Most often beside it: ${listed(beside)}.`] : []),
    ],
  }
}

function haveOrHas(count: number): string {
  return count === 1 ? 'has' : 'have'
}

// A percentage, never 0 %, with a space at which lines do not break.
function percent(share: number): string {
  return `${Math.max(1, Math.round(100 * share))}\u00a0%`
}
