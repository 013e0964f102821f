import type { Addresses } from '#core/addresses.ts'
import { plural } from '#core/plural.ts'
import type { Db } from '#db/connection/connect.ts'
import { claimNotice } from '#db/queries/editor-notices.ts'
import { insertMails } from '#db/queries/outbox.ts'
import { type WorkItem, type WorkQueue, listWork, workQueues } from '#db/queries/waiting-work.ts'
import { type Mailer, deliverAfterCommit } from '#mail/deliver.ts'
import { mailOf } from '#mail/mails.ts'
import { unlinked } from '#mail/unlinked.ts'

/** Where editors are told of new work, in at most one mail an hour. */
export interface Notices {
  mail: string
  urls: Addresses
}

const gapSeconds = 3_600
/** More work than this is not read; the rest waits for the editors all the same. */
const mostItems = 2_000
/** The most lines of a list in a mail. */
const mostLines = 20

/** Mails editors what came since the last mail. Returns whether a mail was written. */
export async function tellEditors(
  db: Db,
  { mail: to_email, urls }: Notices,
  mailer: () => Promise<Mailer>,
): Promise<boolean> {
  const work = await listWork(db, mostItems)
  const [newest] = work
  if (newest === undefined) return false
  const mailIds = await db.transaction().execute(async (trx) => {
    const until = await claimNotice(trx, { newest: newest.since, gapSeconds })
    if (until === undefined) return []
    const fresh = work.filter(({ since }) => since > until)
    const mail = mailOf('editor-digest', {
      count: fresh.length,
      fresh: linesOf(fresh, urls),
      waiting: countsText(work),
      oldest: linesOf(work.toReversed().slice(0, 5), urls),
      desk_url: urls.editor,
    })
    return insertMails(trx, [{ ...mail, product_id: null, to_email }])
  })
  if (mailIds.length > 0) await deliverAfterCommit(db, await mailer(), mailIds)
  return mailIds.length > 0
}

function linesOf(items: readonly WorkItem[], urls: Addresses): string {
  const lines = items.slice(0, mostLines).map(({ queue, slug, name, since }) => {
    const day = since.toISOString().slice(0, 16).replace('T', ' ')
    const href = queue === 'reports' ? urls.editorReports : urls.editorCase(slug)
    return `${day}  ${workQueues[queue].label[0]}: ${unlinked(name)}\n${href}`
  })
  const left = items.length - lines.length
  return [...lines, ...(left > 0 ? [`and ${left} more`] : [])].join('\n')
}

function countsText(work: readonly WorkItem[]): string {
  const byQueue = Object.groupBy(work, ({ queue }) => queue)
  // `as`: the type of Object.keys forgets the keys.
  const queues = Object.keys(workQueues) as WorkQueue[]
  const lines = queues.map((queue) => {
    const items = byQueue[queue]
    const [one, several] = workQueues[queue].label
    return items && plural(items.length, one, several)
  })
  return lines.filter(Boolean).join('\n')
}
