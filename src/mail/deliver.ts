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
import { type MailKind, hasLostLink, isAskedMail, isMailKind, kindsByAnyone } from './mails.ts'
import { type OffSwitch, addressHash, offToken } from './off-switch.ts'
import { AddressRefused, type Transport } from './transport.ts'

/** All that is needed to send. */
export interface Mailer {
  transport: Transport
  /** The HTML of a kind, with marks where its fields go. */
  template: (kind: MailKind) => Promise<string>
  from: string
  /** Where answers go. Without it: to `from`. */
  replyTo?: string
  /** Without it a mail has no off link, and nobody's mails are off. */
  off?: OffSwitch
  log: (message: string) => void
  /** What time it is; by default the machine's. */
  clock?: () => Date
}

export interface Delivery {
  id: string
  kind: string
  /**
   * `failed` is tried again. `refused` and `suppressed` are not: the address was refused for good,
   * or the mail must not be sent.
   */
  outcome: 'sent' | 'failed' | 'refused' | 'suppressed'
  /** Why it is not tried again. */
  why?: string
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
  const lease = newLease(mailer)
  const claimed = await takeMails(db, ids)
  return Promise.all(claimed.map((mail) => deliver(db, mailer, mail, lease)))
}

/**
 * What follows a commit that left mails in the outbox: sends them. Never throws: the commit stands,
 * and a mail that fails stays due.
 */
export async function deliverAfterCommit(
  db: Db,
  mailer: Mailer,
  ids: readonly string[],
): Promise<Delivery[]> {
  if (ids.length === 0) return []
  // What a provider has taken is written down, however late.
  return beyondRequest(() => deliverMails(db, mailer, ids)).catch((error: unknown) => {
    mailer.log(`mails wait in the outbox: ${redacted(String(error))}`)
    return []
  })
}

/** What sending what is due came to. A mail that was suppressed is neither. */
export interface Drained {
  delivered: number
  failed: number
}

/** Sends what is due, until nothing is, until there were `most`, or until `signal` says so. */
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

/** Whether a claim that is made now is still ours. */
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
  const told = (outcome: Delivery['outcome'], accepted = false) => ({
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
      return { ...told('suppressed'), why }
    }
    // A platform freezes a function after its answer. By the time it wakes up, somebody else may be
    // sending this mail.
    if (!isOurs()) {
      mailer.log(`mail ${id} (${kind}) was left to others: the claim on it ran out`)
      return told('failed')
    }
    const accepted = await mailer.transport.send(await messageOf(mailer, mail))
    await setMailSent(db, id)
    return told('sent', accepted)
  } catch (error) {
    // The provider's words may repeat the address, and neither a log line nor a column about
    // failures must.
    const reason = redacted(error instanceof Error ? error.message : String(error))
    const isRefused = error instanceof AddressRefused
    const again = isRefused ? 'and is not tried again' : `attempt ${mail.attempts}`
    mailer.log(`mail ${id} (${kind}) was not sent, ${again}: ${reason}`)
    if (isRefused) await setMailRefused(db, id, reason)
    else await setMailFailed(db, id, reason, mail.attempts)
    return isRefused ? { ...told('refused'), why: refusedBecause } : told('failed')
  }
}

/**
 * What keeps the mail from its address. Whoever asked for a mail by hand gets it; if it arrives, the
 * address is good again.
 */
async function blockOf(
  db: Db,
  { off }: Mailer,
  { id, kind, payload, to_email, is_refused }: ClaimedMail,
) {
  if (hasLostLink(kind, payload)) return 'lost_link'
  const most = limits.unconfirmed_mails
  if (await isOneTooMany(db, { id, kinds: kindsByAnyone, most })) return 'too_many'
  if (isAskedMail(kind)) return undefined
  const offHash = off && addressHash(off, to_email)
  const block = await findMailBlock(db, { to_email, offHash })
  // An editor named it.
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
      // RFC 3834: so that no machine answers.
      'Auto-Submitted': 'auto-generated',
      ...(offUrl ? { 'List-Unsubscribe': `<${offUrl}>` } : {}),
      // RFC 8058: one click, without a page; over https alone.
      ...(offUrl?.startsWith('https:')
        ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
        : {}),
    },
  }
}
