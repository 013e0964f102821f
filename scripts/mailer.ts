import type { Config } from '../src/config.ts'
import type { Addresses } from '../src/core/addresses.ts'
import { compileMail } from '../src/mail/compile.ts'
import type { Mailer } from '../src/mail/deliver.ts'
import { transportOf } from '../src/mail/transport.ts'

/**
 * The mailer of commands: the same transports and off links as the functions', with templates that
 * are compiled when a mail of their kind leaves.
 */
export function createMailer(
  config: Config,
  {
    to,
    secret,
    template = compileMail,
  }: {
    to: Addresses
    secret: string | undefined
    template?: Mailer['template']
  },
): Mailer {
  return {
    transport: transportOf(config),
    template,
    from: config.MAIL_FROM,
    replyTo: config.MAIL_REPLY_TO,
    // Links made with another secret than the service's would lead nowhere.
    off: secret === undefined ? undefined : { secret, link: to.mailOff },
    log: (message) => console.error(message),
  }
}
