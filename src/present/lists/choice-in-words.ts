import type { AudienceTag, QualificationType } from '#contract/enums.ts'
import type { FacetChoice } from './facet-choice.ts'
import { searchKey } from '#core/search-key.ts'
import { type Named, nameResolver } from '#core/stack.ts'
import { type UseCaseAliases, normalizeTask } from '#core/use-case.ts'
import { words } from '#present/words.ts'

/** Only this many words of a question are read: questions that name filters are shorter. */
const mostWords = 24
/** The most words of a tool name in a question. */
const longestName = 4

/**
 * The filters that the words of a question mention: "research agents with python for developers"
 * mentions a use case, a tool and an audience.
 */
export function choiceInWords(
  question: string,
  tables: { tools: readonly Named[]; useCases: readonly UseCaseAliases[] },
): FacetChoice {
  const typed = searchKey(question, ' ').split(' ').slice(0, mostWords)
  const use = normalizeTask(question, tables.useCases)
  const tools = toolsInWords(question, tables.tools).map(({ slug }) => slug)
  const audience = valueIn(typed, words.audience as Record<AudienceTag, string>)
  const kind = valueIn(
    withoutJoints(typed),
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

/** The distinct tools that a question mentions, in the order of its words. */
export function toolsInWords<T extends Named>(question: string, tools: readonly T[]): T[] {
  const typed = searchKey(question, ' ').split(' ').slice(0, mostWords)
  const find = nameResolver(tools)
  const found = new Map<number, T>()
  const read = new Set<number>()
  // Longest names first, so that "claude code" is not read as "claude".
  for (let length = Math.min(longestName, typed.length); length > 0; length--)
    for (let at = 0; at + length <= typed.length; at++) {
      const places = Array.from({ length }, (_, index) => at + index)
      const tool = places.some((place) => read.has(place))
        ? undefined
        : find(typed.slice(at, at + length).join(' '))
      if (!tool) continue
      found.set(at, tool)
      for (const place of places) read.add(place)
    }
  const inOrder = [...found].sort(([a], [b]) => a - b).map(([, tool]) => tool)
  return [...new Set(inOrder)]
}

/** Words after "built" that introduce a tool. */
const joints = new Set(['on', 'with', 'in', 'using', 'from', 'upon', 'around'])

// Drops "built" before such a word: "a voice agent built on LiveKit" does not mean the kind
// "agent-built".
function withoutJoints(typed: readonly string[]): string[] {
  return typed.filter((word, at) => word !== 'built' || !joints.has(typed[at + 1] ?? ''))
}

function valueIn(typed: readonly string[], names: Readonly<Record<string, string>>) {
  const text = ` ${typed.join(' ')} `
  return Object.keys(names).find((value) => text.includes(` ${searchKey(names[value]!, ' ')} `))
}
