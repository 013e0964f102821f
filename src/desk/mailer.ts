import type { Config } from '#config.ts'
import type { Addresses } from '#core/addresses.ts'
import { compileMailsApart } from '#mail/compile-apart.ts'
import type { Mailer } from '#mail/deliver.ts'
import { transportOf } from '#mail/transport.ts'

/**
 * Creates a mailer for editors' commands. Transports and opt-out links are the same as in the
 * service.
 */
export function createMailer(
  config: Config,
  { to, secret }: { to: Addresses; secret: string | undefined },
): Mailer {
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
