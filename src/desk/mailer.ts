import type { Config } from '#config.ts'
import type { Addresses } from '#core/addresses.ts'
import { compileMailApart } from '#mail/compile-apart.ts'
import type { Mailer } from '#mail/deliver.ts'
import { transportOf } from '#mail/transport.ts'

/** The mailer of commands, with the transports and off links of the functions. */
export function createMailer(
  config: Config,
  { to, secret }: { to: Addresses; secret: string | undefined },
): Mailer {
  return {
    transport: transportOf(config),
    // In another process: compiling takes a second, and the desk would not react to keys.
    template: compileMailApart,
    from: config.MAIL_FROM,
    replyTo: config.MAIL_REPLY_TO,
    // Off links work only with the secret of the service.
    off: secret === undefined ? undefined : { secret, link: to.mailOff },
    log: (message) => console.error(message),
  }
}
