import path from 'node:path'
import type { Config } from '../src/config.ts'
import { compileMails } from '../src/mail/compile.ts'
import type { Mailer } from '../src/mail/deliver.ts'
import { fileTransport, smtpTransport } from '../src/mail/transport.ts'

/** The mailer of commands: the same transports as the functions', with templates compiled here. */
export async function createMailer(config: Config): Promise<Mailer> {
  return {
    transport: config.SMTP_URL
      ? smtpTransport(config.SMTP_URL)
      : fileTransport(config.MAIL_DIR ?? path.join(config.DATA_DIR, 'mail')),
    templates: await compileMails(),
    from: config.MAIL_FROM,
    log: (message) => console.error(message),
  }
}
