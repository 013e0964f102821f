import type { AudienceTag, QualificationType } from '#contract/enums.ts'
import type { FacetChoice } from './facet-choice.ts'
import { searchKey } from './search-key.ts'
import { type NamedTool, stackResolver } from './stack.ts'
import { type UseCaseAliases, normalizeTask } from './use-case.ts'
import { words } from './words.ts'

/** So many words are read, which is more than a question has that means filters. */
const mostWords = 24
/** No name of a tool that somebody types has more. */
const longestName = 4

/**
 * The filters that the words of a question mean: "research agents with python for developers" is a
 * use case, a tool and an audience. Empty when none does.
 */
export function choiceInWords(
  question: string,
  tables: { tools: readonly NamedTool[]; useCases: readonly UseCaseAliases[] },
): FacetChoice {
  const said = searchKey(question, ' ').split(' ').slice(0, mostWords)
  const use = normalizeTask(question, tables.useCases)
  const tool = toolIn(said, tables.tools)
  const audience = valueIn(said, words.audience as Record<AudienceTag, string>)
  const kind = valueIn(said, words.qualification_type as Record<QualificationType, string>)
  return {
    ...(use === null ? {} : { use }),
    ...(kind === undefined ? {} : { kind }),
    ...(audience === undefined ? {} : { for: audience }),
    ...(tool === undefined ? {} : { tool: tool.slug }),
  }
}

// The longest name first: "claude code" is not "claude".
function toolIn(said: readonly string[], tools: readonly NamedTool[]): NamedTool | undefined {
  const find = stackResolver(tools)
  for (let length = Math.min(longestName, said.length); length > 0; length--)
    for (let at = 0; at + length <= said.length; at++) {
      const tool = find(said.slice(at, at + length).join(' '))
      if (tool) return tool
    }
  return undefined
}

function valueIn(said: readonly string[], names: Readonly<Record<string, string>>) {
  const text = ` ${said.join(' ')} `
  return Object.keys(names).find((value) => text.includes(` ${searchKey(names[value]!, ' ')} `))
}
