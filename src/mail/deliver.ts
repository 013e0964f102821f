import { limits } from '#contract/limits.ts'
import { redacted } from '#contract/redacted.ts'
import type { Db } from '#db/connection/connect.ts'
import { findMailBlock } from '#db/queries/mail-off.ts'
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
} from '#db/queries/outbox.ts'
import { isOneTooMany } from '#db/queries/unconfirmed-mails.ts'
import { composeMail } from './compose.ts'
import {
  type MailKind,
  type MailTemplate,
  hasLostLink,
  isRequestedMail,
  isMailKind,
  kindsByAnyone,
} from './mails.ts'
import { type OffSwitch, addressHash, offToken } from './off-switch.ts'
import { AddressRefused, type Transport } from './transport.ts'

/** The dependencies of sending mails. */
export interface Mailer {
  transport: Transport
  /** The template for a kind of mail, with placeholders for its fields. */
  template: (kind: MailKind) => Promise<MailTemplate>
  from: string
  /** The Reply-To address. Default: `from`. */
  replyTo?: string
  /** Makes the off links. Without it, mails have none, and no address counts as switched off. */
  off?: OffSwitch
  log: (message: string) => void
  /** Default: the clock of the machine. */
  clock?: () => Date
}

export interface Delivery {
  id: string
  kind: string
  /**
   * A `failed` mail is tried again. A `refused` mail is not (its recipient was refused for good),
   * nor is a `suppressed` mail (it must not be sent).
   */
  outcome: 'sent' | 'failed' | 'refused' | 'suppressed'
  /** Why the mail will not be tried again; absent if it will be. */
  why?: string
  /** The mail was handed to the provider, or written into a file. */
  delivered: boolean
  /** A mail provider accepted the mail; false for files. */
  accepted: boolean
}

/** Sends these mails of the outbox at once. Never throws because of a failed mail: it stays due. */
export async function deliverMails(
  db: Db,
  mailer: Mailer,
  ids: readonly string[],
): Promise<Delivery[]> {
  const lease = newLease(mailer)
  const claimed = await takeMails(db, ids)
  return Promise.all(claimed.map((mail) => deliver(db, mailer, mail, lease)))
}

/** In ms: mails wait for the job after one that took so long to fail, and for how long they do. */
const slowFailureMs = 1_000
const restMs = 60_000

/** Until when each transport rests, by `performance.now()`. */
const rests = new WeakMap<Transport, number>()

/**
 * Sends mails that a transaction has put into the outbox. Never throws: a mail that fails stays
 * due. If the provider hangs, only the first mail waits for it: for a minute the others stay in the
 * outbox, where the job `mails` takes them.
 */
export async function deliverAfterCommit(
  db: Db,
  mailer: Mailer,
  ids: readonly string[],
): Promise<Delivery[]> {
  const began = performance.now()
  if (ids.length === 0 || began < (rests.get(mailer.transport) ?? 0)) return []
  // `beyondRequest`: that the provider accepted a mail is recorded even after the deadline.
  const deliveries = await beyondRequest(() => deliverMails(db, mailer, ids)).catch(
    (error: unknown) => {
      mailer.log(`mails wait in the outbox: ${redacted(String(error))}`)
      return []
    },
  )
  const now = performance.now()
  if (deliveries.some(({ outcome }) => outcome === 'failed') && now - began > slowFailureMs)
    rests.set(mailer.transport, now + restMs)
  return deliveries
}

/**
 * Sends due mails until none is left, `most` were taken, or `signal` aborts. Returns how many were
 * delivered and how many failed; suppressed mails are not counted.
 */
export async function deliverDueMails(
  db: Db,
  mailer: Mailer,
  { most = Infinity, signal }: { most?: number; signal?: AbortSignal } = {},
) {
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

/** Whether the mails claimed when this lease was created still belong to this process. */
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
    // The platform freezes a function after its answer. When the function wakes up, its claim may
    // have ended, and another process may be sending this mail.
    if (!isOurs()) {
      mailer.log(`mail ${id} (${kind}) was left to others: the claim on it ran out`)
      return delivery('failed')
    }
    const accepted = await mailer.transport.send(await messageOf(mailer, mail))
    await setMailSent(db, id)
    return delivery('sent', accepted)
  } catch (error) {
    // The provider's message may repeat the address, which no log and no `last_error` may hold.
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
 * Why a mail must not be sent; undefined if it may. A mail that a person requested is sent even to
 * an address that is off or refused; if it arrives, the address is good again.
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
  // A refused mail is tried once more if an editor requested it.
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
  if (!isMailKind(kind)) throw new Error('this version knows no mail of the kind')
  const offUrl = off?.link(offToken(off, to_email))
  const domain = from.replace(/^.*@|>$/g, '')
  return {
    ...composeMail(kind, payload, await template(kind), offUrl),
    messageId: `<outbox-${id}-${kind}@${domain}>`,
    from,
    replyTo,
    to: to_email,
    headers: {
      // RFC 3834: keeps auto-responders from replying.
      'Auto-Submitted': 'auto-generated',
      ...(offUrl ? { 'List-Unsubscribe': `<${offUrl}>` } : {}),
      // RFC 8058: one click unsubscribes, without a page. It is allowed for https only.
      ...(offUrl?.startsWith('https:')
        ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
        : {}),
    },
  }
}
