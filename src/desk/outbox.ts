import { recordAction } from '#db/queries/audit.ts'
import { acceptAddress, refuseAddress } from '#db/queries/outbox.ts'
import { type UndeliveredMail, listUndelivered } from '#db/queries/undelivered.ts'
import { type Delivery, deliverMails } from '#mail/deliver.ts'
import { deciding } from '#authoring/options.ts'
import { recorded } from './recorded.ts'
import type { Command, Session } from './session.ts'
import { done, notDone } from './tell.ts'
import { age, onOneLine } from '#authoring/terminal-text.ts'

export const outbox: Command = {
  about: 'the mails that were not delivered, and why; --retry sends one now',
  more: 'A bounce that comes later is a mail to where answers go, which a person reads: --refused ADDRESS ends the mails to it, those that are asked for by hand excepted.',
  options: ['retry', 'refused', 'off', ...deciding],
  check: (_, { retry, refused, off }) => {
    if (refused !== undefined && !/^[^\s@]+@\S+$/.test(refused.trim()))
      return `--refused is an address, not ${JSON.stringify(refused)}.`
    if (refused !== undefined && retry !== undefined) return 'Give --retry or --refused.'
    return off && refused === undefined ? '--off goes with --refused.' : undefined
  },
  run: async (session) => {
    const { backend, values, now } = session
    if (values.refused !== undefined) return mark(session, values.refused.trim())
    const mails = await listUndelivered(backend.db)
    if (values.retry !== undefined) return retry(session, mails)
    return done(session, { mails }, outboxLines(mails, now()).join('\n'))
  },
}

/**
 * Marks an e-mail address as refusing mails, or removes the mark. The audit log omits the address,
 * because its entries are never deleted.
 */
async function mark(session: Session, address: string): Promise<number> {
  const isOff = session.values.off ?? false
  const shown = onOneLine(address)
  const question = isOff
    ? `Send mails to ${shown} again?`
    : `Send nothing more to ${shown}? Mails to it that wait are held back.`
  if (!(await session.confirm(question)))
    return notDone(session, { outcome: 'declined' }, 'Nothing was changed.')
  const action = isOff ? 'accept-address' : 'refuse-address'
  const isMarked = await recorded(session, { action }, async (trx) => {
    if (isOff) return (await acceptAddress(trx, address)) > 0
    const mail = await refuseAddress(trx, address, 'It bounced, an editor says.')
    return mail !== undefined && { product_id: mail.product_id, detail: { mail: mail.id } }
  })
  if (!isMarked) {
    const sentence = isOff ? `${shown} is not marked.` : `No mail was ever written to ${shown}.`
    return notDone(session, { outcome: 'unknown' }, `${sentence} Nothing was changed.`)
  }
  return isOff
    ? done(session, { outcome: 'accepted' }, `Mails go to ${shown} again.`)
    : done(session, { outcome: 'refused' }, `Nothing more is sent to ${shown}.`)
}

async function retry(session: Session, mails: readonly UndeliveredMail[]): Promise<number> {
  const { backend, leavesMails, actor } = session
  const wanted = session.values.retry
  const id = mails.find((mail) => mail.id === wanted && mail.sent_at === null)?.id
  if (id === undefined)
    return notDone(session, { outcome: 'unknown', id: wanted }, `No mail ${wanted} waits.`)
  if (leavesMails) {
    const sentence = 'No mail provider is set here (SMTP_URL); the service sends it.'
    return notDone(session, { outcome: 'left', id }, sentence)
  }
  const [delivery] = await deliverMails(backend.db, await backend.mailer(), [id])
  if (!delivery) {
    const sentence = `Mail ${id} is being sent by somebody else.`
    return notDone(session, { outcome: 'under_way', id }, sentence)
  }
  const detail = { mail: id, outcome: delivery.outcome }
  await recordAction(backend.db, { actor, action: 'retry-mail', product_id: null, detail })
  const { delivered, outcome, why } = delivery
  const finish = delivered ? done : notDone
  const value = { ...delivery, outcome: delivered ? 'delivered' : outcome }
  return finish(session, value, `Mail ${id} ${became[outcome]}${why ? `: ${why}` : ''}.`)
}

const became = {
  sent: 'was delivered',
  failed: 'failed again',
  refused: 'was refused for good',
  suppressed: 'was not sent, and is not tried again',
} as const satisfies Record<Delivery['outcome'], string>

const ended = {
  waiting: '',
  refused: ', its address is refused',
  given_up: ', not tried again',
} as const satisfies Record<UndeliveredMail['state'], string>

/** The undelivered mails with their errors as lines. If there are none, a sentence says so. */
function outboxLines(mails: readonly UndeliveredMail[], now: Date): string[] {
  if (mails.length === 0) return ['No mail is left to deliver.']
  return mails.flatMap((mail) => {
    const { id, kind, slug, to_email, attempts, created_at, next_attempt_at, last_error } = mail
    const tries = attempts === 0 ? 'not tried yet' : `${attempts} tries`
    const isLater = mail.state === 'waiting' && next_attempt_at > now
    const next = isLater ? `, next at ${next_attempt_at.toISOString()}` : ended[mail.state]
    return [
      `${id}  ${kind} of ${slug ?? 'no listing'} to ${onOneLine(to_email)}, ${age(created_at, now)} old: ${tries}${next}`,
      ...(last_error ? [`    | ${onOneLine(last_error)}`] : []),
    ]
  })
}
