import path from 'node:path'
import { loadContent } from '#content-files/load.ts'
import { type IssueFile, publishIssue } from '#editorial/publish-issue.ts'
import type { Command } from './arguments.ts'
import { deciding } from './options.ts'
import type { Session } from './session.ts'
import { declined, followUp } from './tell.ts'
import { draftIssue, issueNumbers } from './weekly-draft.ts'

const root = path.resolve(import.meta.dirname, '../..')

export const weekly: Command = {
  about: 'publish content/weekly/<number>.md, or correct it after its file was changed',
  more: 'The first product of its front matter leads. --draft takes no number: it prints a file for the next issue, and names it on stderr.',
  optional: 'number',
  options: ['draft', ...deciding],
  check: ([number], { draft }) => {
    if (draft) return number === undefined ? undefined : `--draft takes no "${number}".`
    if (number === undefined) return 'Name the number.'
    return /^[1-9]\d{0,4}$/.test(number)
      ? undefined
      : `Name the issue by its number, not ${JSON.stringify(number)}.`
  },
  run: async (session, [number = '']) => {
    const { print } = session
    if (session.values.draft) return draft(session)
    const { weekly: issues } = await loadContent(root)
    const issue = issues.find((one) => String(one.number) === number)
    if (!issue) {
      print({ outcome: 'no_file', number }, `There is no content/weekly/${number}.md.`)
      return 1
    }
    return publish(session, issue)
  },
}

async function draft({ backend, now, values, print }: Session) {
  const numbers = await issueNumbers(path.join(root, 'content/weekly'))
  const made = await draftIssue(backend.db, now(), numbers)
  if (made.slugs.length === 0) {
    const sentence = 'Nothing was approved in the last seven days that is in no issue yet.'
    // Not into a file that was to hold an issue.
    if (values.json) print(made, sentence)
    else console.error(sentence)
    return 1
  }
  console.error(`A draft of ${made.file}; give it a title, and choose what leads:`)
  print(made, made.text.trimEnd())
  return 0
}

async function publish(session: Session, issue: IssueFile): Promise<number> {
  const { backend, actor, to, print } = session
  const { number } = issue
  const sentence = `Publish issue ${number}, ${issue.title}, with ${issue.products.join(', ')}? It becomes public at ${to.weeklyIssue(number)}; one that is public is corrected.`
  if (!(await session.confirm(sentence))) return declined(session, String(number))
  const outcome = await publishIssue(backend.db, issue, actor)
  if (outcome.outcome === 'not_approved') {
    print(outcome, `Not listed: ${outcome.slugs.join(', ')}. Nothing was published.`)
    return 1
  }
  if (outcome.outcome === 'slug_taken') {
    print(
      outcome,
      `Issue ${outcome.number} has the slug ${outcome.slug} already. Nothing was changed.`,
    )
    return 1
  }
  if (outcome.outcome === 'already_published') {
    print(outcome, `Issue ${number} is published already. Nothing was changed.`)
    return 0
  }
  const isCorrected = outcome.outcome === 'corrected'
  return followUp(
    session,
    { mailIds: [], isPublic: true },
    {
      value: isCorrected
        ? { outcome: 'corrected', number, changed: outcome.changed }
        : { outcome: 'published', number },
      text: isCorrected
        ? `Issue ${number} is corrected: ${outcome.changed.join(', ')}.`
        : `Issue ${number} is published.`,
      hasMail: false,
    },
  )
}
