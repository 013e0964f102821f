import { type Naming, findNamings, promoteEverywhere } from '#editorial/promote-tool.ts'
import type { Command } from './arguments.ts'
import { deciding } from './options.ts'
import { declined, followUp } from './tell.ts'
import { onOneLine } from './terminal-text.ts'

export const promote: Command = {
  about: 'who names a tool that the directory lacks; with a tool’s slug, put that in its place',
  more: 'A tool that is not in content/tools yet is added there first, and known after the next build.',
  words: ['name'],
  optional: 'tool-slug',
  options: deciding,
  run: async (session, [name = '', tool]) => {
    const { backend, actor, print } = session
    const namings = await findNamings(backend.db, name)
    const text = namings.map(namingLine)
    if (tool === undefined || namings.length === 0) {
      print(
        { name, listings: namings },
        text.length > 0 ? text.join('\n') : `No listing names ${onOneLine(name)}.`,
      )
      return namings.length > 0 || tool === undefined ? 0 : 1
    }
    const question = `Put the tool ${tool} in the place of ${onOneLine(name)} in ${namings.length} listings?\n${text.join('\n')}\nOn approved ones this is public at once.`
    if (!(await session.confirm(question))) return declined(session, tool)
    const outcomes = await promoteEverywhere(backend.db, { name, tool, actor })
    if (!outcomes) {
      print(
        { outcome: 'unknown_tool', tool },
        `The directory has no tool ${JSON.stringify(tool)}; tools are files in content/tools. Nothing was changed.`,
      )
      return 1
    }
    const done = outcomes.filter((one) => one.outcome === 'done')
    const left = outcomes.filter((one) => one.outcome !== 'done').map(({ slug }) => slug)
    const code = await followUp(
      session,
      { mailIds: [], isPublic: done.some(({ isPublic }) => isPublic) },
      {
        value: { outcome: 'promoted', tool, slugs: done.map(({ slug }) => slug), left },
        text: [
          `${tool} is a tool of ${done.map(({ slug }) => slug).join(', ') || 'no listing more'} now.`,
          ...(left.length > 0
            ? [`Changed meanwhile and left as they are: ${left.join(', ')}.`]
            : []),
        ].join('\n'),
        hasMail: false,
      },
    )
    return left.length > 0 ? 1 : code
  },
}

function namingLine({ slug, status, name }: Naming): string {
  return `  ${slug} (${status}): ${onOneLine(name)}`
}
