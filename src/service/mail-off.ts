import { areMailsOff, switchMails } from '#db/queries/mail-off.ts'
import { readOffToken } from '#mail/off-switch.ts'
import { orAway } from './failure.ts'
import type { Service } from './service.ts'

/**
 * Returns whether mails to the e-mail address of a token are off, after switching them to `wanted`.
 * Only a POST has `wanted`, because mail scanners open links with GET. `away`: the database cannot
 * be reached.
 */
export async function mailOff(
  { token, wanted }: { token: string; wanted: 'on' | 'off' | undefined },
  { db, mailer, clock, log }: Pick<Service, 'db' | 'mailer' | 'clock' | 'log'>,
): Promise<{ kind: 'on' | 'off' | 'unknown' | 'away' }> {
  const hash = mailer.off && readOffToken(mailer.off, token)
  if (!hash) return { kind: 'unknown' }
  return orAway(log, 'the off switch of an address could not be read', async () => {
    if (wanted) await switchMails(db, { hash, isOff: wanted === 'off', at: clock() })
    return { kind: (await areMailsOff(db, hash)) ? 'off' : 'on' }
  })
}
