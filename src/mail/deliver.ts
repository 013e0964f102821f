import { redacted } from '#contract/redacted.ts'
import type { Db } from '#db/connect.ts'
import {
  type ClaimedMail,
  setMailFailed,
  setMailSent,
  takeDueMails,
  takeMails,
} from '#db/outbox.ts'
import { composeMail } from './compose.ts'
import type { MailKind, MailTemplates } from './mails.ts'
import type { Transport } from './transport.ts'

/** All that is needed to send. */
export interface Mailer {
  transport: Transport
  templates: MailTemplates
  from: string
  log: (message: string) => void
}

export interface Delivery {
  id: string
  kind: string
  /** Handed over: to the provider, or into a file. */
  delivered: boolean
  /** A mail provider took it. */
  accepted: boolean
}

/**
 * Sends these mails of the outbox now, all at once. A mail that fails stays due; nothing throws
 * because of it.
 */
export async function deliverMails(
  db: Db,
  mailer: Mailer,
  ids: readonly string[],
): Promise<Delivery[]> {
  const claimed = await takeMails(db, ids)
  return Promise.all(claimed.map((mail) => deliver(db, mailer, mail)))
}

/**
 * What follows a commit that left mails in the outbox: sends them, and waits no longer than
 * `deadlineMs`. Never throws: the commit stands, and a mail that fails stays due. Tells what became
 * of those that were sent by then.
 */
export async function deliverAfterCommit(
  db: Db,
  mailer: Mailer,
  ids: readonly string[],
  deadlineMs?: number,
): Promise<Delivery[]> {
  if (ids.length === 0) return []
  const sent = deliverMails(db, mailer, ids).catch((error: unknown) => {
    mailer.log(`mails wait in the outbox: ${redacted(String(error))}`)
    return []
  })
  if (deadlineMs === undefined) return sent
  const late = new Promise<Delivery[]>((resolve) => setTimeout(resolve, deadlineMs, []).unref())
  return Promise.race([sent, late])
}

/** Sends what is due, until nothing is. Returns how many mails were handed over. */
export async function deliverDueMails(db: Db, mailer: Mailer): Promise<number> {
  let delivered = 0
  for (
    let batch = await takeDueMails(db, 10);
    batch.length > 0;
    batch = await takeDueMails(db, 10)
  ) {
    const deliveries = await Promise.all(batch.map((mail) => deliver(db, mailer, mail)))
    delivered += deliveries.filter((delivery) => delivery.delivered).length
  }
  return delivered
}

async function deliver(db: Db, mailer: Mailer, mail: ClaimedMail): Promise<Delivery> {
  const { id, kind } = mail
  try {
    const parts = composeMail(kind as MailKind, mail.payload, mailer.templates)
    const domain = mailer.from.replace(/^.*@|>$/g, '')
    const message = {
      ...parts,
      messageId: `<outbox-${id}-${kind}@${domain}>`,
      from: mailer.from,
      to: mail.to_email,
    }
    const accepted = await mailer.transport.send(message)
    await setMailSent(db, id)
    return { id, kind, delivered: true, accepted }
  } catch (error) {
    // The provider's words may repeat the address, and neither a log line nor a column about
    // failures must.
    const reason = redacted(error instanceof Error ? error.message : String(error))
    mailer.log(`mail ${id} (${kind}) was not sent, attempt ${mail.attempts}: ${reason}`)
    await setMailFailed(db, id, reason)
    return { id, kind, delivered: false, accepted: false }
  }
}
