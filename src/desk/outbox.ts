import { recordAction } from '#db/audit.ts'
import { acceptAddress, refuseAddress } from '#db/outbox.ts'
import { type UndeliveredMail, listUndelivered } from '#db/undelivered.ts'
import { type Delivery, deliverMails } from '#mail/deliver.ts'
import type { Command } from './arguments.ts'
import { deciding } from './options.ts'
import type { Session } from './session.ts'
import { age, onOneLine } from './terminal-text.ts'

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
    const { backend, values, print, now } = session
    if (values.refused !== undefined) return mark(session, values.refused.trim())
    const mails = await listUndelivered(backend.db)
    if (values.retry !== undefined) return retry(session, mails)
    print({ mails }, outboxLines(mails, now()).join('\n'))
    return 0
  },
}

/** Marks an address, or takes the mark back. It stands in no audit: that is kept for good. */
async function mark(
  { backend: { db }, actor, values, print, confirm }: Session,
  address: string,
): Promise<number> {
  const isOff = values.off ?? false
  const shown = onOneLine(address)
  const question = isOff
    ? `Send mails to ${shown} again?`
    : `Send nothing more to ${shown}? Mails to it that wait are held back.`
  if (!(await confirm(question))) {
    print({ outcome: 'declined' }, 'Nothing was changed.')
    return 1
  }
  const marked = await db.transaction().execute(async (trx) => {
    if (isOff) {
      const mails = await acceptAddress(trx, address)
      if (mails > 0) await recordAction(trx, { actor, action: 'accept-address', product_id: null })
      return mails > 0
    }
    const mail = await refuseAddress(trx, address, 'It bounced, an editor says.')
    if (!mail) return false
    const { id, product_id } = mail
    await recordAction(trx, { actor, action: 'refuse-address', product_id, detail: { mail: id } })
    return true
  })
  if (!marked) {
    const sentence = isOff ? `${shown} is not marked.` : `No mail was ever written to ${shown}.`
    print({ outcome: 'unknown' }, `${sentence} Nothing was changed.`)
    return 1
  }
  print(
    { outcome: isOff ? 'accepted' : 'refused' },
    isOff ? `Mails go to ${shown} again.` : `Nothing more is sent to ${shown}.`,
  )
  return 0
}

async function retry(
  { backend, values, leavesMails, print }: Session,
  mails: readonly UndeliveredMail[],
): Promise<number> {
  const mail = mails.find(({ id, sent_at }) => id === values.retry && sent_at === null)
  if (!mail) {
    print({ outcome: 'unknown', id: values.retry }, `No mail ${values.retry} waits.`)
    return 1
  }
  if (leavesMails) {
    print(
      { outcome: 'left', id: mail.id },
      'No mail provider is set here (SMTP_URL); the service sends it.',
    )
    return 1
  }
  const [delivery] = await deliverMails(backend.db, await backend.mailer(), [mail.id])
  if (!delivery) {
    print({ outcome: 'under_way', id: mail.id }, `Mail ${mail.id} is being sent by somebody else.`)
    return 1
  }
  print(
    { ...delivery, outcome: delivery.delivered ? 'delivered' : delivery.outcome },
    `Mail ${mail.id} ${became[delivery.outcome]}${delivery.why ? `: ${delivery.why}` : ''}.`,
  )
  return delivery.delivered ? 0 : 1
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

/** The mails that were not delivered, and why; or that there are none. */
export function outboxLines(mails: readonly UndeliveredMail[], now: Date): string[] {
  if (mails.length === 0) return ['No mail is left to deliver.']
  return mails.flatMap((mail) => mailLines(mail, now))
}

function mailLines(mail: UndeliveredMail, now: Date): string[] {
  const { id, kind, slug, to_email, attempts, created_at, next_attempt_at, last_error } = mail
  const tries = attempts === 0 ? 'not tried yet' : `${attempts} tries`
  const isDue = mail.state === 'waiting' && next_attempt_at > now
  const next = isDue ? `, next at ${next_attempt_at.toISOString()}` : ended[mail.state]
  return [
    `${id}  ${kind} of ${slug ?? 'no listing'} to ${onOneLine(to_email)}, ${age(created_at, now)} old: ${tries}${next}`,
    ...(last_error ? [`    | ${onOneLine(last_error)}`] : []),
  ]
}
