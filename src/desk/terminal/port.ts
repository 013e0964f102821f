// What the terminal desk needs of the directory: from a database at hand, or from the editor API.
import { findForReview } from '#db/review-queue.ts'
import type { QueueQuestion } from '#db/review-queue.ts'
import { findTaking } from '#db/takings.ts'
import { listUndelivered } from '#db/undelivered.ts'
import { findLookAlike, findOut } from '#desk/findings.ts'
import { outboxLines } from '#desk/outbox.ts'
import type { Session } from '#desk/session.ts'
import { readQueue } from '#desk/waiting.ts'
import type { Step } from './actions.ts'
import { createMarks } from './marks.ts'
import type { DeskState, Event } from './state.ts'

/** The result of a command that was run without a question. */
interface Ran {
  code: number
  value: object
  text: string
}

/** What the terminal desk reads, and the commands that it runs. */
export interface DeskPort {
  queue: (
    narrowed: QueueQuestion,
  ) => Promise<Omit<Extract<Event, { kind: 'read' }>, 'kind' | 'next'>>
  listing: (slug: string) => Promise<DeskState['opened']>
  mails: () => Promise<string[]>
  run: (step: Step) => Promise<Ran>
}

/** The desk on the database of a session. */
export function databaseDesk(session: Session): DeskPort {
  const { db } = session.backend
  const marksOf = createMarks(db)
  return {
    queue: async (narrowed) => {
      const { listings: rows, counts, takings, sentences } = await readQueue(db, narrowed)
      return { rows, counts, takings, waiting: sentences, marks: await marksOf(rows) }
    },
    listing: async (slug) => {
      const listing = await findForReview(db, slug)
      if (!listing) return null
      const [findings, lookAlike, taking] = await Promise.all([
        findOut(session, listing),
        findLookAlike(session, listing),
        findTaking(db, slug),
      ])
      return { listing, findings, lookAlike, taking }
    },
    mails: async () => outboxLines(await listUndelivered(db), session.now()),
    run: async ({ command, words, values }) => {
      let printed = { value: {} as object, text: '' }
      const print: Session['print'] = (value, text) => (printed = { value, text })
      const confirm = () => Promise.resolve(true)
      const code = await command.run({ ...session, values, print, confirm }, words)
      return { code, ...printed }
    },
  }
}
