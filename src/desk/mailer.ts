import type { Config } from '#config.ts'
import type { Addresses } from '#core/addresses.ts'
import { compileMailApart } from '#mail/compile-apart.ts'
import type { Mailer } from '#mail/deliver.ts'
import { transportOf } from '#mail/transport.ts'

/**
 * The mailer of commands: the same transports and off links as the functions', with templates that
 * are compiled when a mail of their kind leaves.
 */
export function createMailer(
  config: Config,
  { to, secret }: { to: Addresses; secret: string | undefined },
): Mailer {
  return {
    transport: transportOf(config),
    // Apart: it takes a second, in which the desk would not hear a key.
    template: compileMailApart,
    from: config.MAIL_FROM,
    replyTo: config.MAIL_REPLY_TO,
    // Links made with another secret than the service's would lead nowhere.
    off: secret === undefined ? undefined : { secret, link: to.mailOff },
    log: (message) => console.error(message),
  }
}
