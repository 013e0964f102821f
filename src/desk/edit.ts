import { cleanText } from '#contract/text.ts'
import { namedTopicProblems } from '#content-files/listing-problems.ts'
import { editListing } from '#editorial/edit.ts'
import { readCorrections } from '#editorial/editable-fields.ts'
import { whenSeen } from '#present/words.ts'
import type { Command, Session } from './session.ts'
import { deciding } from '#authoring/options.ts'
import { onOneLine } from '#authoring/terminal-text.ts'
import { besideOthers } from './take.ts'
import { declined, done, followUp, invalid, refused } from './tell.ts'

/** What is wrong with the topics that a listing shall have. */
export async function topicProblems(session: Session, slug: string, topics: readonly string[]) {
  return namedTopicProblems(slug, topics, await session.topicSlugs())
}

export const edit: Command = {
  about: 'correct fields of it; lists by commas, an empty value clears',
  words: ['slug'],
  rest: 'field=value',
  more: 'The owner of a public listing gets old and new values by mail, with --notes for why.',
  writesMail: true,
  options: ['notes', 'seen', 'delay', ...deciding],
  check: (words) => readCorrections(words.slice(1)).misuse.join('\n') || undefined,
  run: async (given, [slug = '', ...assignments]) => {
    const session = await besideOthers(given, slug)
    const { backend, actor, to, values, mailDelayMinutes } = session
    const { corrections, problems: unreadable } = readCorrections(assignments)
    const topics = (corrections.topics ?? []) as string[]
    const problems = [...unreadable, ...(await topicProblems(session, slug, topics))]
    if (problems.length > 0) return invalid(session, { outcome: 'invalid', slug, problems })
    const fields = Object.keys(corrections).join(', ')
    const question = `Set ${fields} of ${slug}? On an approved listing this is ${whenSeen}.`
    if (!(await session.confirm(question))) return declined(session, slug)
    const notes = cleanText(values.notes ?? '')
    const request = { slug, actor, corrections, notes, mailDelayMinutes, seen: values.seen }
    const codeHosts = await session.codeHosts()
    const outcome = await editListing(backend.db, request, { codeHosts, urls: to })
    if (outcome.outcome === 'unchanged') return done(session, outcome, 'Nothing was changed.')
    if (outcome.outcome === 'invalid') return invalid(session, outcome)
    if (outcome.outcome !== 'done') return refused(session, outcome)
    const lines = outcome.corrections.map(
      ({ field, from, to }) => `  ${field}: ${shown(from)} → ${shown(to)}`,
    )
    return followUp(session, outcome, {
      value: { outcome: 'edited', slug, changes: outcome.corrections },
      text: [`${onOneLine(slug)} is corrected.`, ...lines].join('\n'),
      hasMail: outcome.mailIds.length > 0,
      recipient: 'its owner',
    })
  },
}

function shown(value: unknown): string {
  return value === null ? 'nothing' : onOneLine(JSON.stringify(value))
}
