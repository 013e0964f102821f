// What the terminal desk needs of the directory: from a database at hand, or from the editor API.
import type { Db } from '#db/connection/connect.ts'
import { listOpenReports } from '#db/queries/reports.ts'
import { type QueueQuestion, findForReview } from '#db/queries/review-queue.ts'
import { findTaking } from '#db/queries/takings.ts'
import { listUndelivered } from '#db/queries/undelivered.ts'
import { findOut } from '#desk/findings.ts'
import { findLookAlikes } from '#desk/flags.ts'
import { outboxLines } from '#desk/outbox.ts'
import type { Session } from '#desk/session.ts'
import { readQueue } from '#desk/waiting.ts'
import type { Step } from './actions.ts'
import { createMarks, marksOf } from './marks.ts'
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
  /** What the repository of a listing says now, as lines. */
  check: (slug: string) => Promise<string[]>
  /** `confirm` answers the questions that a command asks in spite of --yes: see `besideOthers`. */
  run: (step: Step, confirm: Session['confirm']) => Promise<Ran>
}

/** The desk on the database of a session. `check` needs the files of a checkout. */
export function databaseDesk(session: Session, check?: DeskPort['check']): DeskPort {
  const { db } = session.backend
  const markedKinds = createMarks(db)
  return {
    queue: async (narrowed) => {
      const { listings: rows, counts, takings, sentences } = await readQueue(db, narrowed)
      return { rows, counts, takings, waiting: sentences, marks: marksOf(await markedKinds(rows)) }
    },
    listing: async (slug) => {
      const listing = await findForReview(db, slug)
      if (!listing) return null
      const [found, lookAlikes, taking, report] = await Promise.all([
        findOut(session, listing),
        findLookAlikes(db, listing, session.to),
        findTaking(db, slug),
        findFirstReport(db, slug),
      ])
      return { listing: { ...listing, report }, ...found, lookAlikes, taking }
    },
    mails: async () => outboxLines(await listUndelivered(db), session.now()),
    check: check ?? (async (slug) => [inCheckout(slug)]),
    run: async ({ command, words, values }, confirm) => {
      let printed = { value: {} as object, text: '' }
      const print: Session['print'] = (value, text) => (printed = { value, text })
      // `yes`: the command prints what speaks against it instead of asking.
      const all = { ...values, yes: true }
      const code = await command.run({ ...session, values: all, print, confirm }, words)
      return { code, ...printed }
    },
  }
}

/** Says where the repository of a listing can be read, for a desk that has no checkout. */
export const inCheckout = (slug: string) =>
  `This works in a checkout: npm run editor -- check ${slug}`

/** The report that the keys decide on: the oldest. */
async function findFirstReport(db: Db, slug: string) {
  const [first] = await listOpenReports(db, slug)
  if (!first) return undefined
  const { id, source, has_email } = first
  return { id, source, has_email }
}
