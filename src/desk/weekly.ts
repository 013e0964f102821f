import path from 'node:path'
import { loadContent } from '#content-files/load.ts'
import { type IssueFile, publishIssue } from '#editorial/publish-issue.ts'
import { deciding } from '#authoring/options.ts'
import type { Command, LocalSession } from './session.ts'
import { declined, done, followUp, notDone } from './tell.ts'
import { draftIssue, issueNumbers } from './weekly-draft.ts'

export const weekly: Command<LocalSession> = {
  about: 'publish content/weekly/<number>.md, or correct it after its file was changed',
  more: 'The first product of its front matter leads. --draft takes no number: it chooses from the week’s approvals (verified claims first, then stacks shown whole, then what is worked on; --limit, 10 without it), prints a file for the next issue with the reasons, and names it on stderr.',
  optional: 'number',
  options: ['draft', 'limit', ...deciding],
  check: ([number], { draft, limit }) => {
    if (limit !== undefined && !draft) return '--limit belongs to --draft.'
    if (draft) return number === undefined ? undefined : `--draft takes no "${number}".`
    if (number === undefined) return 'Name the number.'
    return /^[1-9]\d{0,4}$/.test(number)
      ? undefined
      : `Name the issue by its number, not ${JSON.stringify(number)}.`
  },
  run: async (session, [number = '']) => {
    if (session.values.draft) return draft(session)
    const { weekly: issues } = await loadContent(session.root)
    const issue = issues.find((one) => String(one.number) === number)
    if (issue) return publish(session, issue)
    const sentence = `There is no content/weekly/${number}.md.`
    return notDone(session, { outcome: 'no_file', number }, sentence)
  },
}

async function draft(session: LocalSession): Promise<number> {
  const { backend, now, root, values } = session
  const numbers = await issueNumbers(path.join(root, 'content/weekly'))
  const made = await draftIssue(backend.db, now(), {
    files: numbers,
    limit: Number(values.limit ?? 10),
  })
  if (made.slugs.length > 0) {
    console.error(`A draft of ${made.file}; give it a title, and choose what leads:`)
    return done(session, made, made.text.trimEnd())
  }
  const sentence = 'Nothing was approved in the last seven days that is in no issue yet.'
  if (values.json) return notDone(session, made, sentence)
  // To stderr, because stdout may be redirected to the file of the issue.
  console.error(sentence)
  return 1
}

async function publish(session: LocalSession, issue: IssueFile): Promise<number> {
  const { backend, actor, to } = session
  const { number } = issue
  const question = `Publish issue ${number}, ${issue.title}, with ${issue.products.join(', ')}? It becomes public at ${to.weeklyIssue(number)}; one that is public is corrected.`
  if (!(await session.confirm(question))) return declined(session, String(number))
  const outcome = await publishIssue(backend.db, issue, actor)
  if (outcome.outcome === 'not_approved')
    return notDone(
      session,
      outcome,
      `Not listed: ${outcome.slugs.join(', ')}. Nothing was published.`,
    )
  if (outcome.outcome === 'slug_taken') {
    const sentence = `Issue ${outcome.number} has the slug ${outcome.slug} already. Nothing was changed.`
    return notDone(session, outcome, sentence)
  }
  if (outcome.outcome === 'already_published')
    return done(session, outcome, `Issue ${number} is published already. Nothing was changed.`)
  const [value, what] =
    outcome.outcome === 'corrected'
      ? [{ ...outcome, number }, `corrected: ${outcome.changed.join(', ')}`]
      : [{ outcome: 'published', number }, 'published']
  const text = `Issue ${number} is ${what}.`
  return followUp(session, { mailIds: [], isPublic: true }, { value, text })
}
