import type { AgentUseCase } from '#contract/enums.ts'
import { listed } from './comparison.ts'
import { spoken } from './words.ts'

/** What the listings of a use case that are built with a tool have in common, in numbers. */
export interface UseWithToolFacts {
  use: AgentUseCase
  /** The name of the tool. */
  tool: string
  count: number
  /** How many listings the use case has, the tool, and the whole directory. */
  ofUse: number
  ofTool: number
  total: number
  /** Of these listings: those whose every tool the code shows, and those known to be open source. */
  everyTool: number
  openSource: number
  /** The tools that they have beside it, the most common first. */
  together: readonly { slug: string; name: string; count: number }[]
}

/** From that much on a share is more than chance, and below its inverse less. */
const telling = 1.5
const named = 4

/** The same in words: in one line, the share in a sentence, and what else is true of them. */
export function useWithToolWords(facts: UseWithToolFacts): {
  brief: string
  share: string
  others: string[]
} {
  const { use, tool, count, ofUse, ofTool, total, everyTool, openSource, together } = facts
  const here = count / ofUse
  const anywhere = ofTool / total
  const differs =
    here >= telling * anywhere
      ? `more common for ${spoken.agent_use_case[use]} than elsewhere`
      : here * telling <= anywhere
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

// Some is not none. The sign stays with its number.
function percent(share: number): string {
  return `${Math.max(1, Math.round(100 * share))}\u00a0%`
}
