import { areMailsOff, switchMails } from '#db/mail-off.ts'
import { readOffToken } from '#mail/off-switch.ts'
import type { Service } from './service.ts'

/** What a link at the end of a mail leads to. */
export type MailSwitchState =
  { kind: 'on' } | { kind: 'off' } | { kind: 'unknown' } | { kind: 'away' }

/**
 * Tells whether mails to the address of a token are off, after switching them to `wanted`. The link
 * alone switches nothing (mail scanners prefetch links); RFC 8058: the POST of a mail program does,
 * without a page in between.
 */
export async function mailOff(
  { token, wanted }: { token: string; wanted: 'on' | 'off' | undefined },
  { db, mailer, clock, log }: Pick<Service, 'db' | 'mailer' | 'clock' | 'log'>,
): Promise<MailSwitchState> {
  const hash = mailer.off && readOffToken(mailer.off, token)
  if (!hash) return { kind: 'unknown' }
  try {
    if (wanted) await switchMails(db, { hash, isOff: wanted === 'off', at: clock() })
    return { kind: (await areMailsOff(db, hash)) ? 'off' : 'on' }
  } catch (error) {
    log('the off switch of an address could not be read', error)
    return { kind: 'away' }
  }
}
