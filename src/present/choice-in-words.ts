import type { AudienceTag, QualificationType } from '#contract/enums.ts'
import type { FacetChoice } from './facet-choice.ts'
import { searchKey } from '#core/search-key.ts'
import { type NamedTool, stackResolver } from '#core/stack.ts'
import { type UseCaseAliases, normalizeTask } from '#core/use-case.ts'
import { words } from './words.ts'

/** So many words are read, which is more than a question has that means filters. */
const mostWords = 24
/** No name of a tool that somebody types has more. */
const longestName = 4

/**
 * The filters that the words of a question mean: "research agents with python for developers" is a
 * use case, its tools and an audience. Empty when none does.
 */
export function choiceInWords(
  question: string,
  tables: { tools: readonly NamedTool[]; useCases: readonly UseCaseAliases[] },
): FacetChoice {
  const said = searchKey(question, ' ').split(' ').slice(0, mostWords)
  const use = normalizeTask(question, tables.useCases)
  const tools = toolsInWords(question, tables.tools).map(({ slug }) => slug)
  const audience = valueIn(said, words.audience as Record<AudienceTag, string>)
  const kind = valueIn(
    withoutJoints(said),
    words.qualification_type as Record<QualificationType, string>,
  )
  return {
    ...(use === null ? {} : { use }),
    ...(kind === undefined ? {} : { kind }),
    ...(audience === undefined ? {} : { for: audience }),
    ...(/\bopen ?source\b/.test(searchKey(question, ' ')) ? { licence: 'open_source' } : {}),
    ...(tools.length === 0 ? {} : { tool: tools.sort() }),
  }
}

/** The tools that the words of a question name, each once, in the order of the words. */
export function toolsInWords<T extends NamedTool>(question: string, tools: readonly T[]): T[] {
  const said = searchKey(question, ' ').split(' ').slice(0, mostWords)
  const find = stackResolver(tools)
  const found = new Map<number, T>()
  const read = new Set<number>()
  // The longest name first: "claude code" is not "claude", and its words are read once.
  for (let length = Math.min(longestName, said.length); length > 0; length--)
    for (let at = 0; at + length <= said.length; at++) {
      const places = Array.from({ length }, (_, index) => at + index)
      const tool = places.some((place) => read.has(place))
        ? undefined
        : find(said.slice(at, at + length).join(' '))
      if (!tool) continue
      found.set(at, tool)
      for (const place of places) read.add(place)
    }
  const inOrder = [...found].sort(([a], [b]) => a - b).map(([, tool]) => tool)
  return [...new Set(inOrder)]
}

/** What follows "built" where it says what something is made of, not who made it. */
const joints = new Set(['on', 'with', 'in', 'using', 'from', 'upon', 'around'])

// "A voice agent built on LiveKit" is no question for what agents built.
function withoutJoints(said: readonly string[]): string[] {
  return said.filter((word, at) => word !== 'built' || !joints.has(said[at + 1] ?? ''))
}

function valueIn(said: readonly string[], names: Readonly<Record<string, string>>) {
  const text = ` ${said.join(' ')} `
  return Object.keys(names).find((value) => text.includes(` ${searchKey(names[value]!, ' ')} `))
}
