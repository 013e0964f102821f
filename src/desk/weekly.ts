import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '#db/connection/connect.ts'
import { readDraft } from '#db/queries/weekly-issues.ts'
import { plain } from '#exports/markdown.ts'
import type { Command, LocalSession } from './session.ts'
import { done, notDone } from './tell.ts'

export const weekly: Command<LocalSession> = {
  about: 'print a draft of the next content/weekly/<number>.md',
  more: 'It chooses from the week’s approvals: verified claims first, then stacks shown whole, then what is worked on (--limit, 10 without it), with the reasons; the file is named on stderr. An issue is public when the service has started with its file, and corrected in the file; the first product of its front matter leads.',
  options: ['limit'],
  run: async (session) => {
    const { backend, now, root, values } = session
    const files = await issueNumbers(path.join(root, 'content/weekly'))
    const made = await draftIssue(backend.db, now(), files, Number(values.limit ?? 10))
    if (made.slugs.length > 0) {
      console.error(`A draft of ${made.file}; give it a title, and choose what leads:`)
      return done(session, made, made.text.trimEnd())
    }
    const sentence = 'Nothing was approved in the last seven days that is in no issue yet.'
    if (values.json) return notDone(session, made, sentence)
    // To stderr, because stdout may be redirected to the file of the issue.
    console.error(sentence)
    return 1
  },
}

/**
 * The numbers of the existing issue files. Empty files are ignored: for `weekly >
 * content/weekly/3.md`, the shell creates an empty 3.md before this command runs.
 */
export async function issueNumbers(folder: string): Promise<number[]> {
  const numbers = (await readdir(folder)).map(async (name) => {
    const [, number] = /^(\d+)\.md$/.exec(name) ?? []
    if (number === undefined) return []
    return (await stat(path.join(folder, name))).size > 0 ? [Number(number)] : []
  })
  return (await Promise.all(numbers)).flat()
}

const weekMs = 7 * 86_400_000

type Approved = Awaited<ReturnType<typeof readDraft>>['listings'][number]

/**
 * Drafts the next weekly issue from the approvals of the last week that no issue contains: the most
 * worth a reader's minute, at most `limit`. `files` are the issue numbers in content/weekly, which
 * may not be published yet.
 */
async function draftIssue(db: Db, now: Date, files: readonly number[], limit: number) {
  const draft = await readDraft(db, new Date(now.getTime() - weekMs))
  const { lastNumber } = draft
  const listings = draft.listings.toSorted(byWorth).slice(0, limit)
  const left = draft.listings.length - listings.length
  const number = Math.max(lastNumber, 0, ...files) + 1
  const day = now.toISOString().slice(0, 10)
  const slugs = listings.map(({ slug }) => slug)
  const paragraphs = listings.map(
    ({ slug, name, description }) => `[${plain(name)}](/product/${slug}): ${plain(description)}`,
  )
  const text = `---
title: The week before ${day}
slug: week-${day}
published_at: ${now.toISOString()}
products: [${slugs.join(', ')}]
# Why each was chosen, for the editor alone:
${listings.map((listing) => `# ${listing.slug}: ${reasonFor(listing)}`).join('\n')}
${left > 0 ? `# ${left} more were approved this week; --limit takes more of them.\n` : ''}---

${paragraphs.join('\n\n')}
`
  return { number, file: `content/weekly/${number}.md`, slugs, left, text }
}

// What can be checked comes first: a verified claim, then a stack that is proved whole, then what
// is worked on.
function byWorth(a: Approved, b: Approved): number {
  return (
    Number(b.is_verified) - Number(a.is_verified) ||
    Number(isProved(b)) - Number(isProved(a)) ||
    (b.last_activity?.getTime() ?? 0) - (a.last_activity?.getTime() ?? 0)
  )
}

const isProved = ({ tools, proved }: Approved) => tools > 0 && proved >= tools

function reasonFor({ is_verified, tools, proved, last_activity }: Approved): string {
  return [
    ...(is_verified ? ['claim verified'] : []),
    proved > 0 ? `${proved} of ${tools} tools shown in the code` : 'new',
    ...(last_activity ? [`last commit ${last_activity.toISOString().slice(0, 10)}`] : []),
  ].join(', ')
}
