import { findNamings, promoteEverywhere } from '#editorial/promote-tool.ts'
import { whenSeen } from '#present/words.ts'
import type { Command } from './session.ts'
import { deciding } from '#authoring/options.ts'
import { declined, done, followUp, notDone } from './tell.ts'
import { onOneLine } from '#authoring/terminal-text.ts'

export const promote: Command = {
  about: 'who names a tool that the directory lacks; with a tool’s slug, put that in its place',
  more: 'A tool that is not in content/tools yet is added there first, and known after the next build.',
  takes: '<name> [tool-slug]',
  options: deciding,
  run: async (session, [name = '', tool]) => {
    const { backend, actor } = session
    const listings = await findNamings(backend.db, name)
    const lines = listings
      .map((naming) => `  ${naming.slug} (${naming.status}): ${onOneLine(naming.name)}`)
      .join('\n')
    if (tool === undefined || listings.length === 0) {
      const finish = tool === undefined ? done : notDone
      return finish(session, { name, listings }, lines || `No listing names ${onOneLine(name)}.`)
    }
    const question = `Put the tool ${tool} in the place of ${onOneLine(name)} in ${listings.length} listings?\n${lines}\nOn an approved one this is ${whenSeen}.`
    if (!(await session.confirm(question))) return declined(session, tool)
    const outcomes = await promoteEverywhere(backend.db, { name, tool, actor })
    if (!outcomes) {
      const sentence = `The directory has no tool ${JSON.stringify(tool)}; tools are files in content/tools. Nothing was changed.`
      return notDone(session, { outcome: 'unknown_tool', tool }, sentence)
    }
    const promoted = outcomes.filter((one) => one.outcome === 'done')
    const slugs = promoted.map(({ slug }) => slug)
    const left = outcomes.filter((one) => one.outcome !== 'done').map(({ slug }) => slug)
    const isPublic = promoted.some((one) => one.isPublic)
    const leftText =
      left.length > 0 ? `\nChanged meanwhile and left as they are: ${left.join(', ')}.` : ''
    const text = `${tool} is a tool of ${slugs.join(', ') || 'no listing more'} now.${leftText}`
    const value = { outcome: 'promoted', tool, slugs, left }
    await followUp(session, { mailIds: [], isPublic }, { value, text })
    return left.length > 0 ? 1 : 0
  },
}
