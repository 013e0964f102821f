import type { Config } from '../src/config.ts'
import { compileMails } from '../src/mail/compile.ts'
import type { Mailer } from '../src/mail/deliver.ts'
import { transportOf } from '../src/mail/transport.ts'

/** The mailer of commands: the same transports as the functions', with templates compiled here. */
export async function createMailer(config: Config): Promise<Mailer> {
  return {
    transport: transportOf(config),
    templates: await compileMails(),
    from: config.MAIL_FROM,
    log: (message) => console.error(message),
  }
}
