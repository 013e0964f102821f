import { loadContent } from '../../src/content-files/load.ts'
import { publishIssue } from '../../src/editorial/publish-issue.ts'
import { type Command, deciding } from './arguments.ts'
import { declined, followUp } from './tell.ts'

export const weekly: Command = {
  about: 'publish content/weekly/<number>.md',
  words: ['number'],
  options: deciding,
  check: ([number = '']) =>
    /^[1-9]\d*$/.test(number)
      ? undefined
      : `Name the issue by its number, not ${JSON.stringify(number)}.`,
  run: async (session, [number = '']) => {
    const { door, actor, to, print } = session
    const issue = (await loadContent(process.cwd())).weekly.find(
      (one) => String(one.number) === number,
    )
    if (!issue) throw new Error(`There is no content/weekly/${number}.md.`)
    const products = issue.products.join(', ')
    const sentence = `Publish issue ${number}, ${issue.title}, with ${products}? It becomes public at ${to.weeklyIssue(issue.number)}.`
    if (!(await session.confirm(sentence))) return declined(session, number)
    const outcome = await publishIssue(door.db, issue, actor)
    if (outcome.outcome === 'not_approved') {
      print(outcome, `Not listed: ${outcome.slugs.join(', ')}. Nothing was published.`)
      return 1
    }
    if (outcome.outcome === 'already_published') {
      const isSame = outcome.number === issue.number
      const what = isSame
        ? `Issue ${number} is published already.`
        : `Issue ${outcome.number} has the slug ${outcome.slug} already.`
      print(outcome, `${what} Nothing was changed.`)
      return isSame ? 0 : 1
    }
    return followUp(
      session,
      { mailIds: [], isPublic: true },
      {
        value: { outcome: 'published', number: issue.number },
        text: `Issue ${number} is published.`,
        hasMail: false,
      },
    )
  },
}
