import type { Addresses } from '#core/addresses.ts'

/**
 * The content of /.well-known/security.txt. RFC 9116 requires `Expires` and recommends less than a
 * year. The date only changes with the month, so that most builds do not change the file.
 */
export function securityText(to: Addresses, { contact, now }: { contact: string; now: Date }) {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 11, 1))
  return [
    `Contact: mailto:${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${to.security}`,
    `Policy: ${to.doc('security')}`,
    '',
  ].join('\n')
}

/** The e-mail address in a sender such as `Proofstack <editors@proofstack.example>`. */
export function bareAddress(sender: string): string {
  return /<([^<>]+)>/.exec(sender)?.[1] ?? sender.trim()
}
