import { limits } from '#contract/limits.ts'
import { redacted } from '#contract/redacted.ts'
import type { Db } from '#db/connect.ts'
import { findMailBlock } from '#db/mail-off.ts'
import { beyondRequest } from '#request-deadline.ts'
import {
  type ClaimedMail,
  leaseSeconds,
  setMailFailed,
  setMailRefused,
  setMailSent,
  setMailSuppressed,
  takeDueMails,
  takeMails,
} from '#db/outbox.ts'
import { isOneTooMany } from '#db/unconfirmed-mails.ts'
import { composeMail } from './compose.ts'
import { type MailKind, hasLostLink, isRequestedMail, isMailKind, kindsByAnyone } from './mails.ts'
import { type OffSwitch, addressHash, offToken } from './off-switch.ts'
import { AddressRefused, type Transport } from './transport.ts'

/** The parts that sending needs. */
export interface Mailer {
  transport: Transport
  /** The HTML of a kind, with placeholders for its fields. */
  template: (kind: MailKind) => Promise<string>
  from: string
  /** The address for replies. Default: `from`. */
  replyTo?: string
  /** Without it mails have no off link, and no address is off. */
  off?: OffSwitch
  log: (message: string) => void
  /** Default: the clock of the machine. */
  clock?: () => Date
}

export interface Delivery {
  id: string
  kind: string
  /**
   * A `failed` mail is tried again. `refused` and `suppressed` mails are not: the address was
   * refused for good, or the mail must not be sent.
   */
  outcome: 'sent' | 'failed' | 'refused' | 'suppressed'
  /** Why the mail is not tried again. */
  why?: string
  /** Handed to the provider, or written into a file. */
  delivered: boolean
  /** A mail provider accepted it. */
  accepted: boolean
}

/**
 * Sends these mails of the outbox at once. A mail that fails stays due; never throws because of
 * one.
 */
export async function deliverMails(
  db: Db,
  mailer: Mailer,
  ids: readonly string[],
): Promise<Delivery[]> {
  const lease = newLease(mailer)
  const claimed = await takeMails(db, ids)
  return Promise.all(claimed.map((mail) => deliver(db, mailer, mail, lease)))
}

/** Sends the mails that a commit put into the outbox. Never throws: a mail that fails stays due. */
export async function deliverAfterCommit(
  db: Db,
  mailer: Mailer,
  ids: readonly string[],
): Promise<Delivery[]> {
  if (ids.length === 0) return []
  // A mail that the provider took is recorded even after the deadline of the request.
  return beyondRequest(() => deliverMails(db, mailer, ids)).catch((error: unknown) => {
    mailer.log(`mails wait in the outbox: ${redacted(String(error))}`)
    return []
  })
}

/** The result of sending due mails. Suppressed mails are in neither count. */
export interface Drained {
  delivered: number
  failed: number
}

/** Sends due mails until none is left, `most` were taken, or `signal` aborts. */
export async function deliverDueMails(
  db: Db,
  mailer: Mailer,
  { most = Infinity, signal }: { most?: number; signal?: AbortSignal } = {},
): Promise<Drained> {
  const drained = { delivered: 0, failed: 0 }
  for (let left = most; left > 0 && !signal?.aborted;) {
    const lease = newLease(mailer)
    const batch = await takeDueMails(db, Math.min(10, left))
    if (batch.length === 0) break
    left -= batch.length
    const deliveries = await Promise.all(batch.map((mail) => deliver(db, mailer, mail, lease)))
    for (const { outcome } of deliveries) {
      if (outcome === 'sent') drained.delivered++
      else if (outcome !== 'suppressed') drained.failed++
    }
  }
  return drained
}

/** Whether a claim made at the creation of the lease still holds. */
type Lease = () => boolean

function newLease({ clock = () => new Date() }: Mailer): Lease {
  const until = clock().getTime() + leaseSeconds * 1_000
  return () => clock().getTime() < until
}

async function deliver(
  db: Db,
  mailer: Mailer,
  mail: ClaimedMail,
  isOurs: Lease,
): Promise<Delivery> {
  const { id, kind } = mail
  const delivery = (outcome: Delivery['outcome'], accepted = false) => ({
    id,
    kind,
    outcome,
    delivered: outcome === 'sent',
    accepted,
  })
  try {
    const block = await blockOf(db, mailer, mail)
    if (block === 'refused') throw new AddressRefused('the address was refused before')
    if (block !== undefined) {
      const why = suppressedBecause[block]
      await setMailSuppressed(db, id, why)
      mailer.log(`mail ${id} (${kind}) is not sent: ${why}`)
      return { ...delivery('suppressed'), why }
    }
    // The platform freezes a function after its answer. When it wakes up, another process may be
    // sending this mail.
    if (!isOurs()) {
      mailer.log(`mail ${id} (${kind}) was left to others: the claim on it ran out`)
      return delivery('failed')
    }
    const accepted = await mailer.transport.send(await messageOf(mailer, mail))
    await setMailSent(db, id)
    return delivery('sent', accepted)
  } catch (error) {
    // The provider's message may repeat the address, which must be in no log line and no error
    // column.
    const reason = redacted(error instanceof Error ? error.message : String(error))
    const isRefused = error instanceof AddressRefused
    const again = isRefused ? 'and is not tried again' : `attempt ${mail.attempts}`
    mailer.log(`mail ${id} (${kind}) was not sent, ${again}: ${reason}`)
    if (isRefused) await setMailRefused(db, id, reason)
    else await setMailFailed(db, id, reason, mail.attempts)
    return isRefused ? { ...delivery('refused'), why: refusedBecause } : delivery('failed')
  }
}

/**
 * Why the mail must not be sent. A mail that a person requested is sent even to an address that is
 * off; if it arrives, the address is good again.
 */
async function blockOf(
  db: Db,
  { off }: Mailer,
  { id, kind, payload, to_email, is_refused }: ClaimedMail,
) {
  if (hasLostLink(kind, payload)) return 'lost_link'
  const most = limits.unconfirmed_mails
  if (await isOneTooMany(db, { id, kinds: kindsByAnyone, most })) return 'too_many'
  if (isRequestedMail(kind)) return undefined
  const offHash = off && addressHash(off, to_email)
  const block = await findMailBlock(db, { to_email, offHash })
  // An editor named the mail to be tried again.
  return block === 'refused' && is_refused ? undefined : block
}

const refusedBecause = 'its address takes no mails'
const suppressedBecause = {
  off: 'mails to its address are off',
  too_many: `its address was never confirmed and had ${limits.unconfirmed_mails} such mails in 24 hours`,
  lost_link: 'its link was removed when the mail could not be delivered',
} as const

async function messageOf(mailer: Mailer, { id, kind, payload, to_email }: ClaimedMail) {
  const { from, replyTo = from, off, template } = mailer
  const html = isMailKind(kind) ? await template(kind) : ''
  const offUrl = off?.link(offToken(off, to_email))
  const domain = from.replace(/^.*@|>$/g, '')
  return {
    ...composeMail(kind as MailKind, payload, html, offUrl),
    messageId: `<outbox-${id}-${kind}@${domain}>`,
    from,
    replyTo,
    to: to_email,
    headers: {
      // RFC 3834: keeps auto-responders from replying.
      'Auto-Submitted': 'auto-generated',
      ...(offUrl ? { 'List-Unsubscribe': `<${offUrl}>` } : {}),
      // RFC 8058: one click without a page; https only.
      ...(offUrl?.startsWith('https:')
        ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
        : {}),
    },
  }
}
