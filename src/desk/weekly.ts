import path from 'node:path'
import type { Command, LocalSession } from './session.ts'
import { done, notDone } from './tell.ts'
import { draftIssue, issueNumbers } from './weekly-draft.ts'

export const weekly: Command<LocalSession> = {
  about: 'print a draft of the next content/weekly/<number>.md',
  more: 'It chooses from the week’s approvals: verified claims first, then stacks shown whole, then what is worked on (--limit, 10 without it), with the reasons; the file is named on stderr. An issue is public when the service has started with its file, and corrected in the file; the first product of its front matter leads.',
  options: ['limit'],
  run: async (session) => {
    const { backend, now, root, values } = session
    const files = await issueNumbers(path.join(root, 'content/weekly'))
    const made = await draftIssue(backend.db, now(), { files, limit: Number(values.limit ?? 10) })
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
