import path from 'node:path'
import { readTopicSlugs } from '#content-files/check-file.ts'
import { namedTopicProblems } from '#content-files/listing-problems.ts'
import { readCodeHosts } from '#content-files/load.ts'
import { editListing } from '#editorial/edit.ts'
import { readCorrections } from '#editorial/editable-fields.ts'
import type { Command } from './arguments.ts'
import { deciding } from './options.ts'
import { onOneLine } from './terminal-text.ts'
import { declined, followUp, refused } from './tell.ts'

const root = path.resolve(import.meta.dirname, '../..')

export const edit: Command = {
  about: 'correct fields of it; lists by commas, an empty value clears',
  words: ['slug'],
  rest: 'field=value',
  options: deciding,
  check: (words) => readCorrections(words.slice(1)).misuse.join('\n') || undefined,
  run: async (session, [slug = '', ...assignments]) => {
    const { backend, actor, print } = session
    const { corrections, problems } = readCorrections(assignments)
    const invalid = (sentences: string[]) => {
      print(
        { outcome: 'invalid', slug, problems: sentences },
        `${sentences.join('\n')}\nNothing was changed.`,
      )
      return 1
    }
    const topics = (corrections.topics ?? []) as string[]
    const known = await readTopicSlugs(root)
    const all = [...problems, ...namedTopicProblems(slug, topics, known)]
    if (all.length > 0) return invalid(all)
    const fields = Object.keys(corrections).join(', ')
    if (
      !(await session.confirm(
        `Set ${fields} of ${slug}? On an approved listing this is public at once.`,
      ))
    )
      return declined(session, slug)
    const codeHosts = await readCodeHosts(root)
    const outcome = await editListing(backend.db, { slug, actor, corrections }, codeHosts)
    if (outcome.outcome === 'unchanged') {
      print(outcome, 'Nothing was changed.')
      return 0
    }
    if (outcome.outcome === 'invalid') return invalid(outcome.problems)
    if (outcome.outcome !== 'done') return refused(session, outcome)
    const lines = outcome.corrections.map(
      ({ field, from, to }) => `  ${field}: ${shown(from)} → ${shown(to)}`,
    )
    return followUp(session, outcome, {
      value: { outcome: 'edited', slug, changes: outcome.corrections },
      text: [`${onOneLine(slug)} is corrected.`, ...lines].join('\n'),
      hasMail: false,
    })
  },
}

function shown(value: unknown): string {
  return value === null ? 'nothing' : onOneLine(JSON.stringify(value))
}
