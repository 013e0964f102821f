import { cleanText } from '#contract/text.ts'
import { namedTopicProblems } from '#content-files/listing-problems.ts'
import type { Correction } from '#editorial/correct.ts'
import { editListing } from '#editorial/edit.ts'
import { type Corrections, readCorrections } from '#editorial/editable-fields.ts'
import { whenSeen } from '#present/words.ts'
import type { Command, Session } from './session.ts'
import { deciding } from '#authoring/options.ts'
import { onOneLine } from '#authoring/terminal-text.ts'
import { besideOthers } from './take.ts'
import { type Told, declined, followUp, refused } from './tell.ts'

/** What is wrong with the topics that a listing shall have. */
export async function topicProblems(session: Session, slug: string, topics: readonly string[]) {
  return namedTopicProblems(slug, topics, await session.topicSlugs())
}

export const edit: Command = {
  about: 'correct fields of it; lists by commas, an empty value clears',
  takes: '<slug> <field=value> …',
  more: 'The owner of a public listing gets old and new values by mail, with --notes for why.',
  writesMail: true,
  options: ['notes', 'seen', 'delay', ...deciding],
  check: (words) => readCorrections(words.slice(1)).misuse.join('\n') || undefined,
  run: async (given, [slug = '', ...assignments]) => {
    const session = await besideOthers(given, slug)
    const { corrections, problems: unreadable } = readCorrections(assignments)
    const topics = (corrections.topics ?? []) as string[]
    const problems = [...unreadable, ...(await topicProblems(session, slug, topics))]
    if (problems.length > 0) return refused(session, { outcome: 'invalid', slug, problems })
    const question = `Set ${Object.keys(corrections).join(', ')} of ${slug}?`
    return correctListing(session, { slug, corrections, question }, ({ corrections: changes }) => {
      const line = ({ field, from, to }: Correction) => `  ${field}: ${shown(from)} → ${shown(to)}`
      const text = [`${onOneLine(slug)} is corrected.`, ...changes.map(line)].join('\n')
      return { value: { outcome: 'edited', slug, changes }, text }
    })
  },
}

type Corrected = Extract<Awaited<ReturnType<typeof editListing>>, { outcome: 'done' }>

/** Asks, corrects fields of a listing, and prints the result. */
export async function correctListing(
  session: Session,
  { slug, corrections, question }: { slug: string; corrections: Corrections; question: string },
  told: (corrected: Corrected) => Told,
): Promise<number> {
  const { backend, actor, to: urls, values, mailDelayMinutes } = session
  const asked = `${question} On an approved listing this is ${whenSeen}.`
  if (!(await session.confirm(asked))) return declined(session, slug)
  const notes = cleanText(values.notes ?? '')
  const request = { slug, actor, corrections, notes, mailDelayMinutes, seen: values.seen }
  const codeHosts = await session.codeHosts()
  const corrected = await editListing(backend.db, request, { codeHosts, urls })
  if (corrected.outcome !== 'done') return refused(session, corrected)
  const hasMail = corrected.mailIds.length > 0
  return followUp(session, corrected, { ...told(corrected), hasMail, recipient: 'its owner' })
}

function shown(value: unknown): string {
  return value === null ? 'nothing' : onOneLine(JSON.stringify(value))
}
