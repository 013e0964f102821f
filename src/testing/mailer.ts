import { compileMail } from '#mail/compile.ts'
import type { Mailer } from '#mail/deliver.ts'
import type { Transport } from '#mail/transport.ts'

export const offSwitch = {
  secret: 'a secret of at least 32 characters, for tests',
  link: (token: string) => `https://directory.example/mail-off?token=${token}`,
}

/** A mailer with the templates of the service, for tests. */
export function testMailer(send: Transport['send'], more: Partial<Mailer> = {}): Mailer {
  return {
    transport: { send },
    template: compileMail,
    from: 'Proofstack <editors@proofstack.example>',
    off: offSwitch,
    log: () => {},
    ...more,
  }
}
