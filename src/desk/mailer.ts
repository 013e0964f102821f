import type { Config } from '#config.ts'
import type { Addresses } from '#core/addresses.ts'
import { compileMailsApart } from '#mail/compile-apart.ts'
import type { Mailer } from '#mail/deliver.ts'
import { transportOf } from '#mail/transport.ts'

/** The mailer of editors' commands: its transports and opt-out links are those of the service. */
export function createMailer(config: Config, to: Addresses, secret: string | undefined): Mailer {
  return {
    transport: transportOf(config),
    template: async (kind) => (await compileMailsApart())[kind],
    from: config.MAIL_FROM,
    replyTo: config.MAIL_REPLY_TO,
    // Opt-out links are signed with the secret of the service, so without it mails have none.
    off: secret === undefined ? undefined : { secret, link: to.mailOff },
    log: (message) => console.error(message),
  }
}
