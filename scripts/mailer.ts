import type { Config } from '../src/config.ts'
import type { Addresses } from '../src/core/addresses.ts'
import { compileMails } from '../src/mail/compile.ts'
import type { Mailer } from '../src/mail/deliver.ts'
import { transportOf } from '../src/mail/transport.ts'

/**
 * The mailer of commands: the same transports and off links as the functions', with templates
 * compiled here.
 */
export async function createMailer(
  config: Config,
  { to, secret }: { to: Addresses; secret: string | undefined },
): Promise<Mailer> {
  return {
    transport: transportOf(config),
    templates: await compileMails(),
    from: config.MAIL_FROM,
    replyTo: config.MAIL_REPLY_TO,
    // Links made with another secret than the service's would lead nowhere.
    off: secret === undefined ? undefined : { secret, link: to.mailOff },
    log: (message) => console.error(message),
  }
}
