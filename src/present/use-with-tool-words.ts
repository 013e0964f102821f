import type { AgentUseCase } from '#contract/enums.ts'
import { listed } from './comparison.ts'
import { spoken } from './words.ts'

/** Figures of the listings of a use case that are built with a tool. */
export interface UseWithToolFacts {
  use: AgentUseCase
  /** The name of the tool. */
  tool: string
  count: number
  /** Listings of the use case, of the tool, and of the whole directory. */
  ofUse: number
  ofTool: number
  total: number
  /** Of the `count`: listings with every tool shown in the code, and open source ones. */
  everyTool: number
  openSource: number
  /** Other tools of these listings, most common first. */
  together: readonly { slug: string; name: string; count: number }[]
}

/** The ratio of shares from which a tool is more common, or inversely rarer, than elsewhere. */
const noticeable = 1.5
/** The most tools in the sentence. */
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

// Never 0 %. The space does not break.
function percent(share: number): string {
  return `${Math.max(1, Math.round(100 * share))}\u00a0%`
}
